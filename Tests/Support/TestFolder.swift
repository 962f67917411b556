import Glibc

/// Where tests put their files: the folder that the system sets aside for what is soon taken away.
package enum TestFolder {
  package static let parent = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir

  package static func path(_ name: String) -> String { parent + "/" + name }
}
