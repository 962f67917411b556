import Time

/// What reading the files of one tree has found so far.
struct Findings {
  var messages: [ImportMessage] = []
  var references: [ReferenceMention] = []
  var media: [MediaMention] = []
  var pictures: [PictureMention] = []

  mutating func add(_ other: Findings) {
    messages += other.messages
    references += other.references
    media += other.media
    pictures += other.pictures
  }
}

/// A reference somewhere in the tree, to be looked up when every file has been read.
struct ReferenceMention {
  enum Weight {
    /// The object cannot be live without it.
    case required
    /// It is left out while its target is not live.
    case optional
    /// A Markdown link: shown as plain text while its target is not live.
    case link(String)
  }
  var file: String
  var position: Position
  var reference: Reference
  var weight: Weight
  /// Whether the object that refers is to be live.
  var isFromLive: Bool
}

struct MediaMention {
  var file: String
  var position: Position
  var path: MediaPath
}

/// A picture of an object that is to be live.
struct PictureMention {
  var file: String
  var position: Position
  var isDescribed: Bool
}

/// What a media file must be, told from its name here and from its bytes when it is stored. Reading spec §11.2.
enum MediaKind {
  case picture, vector, lottie, audio

  var suffixes: [String] {
    switch self {
    case .picture: [".jpg", ".jpeg", ".png", ".webp"]
    case .vector: [".svg"]
    case .lottie: [".json"]
    case .audio: [".mp3", ".m4a"]
    }
  }
}
