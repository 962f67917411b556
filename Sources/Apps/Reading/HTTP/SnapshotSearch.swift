import API
package import ReadingAPI
import ReadingStore
import SQL

extension Snapshot {
  func search(_ request: SearchRequest) throws -> Composed<SearchResult> {
    let query = try SearchQuery(request)
    let after = try request.cursor.map { text throws(Problem) in try SearchCursor(text) } ?? .start
    let text = query.text(for: tx.engine)
    let total = try tx.first(LibraryQueries.searchTotal, (text, query.kinds)) ?? 0
    let rows =
      total == 0
      ? []
      : try tx.all(
        LibraryQueries.search,
        .init(query: text, kinds: query.kinds, limit: request.limit + 1, rank: after.rank, id: after.id))
    let shown = rows.prefix(request.limit)
    let items = shown.map { SearchHit(card: media.card($0.card), snippet: Snippet.make($0.text, marking: query)) }
    let next = rows.count > request.limit ? shown.last.map { SearchCursor(rank: $0.rank, id: $0.card.id).text } : nil
    return composed(SearchResult(items: items, total: Int(total), nextCursor: next))
  }
}
