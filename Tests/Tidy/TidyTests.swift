import Foundation
import Testing

/// The house rules that a compiler cannot hold. Each failure names the file and the line.
@Suite struct Tidy {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  static func files(under folder: String, ending suffixes: [String]) -> [(path: String, text: String)] {
    let base = root.appending(path: folder)
    guard let walker = FileManager.default.enumerator(atPath: base.path) else { return [] }
    return walker.compactMap { $0 as? String }.sorted().compactMap { path in
      guard suffixes.contains(where: { path.hasSuffix($0) }), !path.hasPrefix("vendor/"), !path.contains("/vendor/"),
        let text = try? String(contentsOf: base.appending(path: path), encoding: .utf8)
      else { return nil }
      return (folder + "/" + path, text)
    }
  }

  static func imports(in text: String) -> [(line: Int, module: String)] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().compactMap { index, line in
      let words = line.split(separator: " ")
      guard let at = words.firstIndex(of: "import"), at <= 2, at + 1 < words.count,
        words[..<at].allSatisfy({
          ["package", "public", "internal", "private", "fileprivate", "@testable", "@_exported"].contains($0)
        })
      else { return nil }
      let name = words.dropFirst(at + 1).first { !["struct", "class", "enum", "protocol", "func", "var"].contains($0) }
      return name.map { (index + 1, String($0.split(separator: ".")[0])) }
    }
  }

  static let swift = files(under: "Sources", ending: [".swift"])
  static let kernel: Set = ["Identifiers", "Time", "Money", "JSON", "Encoding", "Ambient"]

  @Test func `there are sources to look at`() {
    #expect(Tidy.swift.count > 100)
  }

  @Test func `nothing in Sources imports Foundation`() {
    for file in Tidy.swift {
      for (line, module) in Tidy.imports(in: file.text) where module.hasPrefix("Foundation") {
        Issue.record("\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test func `no source is longer than 400 lines`() {
    for file in Tidy.swift + Tidy.files(under: "Web", ending: [".js", ".css"]) {
      let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false).count
      #expect(lines <= 401, "\(file.path) has \(lines) lines: which second noun is hiding in it?")
    }
  }

  @Test func `nothing in Sources is left for later or gives up`() {
    let words = ["TODO", "FIXME", "XXX", "HACK", "try!", "fatalError(", "not implemented"]
    for file in Tidy.swift + Tidy.files(under: "Web", ending: [".js", ".css"]) {
      for (index, line) in file.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        for word in words where line.contains(word) { Issue.record("\(file.path):\(index + 1) says \(word)") }
      }
    }
  }

  @Test func `Kernel and Rules import only what also runs in the browser`() {
    for file in Tidy.swift {
      let parts = file.path.split(separator: "/")
      let isKernel = parts[1] == "Kernel"
      let isRules = parts.count > 4 && parts[4 - 1] == "Rules"
      guard isKernel || isRules else { continue }
      for (line, module) in Tidy.imports(in: file.text) {
        let isAllowed = Tidy.kernel.contains(module) || module == "Swift" || (isRules && module.hasSuffix("Rules"))
        #expect(isAllowed, "\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test func `only Kit and the renditions program touch C libraries`() {
    let shims = Set(
      (try? FileManager.default.contentsOfDirectory(atPath: Tidy.root.appending(path: "Sources/System").path)) ?? [])
    #expect(!shims.isEmpty)
    for file in Tidy.swift where !file.path.hasPrefix("Sources/Kit/") && !file.path.hasPrefix("Sources/Renditions/") {
      for (line, module) in Tidy.imports(in: file.text) where shims.contains(module) {
        Issue.record("\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test func `Pages reads the API's values and never the store`() {
    for file in Tidy.swift where file.path.contains("/Pages/") && file.path.hasPrefix("Sources/Apps/") {
      for (line, module) in Tidy.imports(in: file.text)
      where module.hasSuffix("Store") || module == "SQL" || module == "HTTP" {
        Issue.record("\(file.path):\(line) imports \(module)")
      }
    }
  }

  @Test func `every SQL file says what goes in and comes out, and somebody runs it`() {
    let sql = Tidy.files(under: "Sources", ending: [".sql"])
    #expect(!sql.isEmpty)
    for file in sql {
      #expect(file.text.hasPrefix("-- "), "\(file.path) has no header")
      let target = file.path.split(separator: "/").dropLast(2).joined(separator: "/")
      let name = file.path.split(separator: "/").last!.replacing(".", with: "_").replacing("-", with: "_")
      let isUsed = Tidy.swift.contains {
        $0.path.hasPrefix(target + "/") && $0.text.contains("PackageResources.\(name)")
      }
      #expect(isUsed, "\(file.path) is run by nobody")
    }
  }

  @Test func `every language has every string`() throws {
    let strings = Tidy.files(under: "Web/strings", ending: [".json"])
    #expect(strings.count >= 2)
    func keys(_ text: String) throws -> Set<String> {
      let object = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      func flat(_ prefix: String, _ value: Any) -> [String] {
        guard let object = value as? [String: Any] else { return [prefix] }
        // Plural forms differ between languages: Arabic has six, English two.
        if object.keys.contains("other") { return [prefix] }
        return object.flatMap { flat(prefix.isEmpty ? $0.key : prefix + "." + $0.key, $0.value) }
      }
      return Set(flat("", object))
    }
    // `hub.en.json` belongs with `hub.ar.json`, and `en.json` with `ar.json`.
    let english = strings.filter { $0.path.hasSuffix("/en.json") || $0.path.hasSuffix(".en.json") }
    #expect(english.count >= 2 && strings.count.isMultiple(of: english.count))
    for table in english {
      let stem = table.path.dropLast("en.json".count)
      let own = strings.filter { $0.path.hasPrefix(stem) && $0.path.dropFirst(stem.count).count == "en.json".count }
      #expect(own.count == strings.count / english.count, "\(table.path) is missing in a language")
      for file in own { #expect(try keys(file.text) == keys(table.text), "\(file.path)") }
    }
  }

  @Test func `the server has an address for every page, and a page for every address`() throws {
    func paths(_ file: String, from start: String, to end: String) throws -> Set<String> {
      let text = try String(contentsOf: Tidy.root.appending(path: file), encoding: .utf8)
      let list = try #require(text.components(separatedBy: start).dropFirst().first?.components(separatedBy: end).first)
      return Set(list.matches(of: /"(\/[^"]*)"/).map { String($0.1) })
    }
    let served = try paths("Sources/Server/Serving/HubPages.swift", from: "static let paths = [", to: "]")
    let drawn = try paths("Web/hub/routes.js", from: "export const routes = {", to: "};")
    #expect(served.count > 10 && served == drawn, "\(served.symmetricDifference(drawn))")
  }

  @Test func `commands can be run and begin with what they are`() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: Tidy.root.appending(path: "bin").path)
    where !name.hasSuffix(".sh") {
      let path = Tidy.root.appending(path: "bin/\(name)").path
      #expect(FileManager.default.isExecutableFile(atPath: path), "bin/\(name)")
      let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      #expect(lines[0] == "#!/usr/bin/env bash" && lines[1].hasPrefix("# "), "bin/\(name)")
    }
  }

  @Test func `every document that a document points to exists`() {
    for file in Tidy.files(under: "docs", ending: [".md"])
      + Tidy.files(under: ".", ending: ["README.md", "CONTRIBUTING.md"])
    where !file.path.contains("/.") {
      let folder = Tidy.root.appending(path: file.path).deletingLastPathComponent()
      for match in file.text.matches(of: /\]\(([^)#:\s]+)(?:#[^)]*)?\)/) {
        let target = folder.appending(path: String(match.1)).path
        #expect(FileManager.default.fileExists(atPath: target), "\(file.path) points to \(match.1)")
      }
    }
  }
}
