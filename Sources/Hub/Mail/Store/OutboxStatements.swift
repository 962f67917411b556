import Identifiers
import MailRules
package import SQL
import Time

extension Outbox {
  package static let migrations = [
    Migration(noun: "mail", number: 1, name: "mail", sql: PackageResources.m0001_mail_sql)
  ]

  static let insert = Statement<OutboxRow, Void>(
    PackageResources.letter_insert_sql,
    bind: {
      [
        .text("\($0.id)"), .text($0.template), .text($0.language), .text($0.address), .text(key($0.address)),
        .text($0.state.rawValue), .bytes(orNull: $0.content), .instant($0.sendAfter), .instant($0.createdAt),
      ]
    })

  private static func row(_ row: Row) throws(StoreError) -> OutboxRow {
    guard let id = ID<LetterKind>(try row.text("id")), let state = OutboxRow.State(rawValue: try row.text("state"))
    else {
      throw .damaged("a letter in the outbox is none")
    }
    return OutboxRow(
      id: id, template: try row.text("template"), language: try row.text("language"), address: try row.text("address"),
      state: state, content: try row.bytesOrNull("content"), attempts: Int(try row.int("attempts")),
      error: try row.textOrNull("error"), sendAfter: try row.instant("send_after"),
      sentAt: try row.instantOrNull("sent_at"), createdAt: try row.instant("created_at"))
  }

  static let finding = Statement<ID<LetterKind>, OutboxRow>(
    PackageResources.letter_find_sql, bind: { [.text("\($0)")] }, read: { (found) throws(StoreError) in try row(found) }
  )

  static let listing = Statement<(Instant, ID<LetterKind>?, Int), OutboxRow>(
    PackageResources.letter_list_sql,
    bind: { before, id, limit in [.instant(before), .text(id.map { "\($0)" } ?? "~"), .int(limit)] },
    read: { (found) throws(StoreError) in try row(found) })

  static let ending = Statement<(ID<LetterKind>, OutboxRow.State, String?, Instant?, Instant), Void>(
    PackageResources.letter_end_sql,
    bind: { id, state, error, sent, now in
      [.text("\(id)"), .text(state.rawValue), .text(orNull: error), .instant(orNull: sent), .instant(now)]
    })

  static let noting = Statement<(ID<LetterKind>, String, Instant), Void>(
    PackageResources.letter_note_sql, bind: { id, why, now in [.text("\(id)"), .text(why), .instant(now)] })

  static let purging = Statement<(Instant, Int), Void>(
    PackageResources.letter_purge_sql, bind: { before, limit in [.instant(before), .int(limit)] })

  static let forgetting = Statement<String, Void>(PackageResources.letter_forget_sql, bind: { [.text($0)] })

  static let mark = Statement<(String, String, Instant), Void>(
    PackageResources.undeliverable_add_sql, bind: { key, why, now in [.text(key), .text(why), .instant(now)] })

  static let marked = Statement<String, String>(
    PackageResources.undeliverable_find_sql, bind: { [.text($0)] },
    read: { (row) throws(StoreError) in try row.text("reason") })

  static let admit = Statement<String, Void>(PackageResources.undeliverable_remove_sql, bind: { [.text($0)] })
}
