import Ambient
import Support
import Testing
import Time

@Suite struct `Time and randomness` {
  @Test func `time moves when the test says so`() {
    let clock = FakeClock()
    let ambient = clock.ambient()
    #expect(ambient.now() == .wednesday)
    clock.advance(.minutes(90))
    #expect(ambient.now().rfc3339 == "2026-03-04T13:30:00Z")
    clock.set(.wednesday - .days(1))
    #expect(ambient.now().rfc3339 == "2026-03-03T12:00:00Z")
  }

  @Test func `one seed gives the same bytes in every run, another gives others`() {
    let first = FakeClock().ambient(seed: 17)
    let again = FakeClock().ambient(seed: 17)
    let bytes = first.bytes(32)
    #expect(again.bytes(32) == bytes)
    #expect(first.bytes(32) != bytes)
    #expect(FakeClock().ambient(seed: 18).bytes(32) != bytes)
  }
}
