/// What this program is.
enum Release {
  static let version = "0.1.0"
}
