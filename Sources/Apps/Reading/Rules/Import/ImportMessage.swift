/// A place in a file; lines and columns count from 1, columns in Unicode scalars.
package struct Position: Hashable, Sendable {
  package var line, column: Int
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
  package static let start = Position(line: 1, column: 1)
}

/// What is wrong with a file of the import tree, printed as `file:line:column code text`. Reading spec §§16.4, 17.4.
package struct ImportMessage: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// Nothing is imported.
    case error
    case warning
  }

  package var file: String
  package var position: Position
  package var severity: Severity
  package var code: ImportCode
  package var text: String

  package init(
    _ file: String, _ position: Position, _ severity: Severity = .error, _ code: ImportCode, _ text: String
  ) {
    self.file = file
    self.position = position
    self.severity = severity
    self.code = code
    self.text = text
  }

  package var line: String { "\(file):\(position.line):\(position.column) \(code.rawValue) \(text)" }
}

/// Every code an import can print, in alphabetical order, append-only.
package enum ImportCode: String, CaseIterable, Hashable, Sendable {
  case altMissing = "alt_missing"
  case colourContrast = "colour_contrast"
  case dateInvalid = "date_invalid"
  case duplicateKey = "duplicate_key"
  case encoding
  case frontMatter = "front_matter"
  case idTaken = "id_taken"
  case imageSmall = "image_small"
  case invalidValue = "invalid_value"
  case journeyEmpty = "journey_empty"
  case linkDead = "link_dead"
  case mdConstruct = "md_construct"
  case mdControl = "md_control"
  case mdHTML = "md_html"
  case mdLink = "md_link"
  case mdTooLarge = "md_too_large"
  case mediaInvalid = "media_invalid"
  case mediaMissing = "media_missing"
  case orderTaken = "order_taken"
  case part
  case path
  case refMissing = "ref_missing"
  case refNotLive = "ref_not_live"
  case required
  case schedule
  case slugInvalid = "slug_invalid"
  case slugMismatch = "slug_mismatch"
  case slugTaken = "slug_taken"
  case symbolicLink = "symbolic_link"
  case syntax
  case tooLong = "too_long"
  case unknownKey = "unknown_key"
  case weekTaken = "week_taken"
  case windowEmpty = "window_empty"
  case yearRange = "year_range"
}
