/// One text of the import tree, split by the grammar of Reading spec §17.2 and not yet typed.
struct SourceFile {
  var path: String
  var fields: [SourceField] = []
  var parts: [SourcePart] = []
  /// What the grammar does not allow.
  var messages: [ImportMessage] = []

  func field(_ key: String) -> SourceField? {
    for field in fields where field.key == key { return field }
    return nil
  }
}

/// A `key: value` of the front matter.
struct SourceField {
  enum Value {
    case null
    case text(String)
    case list([SourceItem])
  }
  var key: String
  var keyPosition: Position
  var value: Value
  /// Where the value begins.
  var position: Position
}

struct SourceItem {
  var text: String
  var position: Position
}

/// A named part of the text behind the front matter; what stands before the first part line is `body`.
struct SourcePart {
  var words: [String]
  var arguments: [(key: String, value: SourceItem)] = []
  var position: Position
  /// Without blank lines at either end.
  var text = ""
  /// Where the first line of `text` is.
  var textPosition: Position

  var name: String { words.joined(separator: " ") }

  func argument(_ key: String) -> SourceItem? {
    for argument in arguments where argument.key == key { return argument.value }
    return nil
  }
}
