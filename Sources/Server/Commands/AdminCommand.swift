import Arguments
import Ambient
import JSON
import ReadingStore
import SQL
import Time

enum AdminCommand {
  static let command = Command(
    "admin", "Looks after administrators and API keys.",
    discussion:
      "atrium admin create EMAIL · atrium admin reset EMAIL · atrium admin list · atrium admin break-glass EMAIL · atrium admin letters · atrium admin api-key create --label TEXT · atrium admin api-key list · atrium admin api-key revoke ID",
    arguments: [
      .init("create|reset|list|break-glass|letters|api-key", "What is done, or looked after."),
      .init("EMAIL|create|list|revoke", "Whose way in, or what is done with keys.", arity: .optional),
      .init("ID", "Of the key to revoke.", arity: .optional),
    ], flags: [.init("label", "TEXT", "What the key is for."), .init("json", nil, "Prints JSON.")],
    settings: ServerSettings.library
  ) { invocation in
    await reporting {
      let words = invocation.arguments
      if AdministratorCommand.verbs.contains(words[0]) {
        return try await AdministratorCommand.run(words[0], words.count > 1 ? words[1] : nil, invocation)
      }
      if words[0] == "letters" { return try await LettersCommand.run(invocation) }
      guard words[0] == "api-key", words.count > 1 else {
        Terminal.complain(
          "atrium admin knows create, reset, list, break-glass, letters and api-key create, list, revoke.")
        return .misused
      }
      let configuration = Configuration(settings: invocation.settings)
      switch invocation.arguments[1] {
      case "create": return try await create(invocation, configuration)
      case "list": return try await list(invocation, configuration)
      case "revoke": return try await revoke(invocation, configuration)
      case let verb:
        Terminal.complain("atrium admin api-key knows create, list and revoke, not \(verb).")
        return .misused
      }
    }
  }

  private static func create(_ invocation: Invocation, _ configuration: Configuration) async throws -> ExitCode {
    guard let label = invocation["label"], !label.isEmpty, label.count <= 120 else {
      Terminal.complain("Say what the key is for: --label TEXT, at most 120 characters.")
      return .misused
    }
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let (id, key) = try await newKey(database, label: label, ambient: configuration.ambient)
    if invocation.has("json") {
      Terminal.print(bytes: JSONValue.object([.init("id", .integer(id)), .init("key", .string(key))]).bytes + [0x0A])
    } else {
      Terminal.print("Key \(id), \(label): \(key)\nIt is not shown again. Servers know it within two seconds.")
    }
    return .done
  }

  static func newKey(_ database: Database, label: String, ambient: Ambient) async throws -> (id: Int64, key: String) {
    let (random, now) = (ambient.bytes(32), ambient.now())
    return try await database.write { tx in try APIKeys.create(label: label, random: random, now: now, in: tx) }
  }

  private static func list(_ invocation: Invocation, _ configuration: Configuration) async throws -> ExitCode {
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let keys = try await database.read { tx in try tx.all(APIKeys.list) }
    if invocation.has("json") {
      let rows = keys.map { key in
        JSONValue.object([
          .init("created_at", .string(key.createdAt.rfc3339)), .init("id", .integer(key.id)),
          .init("label", .string(key.label)),
          .init("last_used_on", key.lastUsedOn.map(JSONValue.string) ?? .null),
          .init("revoked_at", key.revokedAt.map { .string($0.rfc3339) } ?? .null),
        ])
      }
      Terminal.print(bytes: JSONValue.array(rows).bytes + [0x0A])
    } else if keys.isEmpty {
      Terminal.print("There are no keys. Make one: atrium admin api-key create --label TEXT")
    } else {
      for key in keys {
        let state =
          key.revokedAt.map { "revoked \($0.rfc3339)" } ?? key.lastUsedOn.map { "last used \($0)" } ?? "never used"
        Terminal.print("\(key.id)  \(key.label)  made \(key.createdAt.rfc3339)  \(state)")
      }
    }
    return .done
  }

  private static func revoke(_ invocation: Invocation, _ configuration: Configuration) async throws -> ExitCode {
    guard invocation.arguments.count == 3, let id = Int64(invocation.arguments[2]) else {
      Terminal.complain("Name the key by its number: atrium admin api-key revoke ID")
      return .misused
    }
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let now = configuration.ambient.now()
    guard try await database.write({ tx in try APIKeys.revoke(id, now: now, in: tx) }) else {
      throw CommandFailure(sentence: "There is no key \(id) in force.")
    }
    Terminal.print("Key \(id) is revoked. Servers know it within two seconds.")
    return .done
  }
}
