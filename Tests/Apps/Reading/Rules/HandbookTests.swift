import Foundation
import ReadingRules
import ReadingStore
import Support
import Testing

@Suite struct HandbookTests {
  /// `docs/handbook/write-content.md`: each example follows a heading that ends in its path.
  @Test func `the examples of the handbook are files as an export writes them`() throws {
    let url = repository.appendingPathComponent("docs/handbook/write-content.md")
    let text = try String(contentsOf: url, encoding: .utf8)
    var files: [TreeFile] = []
    for section in text.components(separatedBy: "\n### ").dropFirst() {
      let parts = section.components(separatedBy: "```\n")
      let path = try #require(section.components(separatedBy: "`").dropFirst().first)
      let example = try #require(parts.dropFirst().first)
      files.append(TreeFile(path: path, bytes: Array(example.utf8)))
    }
    #expect(files.count == 10)
    var context = ImportContext.engines(now: .wednesday)
    context.existing = { _ in .init(isLive: true) }
    let media = Set(
      text.split(whereSeparator: { " `\n".contains($0) }).map(String.init).filter {
        $0.hasPrefix("media/") && $0.count > 6
      }
      .map { $0.replacingOccurrences(of: "src=", with: "") } + ["media/scenes/creek.jpg"])
    let reading = ContentTree.read(files, media: media, context: context)
    #expect(reading.messages.map(\.line) == [])
    let written = Dictionary(uniqueKeysWithValues: CanonicalWriter.files(reading.tree).map { ($0.path, $0.bytes) })
    for file in files where file.path != "curation.md" {
      #expect(
        written[file.path].map { String(decoding: $0, as: UTF8.self) } == String(decoding: file.bytes, as: UTF8.self))
    }
  }
}
