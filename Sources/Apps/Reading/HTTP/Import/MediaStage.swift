import Crypto
import Encoding
package import Files
package import Media
package import ReadingRules
import Text

/// Checks the media of a library and stores them: hashed, drawings built again, pictures in five sizes.
/// Reading spec §§11, 17.4.
package struct MediaStage: Sendable {
  /// Where media are kept and served from.
  package let folder: String
  package let program: RenditionsProgram

  package init(folder: String, program: RenditionsProgram) {
    self.folder = folder
    self.program = program
  }

  /// What can be told without decoding a pixel: for the dry run of an import.
  package func check(_ paths: [MediaPath], in tree: TreeFolder) -> [ImportMessage] {
    var messages: [ImportMessage] = []
    for path in paths {
      do throws(MediaRefusal) {
        let found = try MediaFile(path, in: tree)
        if let message = found.sizeWarning { messages.append(message) }
      } catch {
        messages.append(error.message(path))
      }
    }
    return messages
  }

  /// Stores every file; those that were stored before are not made again.
  ///
  /// - Parameter known: what is stored already under a SHA-256, in hexadecimal.
  /// - Returns: what is stored, by its path, and why the others are not. Files that were written stay, whatever becomes
  ///   of the import: their names say what they hold.
  package func store(
    _ paths: [MediaPath], from tree: TreeFolder, known: (_ sha256: String) -> StoredMedia.Content? = { _ in nil }
  ) -> (stored: [MediaPath: StoredMedia], messages: [ImportMessage]) {
    var stored: [MediaPath: StoredMedia] = [:]
    var messages: [ImportMessage] = []
    var pictures: [(file: MediaFile, request: RenditionsProgram.Request)] = []
    for path in paths {
      do throws(MediaRefusal) {
        let file = try MediaFile(path, in: tree)
        if let message = file.sizeWarning { messages.append(message) }
        if let content = known(file.sha256) {
          stored[path] = file.stored(content)
          continue
        }
        try keepOriginal(file)
        if case .picture = file.kind {
          pictures.append((file, request(for: file)))
        } else {
          stored[path] = file.stored(try asset(file))
        }
      } catch {
        messages.append(error.message(path))
      }
    }
    for (index, answer) in program.run(pictures.map { $0.request }).enumerated() {
      let file = pictures[index].file
      switch answer {
      case .success(let made): stored[file.path] = file.stored(picture(file, made))
      case .failure(let failure): messages.append(MediaRefusal(text: failure.message).message(file.path))
      }
    }
    return (stored, messages)
  }

  // MARK: Pieces

  private func keepOriginal(_ file: MediaFile) throws(MediaRefusal) {
    let place = folder + "/originals/" + file.sha256
    for name in ["originals", "img", "assets"] { try made(folder + "/" + name) }
    if Files.kind(place) == .file { return }
    try write(file.bytes, to: place)
  }

  private func request(for file: MediaFile) -> RenditionsProgram.Request {
    RenditionsProgram.Request(
      source: folder + "/originals/" + file.sha256, folder: folder + "/img", stem: file.stem,
      hash: pictureHash(file))
  }

  private func pictureHash(_ file: MediaFile) -> String {
    MediaStage.hash(file.bytes + Array(RenditionGeometry.Encoder.settings.utf8))
  }

  private func picture(_ file: MediaFile, _ made: RenditionsProgram.Made) -> StoredMedia.Content {
    var renditions = made.renditions
    for index in renditions.indices { renditions[index].file = "img/" + renditions[index].file }
    return .picture(
      StoredPicture(
        stem: file.stem, hash: pictureHash(file), mediaType: "image/" + made.format, size: made.original,
        renditions: renditions))
  }

  private func asset(_ file: MediaFile) throws(MediaRefusal) -> StoredMedia.Content {
    let (bytes, asset) = try file.served()
    var named = asset
    named.file = "assets/\(file.stem).\(MediaStage.hash(bytes)).\(file.suffix)"
    if Files.kind(folder + "/" + named.file) != .file { try write(bytes, to: folder + "/" + named.file) }
    return .asset(named)
  }

  private func made(_ path: String) throws(MediaRefusal) {
    do throws(FileError) { try Files.makeFolders(path) } catch { throw MediaRefusal(text: error.sentence) }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(MediaRefusal) {
    do throws(FileError) { try Files.writeAtomically(bytes, to: path) } catch {
      throw MediaRefusal(text: error.sentence)
    }
  }

  /// The first 8 hexadecimal digits of SHA-256.
  private static func hash(_ bytes: [UInt8]) -> String { Hex.encode(Array(SHA256.hash(bytes).prefix(4))) }
}

/// Why a media file is not taken.
struct MediaRefusal: Error {
  var text: String
  func message(_ path: MediaPath) -> ImportMessage {
    ImportMessage(path.text, .start, .error, .mediaInvalid, text)
  }
}

/// A media file that has been read and is what its name says.
struct MediaFile {
  enum Kind {
    case picture(PictureHeader)
    case vector, lottie, audio
  }
  let path: MediaPath
  let bytes: [UInt8]
  let sha256: String
  let kind: Kind
  /// Lower case, without the dot.
  let suffix: String

  init(_ path: MediaPath, in tree: TreeFolder) throws(MediaRefusal) {
    self.path = path
    do throws(FileError) {
      bytes = try Files.read(tree.path + "/" + path.text, limit: Audio.bytes)
    } catch {
      throw MediaRefusal(text: "The file cannot be read: \(error.sentence)")
    }
    sha256 = Hex.encode(SHA256.hash(bytes))
    suffix = path.text.split(separator: ".").last.map { $0.lowercased() } ?? ""
    switch suffix {
    case "svg": kind = .vector
    case "json": kind = .lottie
    case "mp3", "m4a": kind = .audio
    default:
      guard let header = PictureHeader(bytes) else {
        throw MediaRefusal(text: "The file is neither JPEG, PNG nor WebP.")
      }
      kind = .picture(header)
    }
    try check()
  }

  /// The stem of served file names. Reading spec §11.2.
  var stem: String {
    let name = path.text.split(separator: "/").last ?? ""
    let bare = name.lastIndex(of: ".").map { name[..<$0] } ?? name
    return Slug.fileStem(fromNFKD: Text.nfkd(String(bare)))
  }

  var sizeWarning: ImportMessage? {
    guard case .picture(let header) = kind, max(header.width, 0) < 1_080 else { return nil }
    let text = "This image is \(header.width) px wide; large screens will show it soft."
    return ImportMessage(path.text, .start, .warning, .imageSmall, text)
  }

  func stored(_ content: StoredMedia.Content) -> StoredMedia {
    StoredMedia(path: path, sha256: sha256, bytes: bytes.count, content: content)
  }

  /// The bytes that readers get, and what they are; the file's name is still to be given.
  func served() throws(MediaRefusal) -> ([UInt8], StoredAsset) {
    switch kind {
    case .picture: throw MediaRefusal(text: "A picture is served by its renditions.")
    case .vector:
      do throws(Vector.Refusal) {
        return (try Vector(bytes).bytes, StoredAsset(kind: .svg, mediaType: "image/svg+xml", file: ""))
      } catch {
        throw MediaRefusal(text: error.sentence)
      }
    case .lottie:
      do throws(Animation.Refusal) {
        return (try Animation.checked(bytes), StoredAsset(kind: .lottie, mediaType: "application/json", file: ""))
      } catch {
        throw MediaRefusal(text: error.sentence)
      }
    case .audio:
      do throws(Audio.Refusal) {
        let audio = try Audio(bytes)
        let asset = StoredAsset(
          kind: .audio, mediaType: audio.format.mediaType, file: "", milliseconds: audio.milliseconds)
        return (bytes, asset)
      } catch {
        throw MediaRefusal(text: error.sentence)
      }
    }
  }

  private func check() throws(MediaRefusal) {
    guard case .picture(let header) = kind else {
      _ = try served()
      return
    }
    guard bytes.count <= RenditionGeometry.Limits.bytes else {
      throw MediaRefusal(text: "The file is larger than 20 MiB.")
    }
    for side in [header.width, header.height] where !RenditionGeometry.Limits.side.contains(side) {
      throw MediaRefusal(text: "Each side must have 16 to 16,383 pixels; this picture has \(side).")
    }
    guard header.width * header.height <= RenditionGeometry.Limits.pixels else {
      throw MediaRefusal(text: "The picture has more than 50 million pixels.")
    }
  }
}
