import Crypto
import Encoding
import Files
import Glibc
import Media
import ReadingRules
import ReadingStore
import Synchronization
import Text

/// Puts the media files of a tree where they are served from, under names that their content gives them, before any row
/// refers to them. What is there already is not made again. Reading spec §11.
struct MediaPlacer: Sendable {
  /// The folder of the tree.
  let tree: String
  /// The folder that is served.
  let folder: String
  /// Where originals are kept for export.
  let originals: String
  let renditions: RenditionRunner

  enum Placed: Sendable {
    case item(MediaItem)
    case refused(String)
  }

  /// Looks at each path: `write` false only says what would be refused by its bytes.
  func place(_ paths: [MediaPath], write: Bool, progress: @Sendable (Int, Int) -> Void) async throws(FileError) -> [MediaPath: Placed] {
    for name in ["img", "svg", "lottie", "audio"] { try Files.makeFolders(folder + "/" + name) }
    try Files.makeFolders(originals)
    let done = Counter()
    var placed: [MediaPath: Placed] = [:]
    let workers = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    await withTaskGroup(of: (MediaPath, Placed).self) { group in
      var rest = paths[...]
      for _ in 0..<workers { if let path = rest.popFirst() { group.addTask { (path, place(path, write: write)) } } }
      while let (path, result) = await group.next() {
        placed[path] = result
        progress(done.next(), paths.count)
        if let path = rest.popFirst() { group.addTask { (path, place(path, write: write)) } }
      }
    }
    return placed
  }

  private func place(_ path: MediaPath, write: Bool) -> Placed {
    do throws(FileError) {
      let bytes = try Files.read(tree + "/" + path.text, limit: Audio.bytes + 1)
      let name = path.text.split(separator: "/").last.map(String.init) ?? path.text
      let suffix = name.split(separator: ".").count > 1 ? name.split(separator: ".").last.map { $0.lowercased() } ?? "" : ""
      let bare = suffix.isEmpty ? name : String(name.dropLast(suffix.count + 1))
      let stem = Slug.fileStem(fromNFKD: Text.nfkd(bare))
      switch suffix {
      case "svg": return try placeVector(bytes, stem, write)
      case "json": return try placeAnimation(bytes, stem, write)
      case "mp3", "m4a", "mp4": return try placeAudio(bytes, stem, suffix, write)
      default: return try placePicture(bytes, path, stem, suffix, write)
      }
    } catch {
      return .refused(error.sentence)
    }
  }

  private func placeVector(_ bytes: [UInt8], _ stem: String, _ write: Bool) throws(FileError) -> Placed {
    do {
      let vector = try Vector(bytes)
      return try asset(.svg, original: bytes, served: vector.bytes, stem: stem, suffix: "svg", mime: "image/svg+xml", write)
    } catch let refusal as Vector.Refusal {
      return .refused(refusal.sentence)
    } catch let error as FileError {
      throw error
    } catch {
      return .refused("\(error)")
    }
  }

  private func placeAnimation(_ bytes: [UInt8], _ stem: String, _ write: Bool) throws(FileError) -> Placed {
    do {
      let animation = try Animation.checked(bytes)
      return try asset(.lottie, original: bytes, served: animation, stem: stem, suffix: "json", mime: "application/json", write)
    } catch let refusal as Animation.Refusal {
      return .refused(refusal.sentence)
    } catch let error as FileError {
      throw error
    } catch {
      return .refused("\(error)")
    }
  }

  private func placeAudio(_ bytes: [UInt8], _ stem: String, _ suffix: String, _ write: Bool) throws(FileError) -> Placed {
    do {
      let audio = try Audio(bytes)
      return try asset(
        .audio, original: bytes, served: bytes, stem: stem, suffix: audio.format.rawValue, mime: audio.format.mediaType, write)
    } catch let refusal as Audio.Refusal {
      return .refused(refusal.sentence)
    } catch let error as FileError {
      throw error
    } catch {
      return .refused("\(error)")
    }
  }

  private func asset(
    _ kind: MediaItem.AssetKind, original: [UInt8], served: [UInt8], stem: String, suffix: String, mime: String, _ write: Bool
  ) throws(FileError) -> Placed {
    let sha256 = SHA256.hash(original)
    let path = "\(kind.rawValue)/\(stem).\(Hex.encode(Array(SHA256.hash(served).prefix(4)))).\(suffix)"
    if write {
      try keep(original, sha256)
      if Files.kind(folder + "/" + path) == nil { try Files.writeAtomically(served, to: folder + "/" + path) }
    }
    return .item(.asset(kind: kind, sha256: sha256, path: path, mime: mime, bytes: served.count))
  }

  private func placePicture(_ bytes: [UInt8], _ path: MediaPath, _ stem: String, _ suffix: String, _ write: Bool) throws(FileError) -> Placed {
    let sha256 = SHA256.hash(bytes)
    let hash8 = Hex.encode(Array(SHA256.hash(bytes + Array(RenditionGeometry.Encoder.settings.utf8)).prefix(4)))
    func item(_ size: PixelSize) -> Placed {
      .item(.image(sha256: sha256, stem: stem, hash8: hash8, fileExtension: suffix, bytes: bytes.count, size: size))
    }
    // A rehearsal does not decode: it costs seconds, and the real run refuses before it changes anything.
    guard write else { return item(PixelSize(width: 1, height: 1)) }
    do {
      let size = try renditions.run(source: tree + "/" + path.text, folder: folder + "/img", stem: stem, hash8: hash8)
      try keep(bytes, sha256)
      return item(size)
    } catch let refusal as RenditionRunner.Refusal {
      return .refused(refusal.message)
    } catch let error as FileError {
      throw error
    } catch {
      return .refused("\(error)")
    }
  }

  /// Keeps an original under its hash, once.
  private func keep(_ bytes: [UInt8], _ sha256: [UInt8]) throws(FileError) {
    let path = originals + "/" + Hex.encode(sha256)
    if Files.kind(path) == nil { try Files.writeAtomically(bytes, to: path) }
  }

  private final class Counter: Sendable {
    private let count = Atomic<Int>(0)
    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
  }
}
