import Markdown
package import SQL
import Text

/// Keeps the index in step with the pieces: only live ones are in it, written in the transaction that publishes them.
package enum SearchIndex {
  /// Takes one piece out and, if it is live, puts it in as it now is.
  static func refresh(_ id: Int64, in tx: Transaction) throws(StoreError) {
    // FTS5 must be told the words it knows, or its counts rot: the old row goes first.
    if tx.engine == .sqlite { try tx.run(unindex, id) }
    try tx.run(deleteDoc, id)
    guard let piece = try tx.first(source, id), piece.isLive else { return }
    let body = [piece.quote, plain(piece.body), piece.interpretation.map(plain)].compactMap { $0 }.filter {
      !$0.isEmpty
    }
    .joined(separator: "\n")
    let line = piece.supportingLine ?? ""
    let isFolded = tx.engine == .postgres
    try tx.run(
      addDoc,
      [
        .int(id), .text(piece.kind), .text(piece.title), .text(line), .text(body),
        .text(isFolded ? Text.folded(piece.title) : ""),
        .text(isFolded ? Text.folded(line) : ""), .text(isFolded ? Text.folded(body) : ""),
      ])
    if tx.engine == .sqlite { try tx.run(index, id) }
  }

  /// Makes every piece's place fit its status. Returns how many did not.
  @discardableResult
  package static func repair(in tx: Transaction) throws(StoreError) -> Int {
    let wrong = try tx.all(outOfStep)
    for id in wrong { try refresh(id, in: tx) }
    return wrong.count
  }

  private static func plain(_ markdown: String) -> String {
    MarkdownText.parse(markdown).document?.plainText ?? markdown
  }

  private struct Piece: Sendable {
    var kind, title, body: String
    var supportingLine, interpretation, quote: String?
    var isLive: Bool
  }

  private static let source = Statement<Int64, Piece>(
    PackageResources.search_source_sql, bind: { [.int($0)] },
    read: { (row) throws(StoreError) in
      let (kind, title, line) = (try row.text("kind"), try row.text("title"), try row.textOrNull("supporting_line"))
      let (body, interpretation, quote) = (
        try row.text("body"), try row.textOrNull("interpretation"), try row.textOrNull("quote")
      )
      return Piece(
        kind: kind, title: title, body: body, supportingLine: line, interpretation: interpretation, quote: quote,
        isLive: try row.bool("is_live"))
    })
  private static let outOfStep = Statement<Void, Int64>(
    PackageResources.search_out_of_step_sql, read: { (row) throws(StoreError) in try row.int("id") })
  private static let unindex = Statement<Int64, Void>(PackageResources.search_remove_sqlite_sql, bind: { [.int($0)] })
  private static let index = Statement<Int64, Void>(PackageResources.search_index_sqlite_sql, bind: { [.int($0)] })
  private static let deleteDoc = Statement<Int64, Void>(PackageResources.search_doc_delete_sql, bind: { [.int($0)] })
  private static let addDoc = Statement<[SQLValue], Void>(
    sqlite: PackageResources.search_doc_add_sqlite_sql, postgres: PackageResources.search_doc_add_postgres_sql,
    bind: { $0 })
}
