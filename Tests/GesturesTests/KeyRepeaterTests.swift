import Testing
import VitrineGestures
import VitrineTiming

@Suite("Held keys")
struct KeyRepeaterTests {
  private static func time(_ milliseconds: Int) -> HostTime { Glass.time(milliseconds) }

  /// Calls the repeater at each deadline up to this time.
  private func hold(_ repeater: inout KeyRepeater, until milliseconds: Int) -> [String] {
    var story: [String] = []
    while let due = repeater.deadline, due <= Self.time(milliseconds) {
      story += repeater.timePassed(due).map { "\(due.nanoseconds / 1_000_000) \($0.kind)" }
    }
    return story
  }

  @Test("A key repeats after 400 ms, then every 100 ms, and is held once at 600 ms")
  func rhythm() {
    var repeater = KeyRepeater()
    #expect(repeater.press(.right, at: Self.time(0)) == [KeyPress(.right, .pressed)])
    #expect(
      hold(&repeater, until: 800) == [
        "400 repeated(1)", "500 repeated(2)", "600 repeated(3)", "600 held", "700 repeated(4)",
        "800 repeated(5)",
      ])
    #expect(repeater.release(.right, at: Self.time(850)) == [KeyPress(.right, .released)])
    #expect(repeater.deadline == nil)
  }

  @Test("A short press is pressed and released", arguments: [0, 1, 399])
  func short(milliseconds: Int) {
    var repeater = KeyRepeater()
    _ = repeater.press(.ok, at: Self.time(0))
    #expect(
      repeater.release(.ok, at: Self.time(milliseconds)) == [KeyPress(.ok, .released)])
  }

  @Test("A late caller gets one repeat, and the next one is on schedule")
  func late() {
    var repeater = KeyRepeater()
    _ = repeater.press(.up, at: Self.time(0))
    #expect(
      repeater.timePassed(Self.time(5050)) == [KeyPress(.up, .repeated(1)), KeyPress(.up, .held)])
    #expect(repeater.deadline == Self.time(5100))
    #expect(repeater.timePassed(Self.time(5100)) == [KeyPress(.up, .repeated(2))])
    #expect(repeater.deadline == Self.time(5200))
    #expect(repeater.timePassed(Self.time(5150)) == [])
  }

  @Test("A key on two devices, or with a lost release, is one press")
  func twice() {
    var repeater = KeyRepeater()
    _ = repeater.press(.ok, at: Self.time(0))
    #expect(repeater.press(.ok, at: Self.time(100)) == [])
    #expect(repeater.deadline == Self.time(400))
    #expect(repeater.release(.ok, at: Self.time(200)) == [KeyPress(.ok, .released)])
    #expect(repeater.release(.ok, at: Self.time(210)) == [])
    #expect(repeater.deadline == nil)
  }

  @Test("Only the last pressed key repeats; each is held separately")
  func two() {
    var repeater = KeyRepeater()
    _ = repeater.press(.left, at: Self.time(0))
    _ = repeater.press(.up, at: Self.time(300))
    #expect(hold(&repeater, until: 899) == ["600 held", "700 repeated(1)", "800 repeated(2)"])
    #expect(repeater.releaseAll() == [KeyPress(.left, .released), KeyPress(.up, .released)])
    #expect(repeater.deadline == nil)
  }

  @Test("A hold before the release is reported even without a timer")
  func heldUntilReleased() {
    var repeater = KeyRepeater()
    _ = repeater.press(.ok, at: Self.time(0))
    #expect(
      repeater.release(.ok, at: Self.time(650)).map(\.kind) == [.repeated(1), .held, .released])
  }

  @Test("A key without an action is ignored")
  func nothing() {
    var repeater = KeyRepeater()
    #expect(repeater.press(.none, at: Self.time(0)) == [])
    #expect(repeater.deadline == nil)
  }

  @Test("A restarted clock releases keys pressed by the old one")
  func anotherClock() {
    var repeater = KeyRepeater()
    _ = repeater.press(.ok, at: Self.time(100_000))
    #expect(repeater.timePassed(Self.time(99_500)) == [])
    #expect(repeater.timePassed(Self.time(5)) == [KeyPress(.ok, .released)])
    #expect(
      repeater.press(.ok, at: HostTime(nanoseconds: .max)) == [KeyPress(.ok, .pressed)])
    #expect(repeater.press(.up, at: HostTime(nanoseconds: .min)).count == 2)
  }

  @Test("Seek steps start small and grow to a minute")
  func acceleration() {
    #expect(
      (0..<14).map(SeekAcceleration.step) == [
        10, 10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 60, 60, 60,
      ])
    #expect([Int.min, -1, .max].map(SeekAcceleration.step) == [10, 10, 60])
  }
}
