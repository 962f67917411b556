import API
import Ambient
import Arguments
import IdentityHTTP
import IdentityRules
import JSON
import ReadingHTTP
import SQL

/// `atrium admin create|reset|list|break-glass`: who may do everything. No route of the web makes an administrator.
enum AdministratorCommand {
  static let verbs = ["create", "reset", "list", "break-glass"]

  static func run(_ verb: String, _ email: String?, _ invocation: Invocation) async throws -> ExitCode {
    let configuration = Configuration(settings: invocation.settings)
    let database = try configuration.openCurrentDatabase()
    defer { database.close() }
    let address = try configuration.reading().webBase
    let identity = try HubSite(configuration, database: database, publicURL: address).identity
    let now = configuration.ambient.now()
    if verb == "list" {
      for person in try await identity.administrators() {
        Terminal.print("\(person.id)  \(person.email)  \(person.status.rawValue)")
      }
      return .done
    }
    guard let email else {
      Terminal.complain("Name the person by address: atrium admin \(verb) EMAIL")
      return .misused
    }
    do {
      let wayIn =
        switch verb {
        case "create": try await identity.createAdministrator(email, at: now)
        case "reset": try await identity.resetAdministrator(email, at: now)
        default: try await identity.breakGlass(email, at: now)
        }
      if invocation.has("json") {
        let json = JSONValue.members(
          ("password_link", .string(link(wayIn, address))), ("sign_in_token", .string(wayIn.signIn)))
        Terminal.print(bytes: json.bytes + [0x0A])
      } else {
        Terminal.print("\(email) may do everything. Set the password within the hour; the link works once:")
        Terminal.print(link(wayIn, address))
      }
      return .done
    } catch let refusal as Identity.AdministratorRefusal { throw CommandFailure(sentence: refusal.sentence) }
  }

  static func link(_ wayIn: Identity.WayIn, _ address: String) -> String { address + "/reset?token=" + wayIn.reset }
}
