import Identifiers
import Support
import Testing

private enum UserKind: IDKind { static var prefix: StaticString { "usr" } }
private enum GrantKind: IDKind { static var prefix: StaticString { "ent" } }
private enum AppKind: IDKind { static var prefix: StaticString { "app" } }

@Suite struct `Typed ids` {
  @Test func `an id is its kind's prefix and 26 digits`() throws {
    let id = ID<UserKind>(milliseconds: 1_772_625_600_000, random: Array(1...10))
    #expect(id.description.utf8.count == 30)
    #expect(id.bits >> 80 == 1_772_625_600_000)
    #expect(ID<UserKind>(id.description) == id)
    #expect(ID<UserKind>("usr_" + id.description.dropFirst(4).lowercased()) == id)
  }

  static let refused = [
    "", "usr", "usr_", "usr_01", "ent_00000000000000000000000000", "USR_00000000000000000000000000",
    "usr-00000000000000000000000000", "usr_0000000000000000000000000", "usr_000000000000000000000000000",
    "usr_80000000000000000000000000", "usr_0000000000000000000000000I", "usr_0000000000000000000000000U",
    " usr_00000000000000000000000000", "usr_00000000000000000000000000 ", "usr__0000000000000000000000000",
    "00000000000000000000000000",
  ]

  @Test(arguments: refused) func `what is no id of the kind is refused`(_ text: String) {
    #expect(ID<UserKind>(text) == nil)
  }

  @Test(arguments: 1...32) func `ids sort by the time they were made, and so do their texts`(seed: Int) {
    var random = SeededBytes(seed: UInt64(seed))
    for step in 0..<100 {
      let time = Int64.random(in: 0..<1 << 48 - 1, using: &random)
      let earlier = ID<GrantKind>(milliseconds: time, random: random.bytes(10))
      let later = ID<GrantKind>(milliseconds: time + 1, random: random.bytes(10))
      #expect(earlier < later && earlier.description < later.description, "\(step)")
    }
  }

  @Test func `a time outside 48 bits never traps`() {
    #expect(ID<UserKind>(milliseconds: -1, random: []).bits == 0)
    #expect(ID<UserKind>(milliseconds: .max, random: []).bits >> 80 == 0xFFFF_FFFF_FFFF)
  }
}

@Suite struct `Named ids` {
  @Test(arguments: ["app_planner", "app_a", "app_a_b_1", "app_a-b", "app_" + String(repeating: "x", count: 64)])
  func `a readable name is kept as it is`(_ text: String) { #expect(NamedID<AppKind>(text)?.name == text) }

  @Test(arguments: [
    "", "app", "app_", "app_A", "app_é", "app_a.b", "app_a b", "xapp_a", "app_" + String(repeating: "x", count: 65),
  ])
  func `another form is refused`(_ text: String) { #expect(NamedID<AppKind>(text) == nil) }
}

@Suite struct `Numbered ids` {
  @Test(arguments: [("1", 1), ("118", 118), ("9007199254740991", 9_007_199_254_740_991)] as [(String, Int64)])
  func `a plain number is read`(_ text: String, _ number: Int64) {
    #expect(NumberedID<AppKind>(pathSegment: text)?.number == number)
  }

  @Test(arguments: [
    "", "0", "01", "-1", "+1", "1.0", "1e3", " 1", "1 ", "٣", "9007199254740992", "99999999999999999999", "0x1", "abc",
  ])
  func `anything else is refused`(_ text: String) { #expect(NumberedID<AppKind>(pathSegment: text) == nil) }

  @Test func `numbers begin at 1`() {
    #expect(NumberedID<AppKind>(0) == nil)
    #expect(NumberedID<AppKind>(-1) == nil)
    #expect(NumberedID<AppKind>(Int64.max) == nil)
  }
}
