import Testing
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

struct SeekTests {
  @Test("Leaving an item drops its seek", arguments: ["fails", "is removed"])
  func left(how: String) throws {
    var machine = Machine("a")
    machine.playFirst()
    machine.perform(.beginScrubbing)
    machine.perform(.scrub(to: MediaTime(30, 1)))
    if how == "fails" {
      machine.receive(.failed(Machine.broken), from: machine.current)
    } else {
      machine.perform(.edit(.remove(try #require(machine.entry("a")))))
    }
    #expect(machine.phase == .ended)
    #expect(machine.state.seekTarget == nil && !machine.state.isScrubbing)
    #expect(machine.complaints == [])
  }

  @Test("A seek in a source that is not open yet runs once it is", arguments: ["cover", "scrub"])
  func notOpen(how: String) {
    var machine = Machine("a")
    machine.perform(.play)
    if how == "cover" {
      machine.perform(.seek(.init(to: MediaTime(30, 1))))
      #expect(machine.receive(.shown, from: machine.current) == [])
    } else {
      machine.perform(.beginScrubbing)
      machine.perform(.scrub(to: MediaTime(30, 1)))
      #expect(words(machine.perform(.endScrubbing)) == "resume")
    }
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 1>2 to 30")
    #expect(words(machine.load()) == "volume, begin 2")
    #expect(machine.complaints == [])
  }

  @Test("A track chosen while the source opens applies to the first frame")
  func chosenEarly() {
    var machine = Machine("a")
    machine.perform(.play)
    #expect(words(machine.perform(.select(.audio, .index(2)), position: .zero)) == "choose")
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 1>2 to 0")
    #expect(machine.complaints == [])
  }

  @Test("The last of 50 exact seeks wins, and only its frame counts")
  func manyExact() throws {
    var machine = Machine("a")
    machine.playFirst()
    var left: [Run] = []
    for second in 1...50 {
      left.append(try #require(machine.current))
      let effects = machine.perform(.seek(.init(to: MediaTime(Int64(second), 1))))
      #expect(words(effects) == "seek \(second)>\(second + 1) to \(second)")
    }
    for run in left { #expect(machine.receive(.ready, from: run) == []) }
    #expect(machine.state.seekTarget == MediaTime(50, 1))
    #expect(words(machine.load()) == "volume, begin 51")
    #expect(machine.state.seekTarget == nil && machine.complaints == [])
  }

  @Test("While a quick seek is in progress, only the last of 50 seeks is pending")
  func manyNear() {
    var machine = Machine("a")
    machine.playFirst()
    for second in 1...50 {
      let effects = machine.perform(.seek(.init(to: MediaTime(Int64(second), 1), .keyFrame)))
      #expect(words(effects) == (second == 1 ? "seek 1>2 near 1" : ""))
    }
    #expect(machine.receive(.ready, from: machine.current) == [])
    #expect(words(machine.receive(.shown, from: machine.current)) == "seek 2>3 near 50")
    #expect(words(machine.load()) == "volume, begin 3")
    #expect(machine.complaints == [])
  }

  @Test("A skip is relative to the target of the last seek")
  func skips() {
    var machine = Machine("a")
    machine.playFirst()
    #expect(words(machine.perform(.skip(by: MediaTime(10, 1)))) == "seek 1>2 to 30")
    #expect(words(machine.perform(.skip(by: MediaTime(10, 1)))) == "seek 2>3 to 40")
    #expect(words(machine.perform(.skip(by: MediaTime(-15, 1)))) == "seek 3>4 to 25")
    machine.load()
    #expect(words(machine.perform(.skip(by: MediaTime(10, 1)))) == "seek 4>5 to 30")
  }

  @Test("Seeks are clamped to the start and the end")
  func limits() {
    var machine = Machine("a")
    machine.playFirst()
    #expect(words(machine.perform(.skip(by: MediaTime(-90, 1)))) == "seek 1>2 to 0")
    #expect(words(machine.perform(.skip(by: MediaTime(90, 1)))) == "seek 2>3 to 60")
  }

  @Test(
    "Scrubbing shows nearby frames, then the exact one, and playback continues as before",
    arguments: [false, true])
  func scrubbing(isPaused: Bool) {
    var machine = Machine("a")
    machine.playFirst()
    if isPaused { machine.perform(.pause) }
    #expect(words(machine.perform(.beginScrubbing)) == (isPaused ? "" : "pause"))
    #expect(words(machine.perform(.scrub(to: MediaTime(30, 1)))) == "seek 1>2 near 30")
    #expect(machine.perform(.scrub(to: MediaTime(40, 1))) == [])
    #expect(words(machine.receive(.shown, from: machine.current)) == "seek 2>3 near 40")
    #expect(words(machine.receive(.shown, from: machine.current)) == "seek 3>4 to 40")
    #expect(machine.load() == [], "playback is paused during the scrub")
    #expect(
      words(machine.perform(.endScrubbing))
        == (isPaused ? "volume, begin 4" : "resume, volume, begin 4"))
    #expect(machine.phase == .playing && machine.state.isPaused == isPaused)
    #expect(machine.complaints == [])
  }

  @Test("The end of scrubbing makes one exact seek to the last position")
  func release() {
    var machine = Machine("a")
    machine.playFirst()
    machine.perform(.beginScrubbing)
    for second in 1...9 { machine.perform(.scrub(to: MediaTime(Int64(second), 1))) }
    #expect(words(machine.perform(.endScrubbing)) == "resume, seek 2>3 to 9")
    #expect(machine.perform(.endScrubbing) == [])
    #expect(machine.receive(.shown, from: machine.current) == [])
    #expect(words(machine.load()) == "volume, begin 3")
    #expect(machine.complaints == [])
  }

  @Test("A touch without a move does not seek")
  func touch() {
    var machine = Machine("a")
    machine.playFirst()
    #expect(words(machine.perform(.beginScrubbing)) == "pause")
    #expect(words(machine.perform(.endScrubbing)) == "resume")
    #expect(machine.perform(.scrub(to: .zero)) == [])
  }

  @Test("A seek after the end reopens the last item at the target")
  func afterTheEnd() {
    var machine = Machine("ab")
    machine.playToTheEnd()
    #expect(words(machine.perform(.seek(.init(to: MediaTime(30, 1))))) == "open b 3")
    #expect(words(machine.receive(Machine.opened, from: machine.current)) == "seek 3>4 to 30")
    #expect(words(machine.load()) == "volume, begin 4")
  }
}
