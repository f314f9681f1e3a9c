import Testing
import VitrineLinux
import VitrinePlaylists
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

@Suite(.timeLimit(.minutes(1)))
struct ListLoaderTests {
  private let past = HostTime(nanoseconds: 1)
  private let far = HostTime.now() + .seconds(50)

  @Test("Results arrive in the order of the requests")
  func order() throws {
    let (reading, slow) = (try ListLoader(), HeldSource())
    reading.begin(slow, origins: [])
    reading.begin(HeldSource("quick", HeldSource.list("b")), origins: [])
    // The second reading waits for the one that hangs.
    #expect(reading.next() == nil)
    slow.answer(HeldSource.list("a"))
    var names: [String] = []
    while names.count < 2 {
      try reading.bell.awaitRing()
      while let outcome = reading.next() {
        names += try outcome.result.get().items.map(\.location)
      }
    }
    #expect(names == ["/a", "/b"] && reading.next() == nil)
    reading.close()
  }

  @Test("The first result is awaited until a deadline and remains available")
  func first() throws {
    let (reading, source) = (try ListLoader(), HeldSource())
    reading.begin(source, origins: [])
    #expect(reading.result(until: past) == nil)
    source.answer(HeldSource.failure("broken"))
    #expect(
      reading.result(until: far) == .failure(ListError(lines: ["broken"], origins: [])))
    let outcome = try #require(reading.next())
    #expect(outcome.result == .failure(ListError(lines: ["broken"], origins: [])))
    #expect(reading.next() == nil)
  }

  @Test(
    "Origins keep their watches, or get new ones if a change may have been missed",
    arguments: [
      // Origins known before, origins found, whether changes may have been missed, whether blind.
      (["/"], ["/"], false, false), ([], ["/"], true, false), (["/"], ["/", "/tmp"], true, false),
      (["/vitrine-missing"], ["/vitrine-missing"], false, true), ([], [], false, false),
    ])
  func watch(known: [String], found: [String], mayBeOutdated: Bool, isBlind: Bool) throws {
    for fails in [false, true] {
      let reading = try ListLoader()
      let answer =
        fails
        ? HeldSource.failure("broken", origins: found) : HeldSource.list("a", origins: found)
      reading.begin(HeldSource("list", answer), origins: known)
      try reading.bell.awaitRing()
      let outcome = try #require(reading.next())
      #expect(outcome.mayBeOutdated == mayBeOutdated)
      #expect(try outcome.watch.get().isBlind == isBlind)
    }
  }

  @Test("After closing, waiting requests are not read")
  func closed() throws {
    let (reading, slow) = (try ListLoader(), HeldSource())
    reading.begin(slow, origins: [])
    slow.awaitReading()
    reading.begin(HeldSource("late", HeldSource.list("b")), origins: [])
    reading.close()
    slow.answer(HeldSource.list("a"))
    try reading.bell.awaitRing()
    #expect(try reading.next()?.result.get().items.map(\.location) == ["/a"])
    reading.begin(HeldSource("later", HeldSource.list("c")), origins: [])
    #expect(reading.result(until: past) == nil)
  }
}
