import Playback
import Testing

struct PlaybackStateTests {
  private let bad = PlaybackError(.format, "broken", exitStatus: .data)
  private func items(_ names: String...) -> [Item] { names.map { Item(path: $0) } }

  @Test("plays two items, the second opened while the first plays")
  func two() {
    var state = PlaybackState(items: items("a", "b"))
    #expect(state.start() == [.open(Item(path: "a"), Run(1))])
    #expect(state.receive(.ready, from: Run(1)) == [.begin(Run(1))])
    #expect(state.receive(.demuxed, from: Run(1)) == [.open(Item(path: "b"), Run(2))])
    #expect(state.receive(.ready, from: Run(2)) == [])
    #expect(state.receive(.ended, from: Run(1)) == [.close(Run(1)), .begin(Run(2))])
    #expect(state.receive(.demuxed, from: Run(2)) == [])
    #expect(state.receive(.ended, from: Run(2)) == [.close(Run(2)), .finish])
    #expect(state.playedCount == 2)
  }

  @Test("a bad item is reported once and skipped")
  func skipped() {
    var state = PlaybackState(items: items("a", "bad", "c"))
    _ = state.start()
    _ = state.receive(.ready, from: Run(1))
    _ = state.receive(.demuxed, from: Run(1))
    #expect(
      state.receive(.failed(bad), from: Run(2)) == [
        .reportFailure(Item(path: "bad"), bad), .close(Run(2)), .open(Item(path: "c"), Run(3)),
      ])
    _ = state.receive(.ready, from: Run(3))
    #expect(state.receive(.ended, from: Run(1)) == [.close(Run(1)), .begin(Run(3))])
  }

  @Test("a bad last item is not opened again when the one before it ends")
  func badLast() {
    var state = PlaybackState(items: items("a", "bad"))
    _ = state.start()
    _ = state.receive(.ready, from: Run(1))
    _ = state.receive(.demuxed, from: Run(1))
    _ = state.receive(.failed(bad), from: Run(2))
    #expect(state.receive(.ended, from: Run(1)) == [.close(Run(1)), .finish])
  }

  @Test("a loop over nothing playable ends, with the first cause", arguments: [1, 3])
  func nothing(count: Int) {
    var state = PlaybackState(
      items: (0..<count).map { Item(path: "\($0)") }, isLooping: true)
    var effects = state.start()
    for number in 1...count { effects = state.receive(.failed(bad), from: Run(number)) }
    #expect(effects.last == .finish)
    #expect(state.firstFailure == bad && state.playedCount == 0)
  }

  @Test("a loop goes on from its last item to its first")
  func loop() {
    var state = PlaybackState(items: items("a"), isLooping: true)
    _ = state.start()
    _ = state.receive(.ready, from: Run(1))
    #expect(state.receive(.demuxed, from: Run(1)) == [.open(Item(path: "a"), Run(2))])
    #expect(state.receive(.ended, from: Run(1)) == [.close(Run(1))])
    #expect(state.receive(.ready, from: Run(2)) == [.begin(Run(2))])
  }

  @Test("news of a run that was left changes nothing")
  func stale() {
    var state = PlaybackState(items: items("a", "b"))
    _ = state.start()
    _ = state.receive(.failed(bad), from: Run(1))
    let before = state
    for report in [PlaybackState.Report.ready, .demuxed, .ended, .failed(bad)] {
      #expect(state.receive(report, from: Run(1)) == [])
    }
    #expect(state == before)
  }

  @Test("pausing is an intention: before the start it holds the first picture")
  func pause() {
    var state = PlaybackState(items: items("a"))
    _ = state.start()
    #expect(state.setPaused(true) == [])
    #expect(state.receive(.ready, from: Run(1)) == [.begin(Run(1)), .pause])
    #expect(state.setPaused(true) == [])
    #expect(state.setPaused(false) == [.resume])
  }

  @Test("an empty list is finished at once")
  func empty() {
    var state = PlaybackState(items: [])
    #expect(state.start() == [.finish])
  }
}
