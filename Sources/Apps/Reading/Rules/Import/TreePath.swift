/// Where a file of the tree lies, and so what it is. Reading spec §17.1.
enum TreePath: Hashable {
  case object(ContentKind, slug: String)
  case journey(slug: String)
  case journeyChapter(journey: String, number: Int, slug: String)
  case curation
  case media
  /// Begins with `.` or `_`, or is the manifest of an export.
  case skipped
  /// Leads out of the tree, or is absolute.
  case unsafe
  case misplaced

  init(_ path: String) {
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      String(Substring($0))
    }
    for name in names where !TreePath.isSafe(name) {
      self = .unsafe
      return
    }
    for name in names where name.utf8.first == UInt8(ascii: ".") || name.utf8.first == UInt8(ascii: "_") {
      self = .skipped
      return
    }
    self = TreePath.place(names)
  }

  private static func isSafe(_ name: String) -> Bool {
    if name.isEmpty || name == "." || name == ".." { return false }
    return name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
  }

  private static func place(_ names: [String]) -> TreePath {
    if names == ["curation.md"] { return .curation }
    if names == ["manifest.json"] { return .skipped }
    if names[0] == "media", names.count > 1 { return .media }
    if names.count == 2, let stem = stem(names[1]) {
      for kind in [.theme, .book] + ContentKind.readable where kind.folder == names[0] {
        return .object(kind, slug: stem)
      }
    }
    guard names.count == 3, names[0] == "journeys", let stem = stem(names[2]) else { return .misplaced }
    if stem == "journey" { return .journey(slug: names[1]) }
    let digits = stem.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard (1...6).contains(digits.count), let number = Int(String(Substring(digits))),
      stem.utf8.dropFirst(digits.count).first == UInt8(ascii: "-")
    else { return .misplaced }
    let slug = String(Substring(stem.utf8.dropFirst(digits.count + 1)))
    return .journeyChapter(journey: names[1], number: number, slug: slug)
  }

  private static func stem(_ name: String) -> String? {
    let suffix = ".md".utf8
    guard name.utf8.count > suffix.count, name.utf8.suffix(suffix.count).elementsEqual(suffix) else { return nil }
    return String(Substring(name.utf8.dropLast(suffix.count)))
  }
}
