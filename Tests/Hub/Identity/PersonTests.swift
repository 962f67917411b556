import API
import Identifiers
import IdentityHTTP
import IdentityRules
import IdentityStore
import JSON
import SQL
import Support
import Testing
import Time

/// Hub spec §§7.4–7.7.
@Suite struct `Persons over the wire` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `are seen by themselves and by staff; to others they look like nobody`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let erik = try await house.signUp("erik@example.com")
      let nobody = ID<UserKind>(bits: 7)
      let paths: [(HTTPMethod, String, String?)] = [
        (.get, "", nil), (.patch, "", "{}"), (.delete, "", nil), (.get, "/profile", nil), (.patch, "/profile", "{}"),
        (.get, "/settings", nil), (.patch, "/settings", "{}"), (.get, "/sessions", nil), (.get, "/export", nil),
        (.post, "/erasure-requests", "{}"),
        (.post, "/password", #"{"current_password":"\#(House.good)","new_password":"\#(House.other)"}"#),
      ]
      for (method, path, body) in paths {
        let another = await house.ask(method, "/v1/users/\(dana.id)\(path)", as: erik.access, body)
        let absent = await house.ask(method, "/v1/users/\(nobody)\(path)", as: erik.access, body)
        #expect(
          another.status == 404 && another.code == "user_not_found" && another.bytes == absent.bytes,
          "\(method) \(path)")
      }
      for (method, path) in [
        (HTTPMethod.post, "/suspend"), (.post, "/invitation"), (.get, "/erasure-requests/current"),
        (.delete, "/erasure-requests/current"),
      ] {
        let answer = await house.ask(method, "/v1/users/me\(path)", as: dana.access, method == .post ? "{}" : nil)
        #expect([403, 404].contains(answer.status), "\(path) \(answer.status)")
      }
      let list = await house.ask(.get, "/v1/users", as: erik.access)
      #expect(list.status == 403 && list.code == "forbidden")
      let root = try await house.staff()
      #expect(await house.ask(.get, "/v1/users/\(dana.id)", as: root.access).status == 200)
      #expect(await house.ask(.get, "/v1/users/\(nobody)", as: root.access).code == "user_not_found")
    }
  }

  @Test(arguments: engines) func `come in pages with cursors that belong to one list and one day`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let root = try await house.staff()
      for number in 0..<5 {
        house.clock.advance(.seconds(1))
        #expect(await house.post("/v1/users", as: root.access, #"{"email":"p\#(number)@example.com"}"#).status == 201)
      }
      var emails: [String] = []
      var cursor = ""
      repeat {
        let page = await house.ask(
          .get, "/v1/users?limit=2\(cursor.isEmpty ? "" : "&cursor=\(cursor)")", as: root.access)
        emails += (page["data"]?.list ?? []).compactMap { $0["email"]?.text }
        cursor = page["page"]?["next_cursor"]?.text ?? ""
        #expect(page["page"]?["has_more"] == .bool(!cursor.isEmpty))
      } while !cursor.isEmpty && emails.count < 10
      #expect(
        emails == [
          "p4@example.com", "p3@example.com", "p2@example.com", "p1@example.com", "p0@example.com", "root@example.com",
        ])
      let page = await house.ask(.get, "/v1/users?limit=2&status=invited", as: root.access)
      let bound = try #require(page["page"]?["next_cursor"]?.text)
      #expect(await house.ask(.get, "/v1/users?status=invited&cursor=\(bound)", as: root.access).status == 200)
      for target in [
        "/v1/users?cursor=\(bound)", "/v1/users?status=invited&cursor=\(bound)A", "/v1/users?status=invited&cursor=x",
      ] {
        #expect(await house.ask(.get, target, as: root.access).code == "invalid_cursor")
      }
      house.clock.advance(.minutes(10))
      #expect(await house.ask(.get, "/v1/users?limit=1000", as: root.access).status == 200)
      #expect(await house.ask(.get, "/v1/users?q=p3@", as: root.access)["data"]?.list.count == 1)
      #expect(await house.ask(.get, "/v1/users?email=P2@EXAMPLE.com", as: root.access)["data"]?.list.count == 1)
      #expect(await house.ask(.get, "/v1/users?q=p3", as: root.access).code == "validation_failed")
      #expect(await house.ask(.get, "/v1/users?status=bogus", as: root.access).code == "validation_failed")
    }
  }

  @Test(arguments: engines) func `change state as the table says, and what follows follows`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let root = try await house.staff()
      let dana = try await house.signUp()
      let path = "/v1/users/\(dana.id)"
      #expect(
        await house.ask(.patch, "/v1/users/me", as: dana.access, #"{"status":"suspended"}"#).code
          == "status_change_forbidden")
      let suspended = await house.ask(.patch, path, as: root.access, #"{"status":"suspended"}"#)
      #expect(suspended.status == 200 && suspended["status"] == .string("suspended"))
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).reason == "user_suspended")
      let facts = house.aftermath.facts.count
      #expect(await house.post(path + "/suspend", as: root.access).status == 200)
      #expect(house.aftermath.facts.count == facts, "again changes nothing and tells nobody")
      #expect(await house.ask(.patch, path, as: root.access, #"{"status":"active"}"#).status == 200)
      // Sessions of before stay dead (session revival).
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).reason == "user_suspended")
      #expect(await house.ask(.delete, path, as: root.access).status == 204)
      #expect(await house.login().status == 401)
      #expect(await house.post(path + "/suspend", as: root.access).code == "invalid_status_transition")
      let again = try await house.signUp("dana@example.com", House.other)
      #expect(await house.ask(.patch, path, as: root.access, #"{"status":"active"}"#).reason == "email_taken")
      let restored = await house.ask(
        .patch, path, as: root.access, #"{"status":"active","email":"old.dana@example.com"}"#)
      #expect(restored.status == 200 && restored["email"] == .string("old.dana@example.com"))
      #expect(await house.ask(.get, "/v1/users/me", as: again.access).status == 200)
      let audited = Set(try await house.audit(about: dana.id))
      #expect(audited == ["user.created", "user.suspended", "user.reactivated", "user.deleted", "user.email_changed"])
      #expect(await house.ask(.patch, path, as: root.access, #"{"plan":"standard"}"#).code == "read_only_field")
      #expect(await house.ask(.patch, path, as: root.access, #"{"status":"deleted"}"#).code == "validation_failed")
    }
  }

  @Test(arguments: engines) func `are not changed over somebody's change`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      let read = await house.ask(.get, "/v1/users/me", as: dana.access)
      let tag = try #require(read.headers["ETag"])
      let first = await house.ask(
        .patch, "/v1/users/me", as: dana.access, #"{"email":"a@example.com"}"#, ["If-Match": tag])
      #expect(first.status == 200 && first.headers["ETag"] != tag)
      let second = await house.ask(
        .patch, "/v1/users/me", as: dana.access, #"{"email":"b@example.com"}"#, ["If-Match": tag])
      #expect(second.status == 409 && second.code == "version_conflict")
      #expect(second.json?["error"]?["details"]?["current_etag"]?.text == first.headers["ETag"])
    }
  }

  @Test(arguments: engines) func `always have one left who may do everything`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let root = try await house.staff()
      for (method, path, body) in [
        (HTTPMethod.delete, "/v1/users/me", String?.none), (.post, "/v1/users/me/erasure-requests", "{}"),
        (.post, "/v1/users/\(root.id)/suspend", "{}"),
      ] {
        let answer = await house.ask(method, path, as: root.access, body)
        #expect(answer.status == 409 && answer.code == "last_superadmin", "\(path)")
      }
      _ = try await house.staff("second@example.com")
      #expect(await house.ask(.delete, "/v1/users/me", as: root.access).status == 204)
    }
  }

  @Test(arguments: engines) func `are invited again only while they are invited`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let root = try await house.staff()
      let made = await house.ask(
        .post, "/v1/users", as: root.access, #"{"email":"frida@example.com","send_invitation":false}"#,
        ["Idempotency-Key": "k"])
      let replay = await house.ask(
        .post, "/v1/users", as: root.access, #"{"email":"frida@example.com","send_invitation":false}"#,
        ["Idempotency-Key": "k"])
      #expect(made.status == 201 && replay.bytes == made.bytes && replay.headers["Idempotent-Replayed"] == "true")
      #expect(house.aftermath.letters.isEmpty)
      let path = "/v1/users/\(made["id"]?.text ?? "")"
      #expect(await house.post(path + "/invitation", as: root.access).status == 202)
      #expect(house.aftermath.letters.map(\.to) == ["frida@example.com"])
      #expect(await house.ask(.patch, path, as: root.access, #"{"status":"active"}"#).status == 200)
      #expect(await house.post(path + "/invitation", as: root.access).code == "invalid_status_transition")
      #expect(await house.post("/v1/users", as: root.access, #"{"email":"FRIDA@example.com"}"#).reason == "email_taken")
    }
  }
}

@Suite struct `A person's profile and settings` {
  @Test(arguments: TestDatabase.engines) func `change member by member, each with its rule`(_ engine: TestDatabase)
    async throws
  {
    try await House.open(engine) { house in
      let dana = try await house.signUp()
      func patch(_ what: String, _ body: String) async -> House.Answer {
        await house.ask(.patch, "/v1/users/me/\(what)", as: dana.access, body)
      }
      let full = await patch(
        "profile",
        #"{"display_name":"Dana","avatar_url":"https://example.com/a.png","contact_email":"c@example.com","contact_phone":"+4915112345678"}"#
      )
      #expect(full.status == 200 && full["avatar_url"] == .string("https://example.com/a.png"))
      let cleared = await patch("profile", #"{"avatar_url":null}"#)
      #expect(cleared["avatar_url"] == .null && cleared["contact_phone"] == .string("+4915112345678"))
      for (body, told) in [
        (#"{"display_name":null}"#, "validation_failed"), (#"{"display_name":""}"#, "validation_failed"),
        (#"{"avatar_url":"javascript:alert(1)"}"#, "validation_failed"),
        (#"{"contact_phone":"123"}"#, "validation_failed"),
        (#"{"contact_email":"x"}"#, "validation_failed"), (#"{"locale":"de"}"#, "read_only_field"),
      ] { #expect(await patch("profile", body).code == told, "\(body)") }
      let settings = await patch(
        "settings",
        #"{"locale":"de-DE","timezone":"Europe/Berlin","theme":"dark","notifications":{"push":true,"email":null}}"#)
      #expect(settings.status == 200 && settings["notifications"] == .members(("push", .bool(true))))
      #expect(await house.ask(.get, "/v1/users/me/profile", as: dana.access)["locale"] == .string("de-DE"))
      for body in [
        #"{"locale":"x"}"#, #"{"timezone":"Mars/Base"}"#, #"{"theme":"pink"}"#, #"{"theme":null}"#,
        #"{"notifications":{"Bad":true}}"#, #"{"notifications":{"a":1}}"#,
      ] { #expect(await patch("settings", body).code == "validation_failed", "\(body)") }
      let root = try await house.staff()
      #expect(
        await house.ask(.patch, "/v1/users/\(dana.id)/profile", as: root.access, #"{"display_name":"D"}"#).status == 200
      )
      #expect(Set(try await house.audit(about: dana.id)) == ["profile.updated", "user.created"])
      let capabilities = await house.ask(.get, "/v1/users/me/capabilities", as: root.access)
      #expect(capabilities["platform_permissions"]?.list.count == 12 && capabilities["api_version"] == .string("v1"))
    }
  }
}

@Suite struct `What is held of a person` {
  static let engines = TestDatabase.engines

  @Test(arguments: engines) func `can be taken away whole, without secrets`(_ engine: TestDatabase) async throws {
    try await House.open(engine, factor: 1) { house in
      let dana = try await house.signUp()
      let export = await house.ask(.get, "/v1/users/me/export", as: dana.access)
      #expect(export.status == 200)
      let sections = Set(
        PersonalData.identity.compactMap { if case .section(let name) = $0.export { name } else { nil } })
      for section in sections { #expect(export[section] != nil, "\(section)") }
      let text = String(decoding: export.bytes, as: UTF8.self)
      for secret in ["argon2", "rtk_", "emv_", "hash", "sealed"] { #expect(!text.contains(secret), "\(secret)") }
      for _ in 0..<4 { #expect(await house.ask(.get, "/v1/users/me/export", as: dana.access).status == 200) }
      #expect(await house.ask(.get, "/v1/users/me/export", as: dana.access).status == 429)
    }
  }

  @Test(arguments: engines) func `is forgotten seven days after it was asked for, with a receipt`(
    _ engine: TestDatabase
  )
    async throws
  {
    try await House.open(engine) { house in
      let root = try await house.staff()
      let dana = try await house.signUp()
      let path = "/v1/users/\(dana.id)"
      _ = await house.ask(.patch, path + "/profile", as: root.access, #"{"display_name":"Dana Lee"}"#)
      let asked = await house.post("/v1/users/me/erasure-requests", as: dana.access, #"{"reason":"bye"}"#)
      #expect(asked.status == 202 && asked["status"] == .string("scheduled"))
      #expect(asked["scheduled_for"] == .string((house.clock.now + .days(7)).rfc3339))
      #expect(await house.ask(.get, "/v1/users/me", as: dana.access).reason == "user_deleted")
      #expect(await house.post(path + "/erasure-requests", as: root.access).bytes == asked.bytes, "again is the same")
      #expect(await house.ask(.patch, path, as: root.access, #"{"status":"active"}"#).code == "erasure_scheduled")
      house.clock.advance(.days(6))
      #expect(try await house.identity.eraseDue(at: house.clock.now) == 0)
      house.clock.advance(.days(1))
      #expect(try await house.identity.eraseDue(at: house.clock.now) == 1)
      #expect(try await house.identity.eraseDue(at: house.clock.now) == 0)
      #expect(house.aftermath.letters.last.map { "\($0.to)" } == "dana@example.com")
      let root2 = try house.signedIn(
        await house.post(
          "/v1/auth/administrator",
          #"{"token":"\#(try await house.identity.resetAdministrator("root@example.com", at: house.clock.now).signIn)"}"#
        ))
      #expect(await house.ask(.patch, path, as: root2.access, #"{"status":"active"}"#).code == "user_not_found")
      let id = try #require(ID<UserKind>(dana.id))
      let (person, receipt, profile) = try await house.database.read { tx in
        (try Persons.find(id, in: tx), try Erasures.find(id, in: tx)?.receipt, try Profiles.profile(of: id, in: tx))
      }
      #expect(person?.email == "erased+\(dana.id)@erased.invalid" && profile == nil)
      #expect(receipt?.contains("audit log") == true)
      #expect(try await house.audit(about: dana.id).contains("user.erased"))
      _ = try await house.signUp("dana@example.com", House.other)
    }
  }

  @Test(arguments: engines) func `is kept when the erasure is cancelled in time`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let root = try await house.staff()
      let dana = try await house.signUp()
      let path = "/v1/users/\(dana.id)"
      #expect(
        await house.ask(.get, path + "/erasure-requests/current", as: root.access).code == "erasure_not_scheduled")
      #expect(await house.post("/v1/users/me/erasure-requests", as: dana.access).status == 202)
      #expect(await house.ask(.get, path + "/erasure-requests/current", as: root.access).status == 200)
      #expect(await house.ask(.delete, path + "/erasure-requests/current", as: root.access).status == 204)
      #expect(
        await house.ask(.delete, path + "/erasure-requests/current", as: root.access).code == "erasure_not_scheduled")
      house.clock.advance(.days(8))
      #expect(try await house.identity.eraseDue(at: house.clock.now) == 0)
      let back = try house.signedIn(
        await house.post(
          "/v1/auth/administrator",
          #"{"token":"\#(try await house.identity.resetAdministrator("root@example.com", at: house.clock.now).signIn)"}"#
        ))
      #expect(await house.ask(.patch, path, as: back.access, #"{"status":"active"}"#).status == 200)
      #expect(await house.login().status == 200)
    }
  }

  /// Every table with a column that names a person says what an export takes and what an erasure does.
  @Test(arguments: engines) func `is in the registry, table by table`(_ engine: TestDatabase) async throws {
    try await House.open(engine) { house in
      let known = Set(PersonalData.identity.map(\.table))
      let text =
        engine.engine == .sqlite
        ? "SELECT m.name AS t, p.name AS c FROM sqlite_master m JOIN pragma_table_info(m.name) p WHERE m.type = 'table'"
        : "SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = current_schema()"
      let columns = try await house.database.read { tx in
        try tx.all(
          Statement<Void, (String, String)>(
            Array(text.utf8), read: { (row) throws(StoreError) in (try row.text("t"), try row.text("c")) }))
      }
      let personal = ["user_id", "target_user_id", "person_id", "email", "session_id", "contact_email", "ip_address"]
      let found = Set(columns.filter { $0.0.hasPrefix("hub_") && personal.contains($0.1) }.map(\.0))
      #expect(found.count >= 9 && found.isSubset(of: known), "\(found.subtracting(known))")
    }
  }
}
