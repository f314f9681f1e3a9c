import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

struct FailureTests {
  @Test("A failure is reported only while its replacement plays")
  func reported() {
    var machine = Machine("abc", loop: .queue)
    machine.playFirst()
    machine.perform(.jump(to: 2))
    machine.receive(.failed(Machine.broken), from: machine.current)
    let failure = machine.state.lastFailure
    #expect(failure?.entry == 2 && failure?.item.name == "b" && failure?.error == Machine.broken)
    machine.load()
    #expect(machine.state.currentItem?.name == "c" && machine.state.lastFailure == failure)
    machine.passEdge()
    #expect(machine.state.currentItem?.name == "a" && machine.state.lastFailure == nil)
    // An item that fails before its turn.
    machine.receive(.nearEnd, from: machine.current)
    machine.receive(.failed(Machine.broken), from: machine.next)
    #expect(machine.state.lastFailure?.entry == 2)
    machine.perform(.jump(to: 1))
    #expect(machine.state.lastFailure == nil && machine.complaints == [])
  }

  private let broken = PlaybackState.Report.failed(Machine.broken)

  @Test("A failing item is skipped with all its repeats")
  func repeated() {
    var bad = Item(path: "a")
    bad.repeatCount = 3
    var machine = Machine([bad, Item(path: "b")])
    machine.perform(.play)
    #expect(words(machine.receive(broken, from: machine.current)) == "report a, close 1, open b 2")
    #expect(machine.complaints == [])
  }

  @Test("When the looped item fails, another one replaces it")
  func looped() {
    var machine = Machine("ab", loop: .item)
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    #expect(machine.nextName == "a")
    #expect(words(machine.receive(broken, from: machine.next)) == "report a, close 2, open b 3")
    #expect(machine.complaints == [])
  }

  @Test("After a command, the whole queue is retried once before the player gives up")
  func commands() {
    for command in [Command.play, .next, .jump(to: 1)] {
      var machine = Machine("abc", loop: .queue)
      machine.perform(.play)
      for _ in 0..<3 { machine.receive(broken, from: machine.current) }
      if command == .play { machine.perform(.stop) }
      machine.perform(command)
      for _ in 0..<2 {
        #expect(words(machine.receive(broken, from: machine.current)).contains("open"))
      }
      #expect(words(machine.receive(broken, from: machine.current)).hasSuffix("card, retry 2"))
      #expect(machine.complaints == [])
    }
  }

  @Test("Playing from an entry also retries the whole queue")
  func fromAnEntry() throws {
    var machine = Machine("ab", loop: .queue)
    machine.perform(.play)
    for _ in 0..<2 { machine.receive(broken, from: machine.current) }
    machine.perform(.stop)
    #expect(words(machine.begin(from: try #require(machine.entry("b")), at: .zero)) == "open b 3")
    #expect(words(machine.receive(broken, from: machine.current)) == "close 3, open a 4")
    #expect(machine.complaints == [])
  }

  @Test("A list that replaces a bad one is tried in full")
  func replaced() {
    var machine = Machine("a")
    machine.perform(.play)
    #expect(words(machine.receive(broken, from: machine.current)) == "report a, close 1, finish")
    machine.perform(.edit(.replace([Item(path: "b"), Item(path: "c")])))
    #expect(words(machine.receive(broken, from: machine.current)) == "report b, close 2, open c 3")
    #expect(machine.complaints == [])
  }

  @Test("Items inserted after a list's bad end play, wherever they are inserted")
  func insertedBefore() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    machine.receive(broken, from: machine.next)
    #expect(words(machine.perform(.edit(.insert(Item(path: "x"), at: 1)))) == "open x 3")
    #expect(words(machine.receive(.ended, from: machine.current)) == "close 1")
    #expect(machine.complaints == [])
  }

  @Test("A slow source near its end is still followed without a gap")
  func starved() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.starved, from: machine.current)
    #expect(words(machine.receive(.nearEnd, from: machine.current)) == "open b 2")
    #expect(machine.complaints == [])
  }

  @Test("A bad item is reported once and skipped before the transition")
  func skipped() {
    var machine = Machine("abc")
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    #expect(words(machine.receive(broken, from: machine.next)) == "report b, close 2, open c 3")
    machine.receive(Machine.opened, from: machine.next)
    #expect(words(machine.receive(.ready, from: machine.next)) == "follow 3")
    #expect(words(machine.receive(.followed, from: machine.next)) == "close 1, volume")
    #expect(machine.state.playedCount == 2 && machine.complaints == [])
  }

  @Test("A bad last item is not reopened when the item before it ends")
  func badLast() {
    var machine = Machine("ab")
    machine.playFirst()
    machine.receive(.nearEnd, from: machine.current)
    #expect(words(machine.receive(broken, from: machine.next)) == "report b, close 2")
    #expect(machine.receive(.nearEnd, from: machine.current) == [])
    #expect(words(machine.receive(.ended, from: machine.current)) == "close 1, finish")
    #expect(machine.complaints == [])
  }

  @Test("A list of bad items finishes with the first cause")
  func allBad() {
    var machine = Machine("abc")
    machine.perform(.play)
    let others = PlaybackState.Report.failed(PlaybackError(.source, "x", exitStatus: .noInput))
    machine.receive(broken, from: machine.current)
    machine.receive(others, from: machine.current)
    #expect(words(machine.receive(others, from: machine.current)) == "report c, close 3, finish")
    #expect(machine.state.firstFailure == Machine.broken && machine.state.playedCount == 0)
  }

  @Test("A loop of bad items is retried with back-off and reported once")
  func retries() {
    var machine = Machine("abc", loop: .queue)
    machine.perform(.play)
    for delay in [1, 2, 4, 8, 16, 32, 64, 64] {
      for index in 0..<3 {
        let found = words(machine.receive(broken, from: machine.current))
        #expect(found.contains("report") == (delay == 1))
        #expect(found.hasSuffix("card, retry \(delay)") == (index == 2))
      }
      #expect(machine.phase == .failed(Machine.broken))
      #expect(words(machine.retryDue()).hasPrefix("open a"))
    }
    #expect(words(machine.load()).contains("begin"))
    #expect(machine.phase == .playing && machine.retryDue() == [])
    machine.receive(broken, from: machine.current)
    for _ in 0..<2 { machine.receive(broken, from: machine.current) }
    #expect(machine.phase == .failed(Machine.broken) && machine.complaints == [])
  }

  @Test("Without a loop, a player that stays open retries a queue in which nothing plays")
  func retriesUnlooped() {
    var machine = Machine("abc", staysOpen: true)
    machine.perform(.play)
    for delay in [1, 2, 4] {
      for index in 0..<3 {
        let found = words(machine.receive(broken, from: machine.current))
        #expect(found.hasSuffix("card, retry \(delay)") == (index == 2))
      }
      #expect(machine.phase == .failed(Machine.broken))
      #expect(words(machine.retryDue()).hasPrefix("open a"))
    }
    // The second item has become playable.
    machine.receive(broken, from: machine.current)
    #expect(words(machine.load()).contains("begin"))
    #expect(machine.phase == .playing && machine.state.currentItem?.name == "b")
    // A queue of which anything has played ends.
    machine.receive(.ended, from: machine.current)
    machine.receive(broken, from: machine.current)
    #expect(machine.phase == .ended && machine.complaints == [])
  }

  @Test("Without a loop, a player that does not stay open ends if nothing plays")
  func endsUnlooped() {
    var machine = Machine("ab")
    machine.perform(.play)
    machine.receive(broken, from: machine.current)
    #expect(words(machine.receive(broken, from: machine.current)).hasSuffix("finish"))
    #expect(machine.phase == .ended && machine.complaints == [])
  }

  @Test("The last frame of an item stays for a second before an error card")
  func grace() {
    var machine = Machine("ab", loop: .queue)
    machine.playFirst()
    #expect(words(machine.receive(broken, from: machine.current)) == "report a, close 1, open b 2")
    #expect(words(machine.receive(broken, from: machine.current)) == "report b, close 2, retry 1")
    // A list that arrives within that second plays at once.
    var other = machine
    #expect(words(other.perform(.edit(.reload([Item(path: "c")])))).hasPrefix("open c"))
    #expect(words(machine.retryDue()).hasPrefix("open a"))
    machine.receive(broken, from: machine.current)
    #expect(words(machine.receive(broken, from: machine.current)).hasSuffix("card, retry 2"))
    #expect(machine.complaints == [] && other.complaints == [])
  }

  @Test("A bad item is reported again only for another cause, not in each round")
  func rounds() {
    var machine = Machine("ab", loop: .queue)
    machine.playFirst()
    for round in 0..<3 {
      machine.receive(.nearEnd, from: machine.current)
      let found = words(machine.receive(broken, from: machine.next))
      #expect(found.hasPrefix("report b") == (round == 0))
      #expect(machine.nextName == "a")
      machine.passEdge()
    }
    machine.receive(.nearEnd, from: machine.current)
    let gone = PlaybackState.Report.failed(PlaybackError(.source, "gone", exitStatus: .noInput))
    #expect(words(machine.receive(gone, from: machine.next)).hasPrefix("report b"))
    #expect(machine.complaints == [])
  }

  @Test("The same cause is reported again for new files at the same paths")
  func renewed() {
    var machine = Machine("ab", loop: .queue)
    machine.playFirst()
    for round in 0..<3 {
      machine.receive(.nearEnd, from: machine.current)
      let found = words(machine.receive(broken, from: machine.next))
      #expect(found.hasPrefix("report b") == (round != 1))
      machine.passEdge()
      if round == 1 { machine.perform(.edit(.renew)) }
    }
    #expect(machine.complaints == [])
  }
}

/// Whether the content or a choice is to blame for a failure.
struct FailureCauseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var scene: Scene
    var commands: [Command] = []
    /// Whether the requested item has started to play.
    var isLoaded = false
    var error = undecodable
    /// The item's video tracks, if the commands reopen it.
    var videoTracks: Int?
    var expected: PlaybackError.Cause
  }

  private static let undecodable = PlaybackError(.decode, "damaged", exitStatus: .data)
  private static let unreadable = PlaybackError(.source, "EIO", exitStatus: .data)
  private static let missing = PlaybackError(.source, "missing", exitStatus: .noInput)
  private static let slowDisk = PlaybackError(.source, "no answer", exitStatus: .unavailable)

  private static let near = PlaybackState.Seek(to: MediaTime(30, 1), .keyFrame)

  static let table: [Row] = [
    Row(testDescription: "the item cannot be opened", scene: .opening, expected: .content),
    Row(testDescription: "the item does not decode", scene: .loaded, expected: .content),
    Row(testDescription: "decoding fails during playback", scene: .playing, expected: .content),
    Row(testDescription: "decoding fails while paused", scene: .paused, expected: .content),
    Row(testDescription: "a seek fails", scene: .seeking, expected: .choice),
    Row(testDescription: "a scrub fails", scene: .scrubbing, expected: .choice),
    Row(
      testDescription: "decoding fails after a completed seek", scene: .seeking,
      isLoaded: true, expected: .content),
    Row(
      testDescription: "video was turned off", scene: .playing,
      commands: [.select(.video, .off)], expected: .choice),
    Row(
      testDescription: "video was turned off, and the card plays", scene: .playing,
      commands: [.select(.video, .off)], isLoaded: true, expected: .choice),
    Row(
      testDescription: "another video track was selected by its number", scene: .playing,
      commands: [.select(.video, .index(3))], isLoaded: true, videoTracks: 2, expected: .choice),
    Row(
      testDescription: "the only video track was selected by its number", scene: .playing,
      commands: [.select(.video, .index(0))], isLoaded: true, videoTracks: 1, expected: .content),
    Row(
      testDescription: "video was turned off, and the next item is damaged", scene: .playing,
      commands: [.select(.video, .off), .next], error: Machine.broken, expected: .content),
    Row(
      testDescription: "video was turned off, and the next item is missing", scene: .playing,
      commands: [.select(.video, .off), .next], error: missing, expected: .content),
    Row(
      testDescription: "video was turned off, and the next item does not decode",
      scene: .playing, commands: [.select(.video, .off), .next], videoTracks: 1, expected: .choice),
    Row(
      testDescription:
        "video was turned off, and the next item has only audio, which does not decode",
      scene: .playing, commands: [.select(.video, .off), .next], videoTracks: 0, expected: .content),
    Row(
      testDescription: "a video language was selected, and the next item has one video track",
      scene: .playing, commands: [.select(.video, .language("de")), .next], videoTracks: 1,
      expected: .content),
    Row(
      testDescription: "the position of a seek cannot be read", scene: .seeking, error: unreadable,
      expected: .choice),
    Row(
      testDescription: "the file is gone at a seek", scene: .seeking, error: missing,
      expected: .content),
    Row(
      testDescription: "the disk does not respond to a seek", scene: .seeking,
      error: slowDisk, expected: .machine),
    Row(
      testDescription: "audio was turned off", scene: .playing,
      commands: [.select(.audio, .off)], expected: .choice),
    Row(
      testDescription: "the picture was rotated", scene: .playing,
      commands: [.setRotation(.clockwise)], expected: .choice),
    Row(
      testDescription: "the next item fails after a skip", scene: .playing,
      commands: [.next], expected: .content),
  ]

  @Test(
    "Failures on their own blame the content; failures of a request do not", arguments: table)
  func causes(_ row: Row) {
    var machine = row.scene.machine
    for command in row.commands { machine.perform(command) }
    if let count = row.videoTracks {
      machine.receive(
        .opened(duration: Machine.duration, videoTracks: count), from: machine.current)
    }
    if row.isLoaded { machine.load() }
    let effects = machine.receive(.failed(row.error), from: machine.current)
    let causes = effects.compactMap { effect in
      if case .reportFailure(_, let error) = effect { error.cause } else { nil }
    }
    #expect(causes == [row.expected])
    #expect(machine.complaints == [])
  }

  @Test("Replacing the display blames no content")
  func otherDisplay() {
    var machine = Machine("ab")
    machine.playFirst()
    var state = machine.state
    _ = state.displayChanged(at: MediaTime(5, 1))
    let run = state.currentRun ?? Run(0)
    let effects = state.receive(.failed(Self.undecodable), from: run)
    let causes = effects.compactMap { effect in
      if case .reportFailure(_, let error) = effect { error.cause } else { nil }
    }
    #expect(causes == [.choice])
  }
}
