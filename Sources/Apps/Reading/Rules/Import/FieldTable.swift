import Time

/// One key of one type: how it is read into a draft and how it is written back. The order of a table is the order in
/// which an export writes it. Reading spec §17.3.
struct Field<Draft> {
  enum Written {
    case text(String)
    case list([String])
  }

  let key: String
  let read: (inout FieldReader, inout Draft) -> Void
  /// Nil where the value is its default, which is left out.
  let write: (Draft) -> Written?

  static func text(
    _ key: String, max: Int, isRequired: Bool = false, allowsLines: Bool = false,
    _ get: @escaping (Draft) -> String?, _ set: @escaping (inout Draft, String) -> Void
  ) -> Field {
    Field(
      key: key,
      read: { reader, draft in
        let value = reader.text(key, max: max, isRequired: isRequired, allowsLines: allowsLines)
        if let value, !value.isEmpty { set(&draft, value) }
      },
      write: { get($0).map { .text($0) } })
  }

  static func number(
    _ key: String, in range: ClosedRange<Int>, isRequired: Bool = false,
    _ get: @escaping (Draft) -> Int?, _ set: @escaping (inout Draft, Int) -> Void
  ) -> Field {
    Field(
      key: key,
      read: { reader, draft in
        if let value = reader.number(key, in: range, isRequired: isRequired) { set(&draft, value) }
      },
      write: { get($0).map { .text(String($0)) } })
  }

  static func reference(
    _ key: String, to kinds: [ContentKind], isRequired: Bool = false,
    _ get: @escaping (Draft) -> Reference?, _ set: @escaping (inout Draft, Reference) -> Void
  ) -> Field {
    Field(
      key: key,
      read: { reader, draft in
        if let value = reader.reference(key, to: kinds, isRequired: isRequired) { set(&draft, value) }
      },
      write: { get($0).map { .text($0.text) } })
  }

  static func media(
    _ key: String, _ kind: MediaKind,
    _ get: @escaping (Draft) -> MediaPath?, _ set: @escaping (inout Draft, MediaPath) -> Void
  ) -> Field {
    Field(
      key: key,
      read: { reader, draft in if let value = reader.media(key, kind) { set(&draft, value) } },
      write: { get($0).map { .text($0.text) } })
  }

  /// Two keys: the picture and `{key}_alt`.
  static func picture(
    _ key: String, _ get: @escaping (Draft) -> PictureDraft?, _ set: @escaping (inout Draft, PictureDraft) -> Void
  ) -> [Field] {
    [
      Field(
        key: key,
        read: { reader, draft in if let value = reader.picture(key) { set(&draft, value) } },
        write: { get($0).map { .text($0.path.text) } }),
      Field(
        key: key + "_alt",
        read: { reader, _ in reader.knows(key + "_alt") },
        write: { get($0)?.alt.map { .text($0) } }),
    ]
  }

  static func colour(
    _ get: @escaping (Draft) -> HexColour, _ set: @escaping (inout Draft, HexColour) -> Void
  ) -> Field {
    Field(
      key: "colour",
      read: { reader, draft in if let value = reader.colour("colour") { set(&draft, value) } },
      write: { .text(get($0).text) })
  }

  /// The keys that every file may have.
  static func head(
    _ get: @escaping (Draft) -> DraftHead, _ change: @escaping (inout Draft, (inout DraftHead) -> Void) -> Void
  ) -> [Field] {
    [
      // Compared with the file's name before anything else is read.
      Field(key: "slug", read: { reader, _ in reader.knows("slug") }, write: { .text(get($0).slug) }),
      Field(
        key: "status",
        read: { reader, draft in
          guard let word = reader.text("status", max: 20) else { return }
          guard let status = DraftHead.Status(rawValue: word) else {
            return reader.say(.invalidValue, reader.position(of: "status"), "Status must be draft or live.")
          }
          change(&draft) { $0.status = status }
        },
        write: { get($0).status == .draft ? nil : .text(get($0).status.rawValue) }),
      Field(
        key: "publish_at",
        read: { reader, draft in
          let instant = reader.instant("publish_at")
          change(&draft) { $0.publishAt = instant }
        },
        write: { get($0).publishAt.map { .text($0.rfc3339) } }),
      Field(
        key: "expire_at",
        read: { reader, draft in
          let instant = reader.instant("expire_at")
          change(&draft) { $0.expireAt = instant }
        },
        write: { get($0).expireAt.map { .text($0.rfc3339) } }),
      Field(
        key: "listed",
        read: { reader, draft in
          let isListed = reader.flag("listed") ?? false
          change(&draft) { $0.isListed = isListed }
        },
        write: { get($0).isListed ? .text("true") : nil }),
      Field(
        key: "id",
        read: { reader, draft in
          let id = reader.number("id", in: Int64(1)...9_007_199_254_740_991)
          change(&draft) { $0.id = id }
        },
        write: { get($0).id.map { .text(String($0)) } }),
    ]
  }
}
