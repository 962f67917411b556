import Crypto
import Foundation
import ReadingRules

func bytes(of path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path))) }

/// The root of the repository.
let repository = URL(fileURLWithPath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A tree on disk: its texts with their bytes, and the paths of its media.
func tree(at folder: String) throws -> (files: [TreeFile], media: Set<String>) {
  let root = repository.appendingPathComponent(folder)
  var files: [TreeFile] = []
  var media: Set<String> = []
  for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
    let url = root.appendingPathComponent(path)
    guard try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true else { continue }
    if path.hasPrefix("media/") {
      media.insert(path)
    } else {
      files.append(TreeFile(path: path, bytes: Array(try Data(contentsOf: url))))
    }
  }
  return (files, media)
}

/// SHA-256 of a text's UTF-8 bytes.
func sha256(_ text: String) -> [UInt8] { SHA256.hash(Array(text.utf8)) }
