import ReadingRules
import ReadingStore
import Support
import Testing

@Suite struct SampleTreeTests {
  @Test func `the sample library is read without a word`() throws {
    let (files, media) = try tree(at: "Samples/library")
    let reading = ContentTree.read(files, media: media, context: .engines(now: .wednesday))
    #expect(reading.messages.filter { $0.severity == .error }.map(\.line) == [])
    #expect(!reading.tree.pieces.isEmpty)
  }

  @Test func `writing the sample library and reading it again gives the same library`() throws {
    let (files, media) = try tree(at: "Samples/library")
    let context = ImportContext.engines(now: .wednesday)
    let first = ContentTree.read(files, media: media, context: context)
    let written = CanonicalWriter.files(first.tree)
    let second = ContentTree.read(written, media: media, context: context)
    #expect(second.tree == first.tree)
    #expect(CanonicalWriter.files(second.tree) == written)
  }
}
