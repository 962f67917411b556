import Identifiers
import Testing

@Suite struct `Identifiers` {
  @Test func `a typed id prints its kind and reads only that`() {
    let id = ID<JobKind>(milliseconds: 1_772_625_600_000, random: Array(0..<10))
    #expect(id.description.hasPrefix("job_01") && id.description.count == 30)
    #expect(ID<JobKind>(id.description) == id)
    #expect(
      ID<RequestKind>(id.description) == nil && ID<JobKind>("job_") == nil && ID<JobKind>(id.description + "0") == nil)
    #expect(id < ID<JobKind>(milliseconds: 1_772_625_600_001, random: Array(repeating: 0, count: 10)))
  }

  static let numbers: [(String, Int64?)] = [
    ("1", 1), ("118", 118), ("9007199254740991", 9_007_199_254_740_991), ("9007199254740992", nil), ("0", nil),
    ("0118", nil), ("+1", nil), ("-1", nil),
    ("", nil), ("1 ", nil), ("١", nil), ("99999999999999999999", nil), ("1e3", nil),
  ]

  @Test(arguments: numbers) func `a number in a path has one spelling`(_ text: String, _ number: Int64?) {
    #expect(NumberedID<JobKind>(pathSegment: text)?.number == number)
  }

  static let names: [(String, Bool)] = [
    ("job_planner", true), ("job_a1_b", true), ("job_", false), ("app_planner", false), ("job_Planner", false),
    ("job_a-b", true), ("job_a.b", false),
  ]

  @Test(arguments: names) func `a named id has its kind's prefix`(_ text: String, _ isName: Bool) {
    #expect((NamedID<JobKind>(text) != nil) == isName)
  }
}
