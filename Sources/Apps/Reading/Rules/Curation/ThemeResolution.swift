/// Which theme a thing wears. Reading spec §9.3.
package enum ThemeResolution {
  /// A theme as a row names it, with whether it is live now.
  package struct Theme: Hashable, Sendable {
    package var id: Int64
    package var isLive: Bool
    package init(id: Int64, isLive: Bool) {
      self.id = id
      self.isLive = isLive
    }
    fileprivate var liveID: Int64? { isLive ? id : nil }
  }

  /// The book a piece comes from.
  package struct SourceBook: Hashable, Sendable {
    package var isLive: Bool
    package var theme: Theme?
    package init(isLive: Bool, theme: Theme?) {
      self.isLive = isLive
      self.theme = theme
    }
  }

  /// Its own, else its source book's if that book is live too, else none.
  package static func piece(own: Theme?, sourceBook: SourceBook?) -> Int64? {
    if let id = own?.liveID { return id }
    guard let sourceBook, sourceBook.isLive else { return nil }
    return sourceBook.theme?.liveID
  }

  package static func journey(own: Theme?) -> Int64? { own?.liveID }

  package static func journeyChapter(own: Theme?, journey: Theme?) -> Int64? { own?.liveID ?? journey?.liveID }
}
