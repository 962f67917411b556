import Foundation
import ReadingHTTP
import ReadingRules
import ReadingStore
import Support
import Testing

/// The media of the sample library, checked and stored by the program that the server runs.
@Suite(.serialized) struct MediaStageTests {
  let folder: URL
  let stage: MediaStage
  let tree = TreeFolder(repository.appendingPathComponent("Samples/library").path)

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("media-\(UUID().uuidString)")
    // The program is built beside the bundle that this test runs in.
    let own = URL(fileURLWithPath: try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    let program = own.deletingLastPathComponent().appendingPathComponent("atrium-renditions").path
    stage = MediaStage(folder: folder.path, program: RenditionsProgram(path: program))
  }

  func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  @Test func `the folder is read as the rules want it`() throws {
    let contents = try tree.read()
    #expect(contents.messages == [] && !contents.media.isEmpty)
    let (files, media) = try ReadingTests.tree(at: "Samples/library")
    #expect(contents.media == media)
    #expect(Set(contents.files.map(\.path)) == Set(files.map(\.path)))
  }

  @Test func `links and devices are told, and hidden names are skipped`() throws {
    defer { cleanUp() }
    let root = folder.appendingPathComponent("tree")
    try FileManager.default.createDirectory(
      at: root.appendingPathComponent("essays"), withIntermediateDirectories: true)
    try Data().write(to: root.appendingPathComponent("essays/.hidden.md"))
    try FileManager.default.createSymbolicLink(
      atPath: root.appendingPathComponent("essays/x.md").path, withDestinationPath: "/etc/passwd")
    try FileManager.default.createSymbolicLink(
      atPath: root.appendingPathComponent("media").path, withDestinationPath: "/")
    mkfifo(root.appendingPathComponent("essays/pipe.md").path, 0o600)
    try Data(count: 1_048_577).write(to: root.appendingPathComponent("essays/y.md"))
    let contents = try TreeFolder(root.path).read()
    #expect(contents.files == [] && contents.media == [])
    #expect(
      contents.messages.map { "\($0.file) \($0.code.rawValue)" } == [
        "essays/pipe.md path", "essays/x.md symbolic_link", "essays/y.md md_too_large", "media symbolic_link",
      ])
  }

  @Test func `every medium of the sample library is stored`() throws {
    defer { cleanUp() }
    let contents = try tree.read()
    let reading = ContentTree.read(contents.files, media: contents.media, context: .engines(now: .wednesday))
    #expect(stage.check(reading.tree.media, in: tree).filter { $0.severity == .error } == [])
    let (stored, messages) = stage.store(reading.tree.media, from: tree)
    #expect(messages.filter { $0.severity == .error } == [])
    #expect(Set(stored.keys) == Set(reading.tree.media))
    for medium in stored.values {
      #expect(exists("originals/\(medium.sha256)"))
      switch medium.content {
      case .picture(let picture):
        #expect(picture.renditions.map(\.keyWidth) == RenditionGeometry.widths)
        for rendition in picture.renditions {
          #expect(exists(rendition.file))
          #expect(rendition.size == RenditionGeometry.size(of: picture.size, atWidth: rendition.keyWidth))
        }
      case .asset(let asset):
        #expect(exists(asset.file))
        #expect((asset.milliseconds ?? 0) > 0 || asset.kind != .audio)
      }
    }
    // A second time nothing is made: what is known is taken as it is.
    let before = Dictionary(uniqueKeysWithValues: stored.values.map { ($0.sha256, $0.content) }.map { ($0.0, $0.1) })
    let broken = MediaStage(folder: folder.path, program: RenditionsProgram(path: "/nonexistent"))
    let again = broken.store(reading.tree.media, from: tree, known: { before[$0] })
    #expect(again.stored == stored && again.messages == messages)
  }

  @Test func `a file that is not what its name says is refused`() throws {
    defer { cleanUp() }
    let root = folder.appendingPathComponent("tree")
    try FileManager.default.createDirectory(at: root.appendingPathComponent("media"), withIntermediateDirectories: true)
    let names = ["a.jpg", "a.svg", "a.json", "a.mp3"]
    for name in names { try Data("hello".utf8).write(to: root.appendingPathComponent("media/\(name)")) }
    let paths = names.map { MediaPath("media/\($0)") } + [MediaPath("media/none.png")]
    let tree = TreeFolder(root.path)
    #expect(stage.check(paths, in: tree).map(\.code) == Array(repeating: .mediaInvalid, count: 5))
    let (stored, messages) = stage.store(paths, from: tree)
    #expect(stored.isEmpty && messages.map(\.code) == Array(repeating: .mediaInvalid, count: 5))
  }

  @Test func `a program that is not there, says nothing or never ends is a failure, not a hang`() throws {
    let request = RenditionsProgram.Request(source: "a", folder: "b", stem: "c", hash: "0123abcd")
    for program in ["/nonexistent", "/bin/true", "/bin/echo", "/usr/bin/yes"] {
      let answers = RenditionsProgram(path: program, width: 2).run([request, request, request])
      for answer in answers {
        guard case .failure(let failure) = answer else {
          Issue.record("\(program) made pictures")
          continue
        }
        #expect(failure.code == "unavailable")
      }
    }
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(path).path)
  }
}
