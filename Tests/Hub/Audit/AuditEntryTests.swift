import AuditRules
import Identifiers
import Testing

@Suite struct `An actor` {
  @Test func `is named by its kind and id`() {
    let person = ID<UserKind>(milliseconds: 1, random: [])
    #expect(Actor.user(person).type == "user" && Actor.user(person).id == person.description)
    #expect(Actor.system.type == "system" && Actor.system.id == nil)
  }
}
