import Foundation
import ReadingRules
import ReadingStore
import Support
import Testing

/// The files of `Tests/Vectors/reading/hostile`; each says in a comment what must be told about it.
@Suite struct HostileTextTests {
  static let folder = repository.appendingPathComponent("Tests/Vectors/reading/hostile")

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }

  @Test(arguments: names) func `a hostile text is refused, or taken, as its file says`(_ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appendingPathComponent(name)))
    let text = String(decoding: bytes, as: UTF8.self)
    let expected = try #require(text.split(separator: "\n").first { $0.hasPrefix("# expect ") }).dropFirst(9)
    let reading = ContentTree.read(
      [TreeFile(path: "essays/x.md", bytes: bytes)], media: [], context: .engines(now: .wednesday))
    let told = reading.messages.map { "\($0.position.line):\($0.position.column) \($0.code.rawValue)" }
    if expected == "nothing" {
      #expect(told == [])
    } else {
      #expect(told.contains(String(expected)), "\(told)")
      #expect(reading.hasErrors)
    }
  }

  @Test func `there is a file for every code of a Markdown text`() {
    for code in ["md_construct", "md_control", "md_html", "md_link", "md_too_large", "allowed"] {
      #expect(Self.names.contains { $0.hasPrefix(code + "--") })
    }
  }

  @Test func `a body of 200,000 characters is taken and one more is not`() {
    let head = "---\ntitle: Long\n---\n"
    let body = String(repeating: "0123456789 abcdefghi ", count: 10_000).prefix(200_000)
    func messages(_ body: Substring) -> [String] {
      let file = TreeFile(path: "essays/x.md", bytes: Array((head + body + "\n").utf8))
      return ContentTree.read([file], media: [], context: .engines(now: .wednesday)).messages.map(\.code.rawValue)
    }
    #expect(messages(body.dropLast() + "x") == [])
    #expect(messages(body.dropLast() + "xy") == ["md_too_large"])
  }

  @Test func `a body that is too long once its stars are escaped is not taken`() {
    func messages(_ count: Int) -> [String] {
      let body = String(repeating: "*a _b ", count: count)
      let file = TreeFile(path: "essays/x.md", bytes: Array("---\ntitle: Stars\n---\n\(body)\n".utf8))
      return ContentTree.read([file], media: [], context: .engines(now: .wednesday)).messages.map(\.code.rawValue)
    }
    #expect(messages(25_000) == [])  // 200,000 with the escapes, but for the blank at the end
    #expect(messages(25_001) == ["md_too_large"])
  }
}
