import Testing
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

@testable import VitrineSignage

/// The handling of an active override.
@Suite("An active override")
struct ActiveOverrideTests {
  private let items = [Item(path: "/alarm.mp4")]
  private let start = HostTime(nanoseconds: 1_000_000_000_000)

  private func clocks(_ seconds: Double) -> StoredOverride.Clocks {
    StoredOverride.Clocks(
      wall: Moment(second: 1_798_200_000) + seconds, isTrusted: true,
      uptime: StoredOverride.Uptime(boot: "a", seconds: 50 + seconds))
  }

  private func note() throws -> StoredOverride {
    try StoredOverride(OverrideRequest(id: "fire", .source("/alarm.mp4"), .after(60)), clocks(0))
  }

  private func sight(_ items: [Item], plays: Bool = true, _ failure: String? = nil)
    -> ActiveOverride.PlayerState
  {
    ActiveOverride.PlayerState(items: items, isPlaying: plays, failure: failure)
  }

  @Test("An override shows at once and ends on time")
  func whole() throws {
    var standing = ActiveOverride(try note(), items, number: 1, isStored: true)
    #expect(standing.due(clocks(20), at: start) == start + .seconds(40))
    guard case .show(let shown)? = standing.update(sight([]), clocks(0), at: start) else {
      Issue.record("not shown")
      return
    }
    #expect(shown.map(\.location) == ["/alarm.mp4"] && shown[0].rules?.levelText == "override")
    for second in 1..<60 {
      let time = start + .seconds(second)
      #expect(standing.update(sight(shown), clocks(Double(second)), at: time) == nil)
    }
    #expect(standing.update(sight(shown), clocks(60), at: start + .seconds(60)) == .end)
  }

  @Test("Content that covers the override is replaced after three seconds")
  func reasserted() throws {
    var standing = ActiveOverride(try note(), items, number: 1, isStored: true)
    let begun = standing.begin(at: start)
    let shown = try #require(begun)
    for (other, plays) in [([Item(path: "/b")], true), (shown, false)] {
      #expect(standing.update(sight(shown), clocks(4), at: start + .seconds(4)) == nil)
      var effects: [ActiveOverride.Effect?] = []
      for second in 5..<10 {
        effects.append(
          standing.update(
            sight(other, plays: plays), clocks(Double(second)), at: start + .seconds(second)))
      }
      #expect(effects == [nil, nil, nil, .show(shown), nil])
      #expect(standing.update(sight(shown), clocks(11), at: start + .seconds(11)) == nil)
    }
  }

  @Test("An unplayable override yields once, stays active and ends on time")
  func broken() throws {
    var standing = ActiveOverride(try note(), items, number: 1, isStored: true)
    let begun = standing.begin(at: start)
    let shown = try #require(begun)
    let time = start + .seconds(2)
    #expect(standing.update(sight(shown, "no film"), clocks(2), at: time) == .resumeQueue)
    #expect(!standing.isShown && standing.trouble == "no film")
    for second in 3..<60 {
      let time = start + .seconds(second)
      #expect(standing.update(sight([]), clocks(Double(second)), at: time) == nil)
    }
    #expect(standing.update(sight([]), clocks(60), at: start + .seconds(60)) == .end)
  }

  @Test("An override whose file is unreadable after a start is retried until it can be read")
  func unread() throws {
    var standing = ActiveOverride(try note(), nil, number: 0, isStored: true)
    #expect(standing.begin(at: start) == nil)
    #expect(standing.update(sight([]), clocks(1), at: start + .seconds(1)) == nil)
    standing.receive(.failure(.init("no share")), at: start + .seconds(2))
    let effects = (3..<15).map {
      standing.update(sight([]), clocks(Double($0)), at: start + .seconds($0))
    }
    #expect(effects.compactMap(\.self) == [.read] && effects[9] == .read)
    standing.receive(.success(items), at: start + .seconds(15))
    guard case .show? = standing.update(sight([]), clocks(16), at: start + .seconds(16)) else {
      Issue.record("not shown")
      return
    }
    #expect(standing.report(clocks(16)).isShown && standing.report(clocks(16)).trouble == nil)
  }

  @Test("An override is on disk and in memory and ends in both; memory takes precedence")
  func store() throws {
    let folder = try Folder.temporary("override")
    defer { try? folder.remove() }
    let (runtime, state) = (folder.path(of: "run"), folder.path(of: "state"))
    let store = OverrideStore(runtime: runtime, state: state, name: "main")
    var told: [String] = []
    func read(_ runtime: String?) -> StoredOverride? {
      OverrideStore(runtime: runtime, state: state, name: "main").read { told.append($0) }
    }
    #expect(read(runtime) == nil)
    let note = try note()
    #expect(store.write(note).isEmpty)
    #expect(read(runtime) == note && read(nil) == note)
    #expect(store.write(nil).isEmpty)
    #expect(read(runtime) == nil && read(nil) == nil && told.isEmpty)
    #expect(store.write(note).isEmpty)
    try FileDescriptor(making: "\(runtime)/override-main").write(Array("vitrine over".utf8))
    #expect(read(runtime) == note && told.count == 1)
    // A failing disk is reported, and memory keeps the override.
    let poor = OverrideStore(runtime: runtime, state: "/proc/nowhere", name: "main")
    #expect(poor.write(note).count == 1)
    #expect(read(runtime) == note)
  }

  @Test("The interrupted item resumes in place, with its queue unchanged")
  func cut() throws {
    var state = PlaybackState(
      queue: Queue(["/a", "/b", "/c"].map { Item(path: $0) }, loop: .queue))
    _ = state.play()
    _ = state.goToNext()
    var status = PlaybackStatus()
    (status.entry, status.item) = (state.currentEntry, state.currentItem)
    (status.phase, status.position) = (.playing, MediaTime(7, 1))
    for loop in [Queue.Loop.queue, .none] {
      var queue = state.queue
      queue.loop = loop
      let cut = InterruptedQueue(status, queue)
      var overridden = state
      _ = overridden.edit { $0.replace(with: Queue(items, loop: .queue), from: nil) }
      for _ in 0..<5 { _ = overridden.goToNext() }
      #expect(overridden.currentItem?.location == "/alarm.mp4" && overridden.queue.loop == .queue)
      for command in cut.commands {
        _ = overridden.perform(command, position: .zero, picture: .zero)
      }
      #expect(overridden.currentItem?.location == "/b" && overridden.queue.loop == loop)
      #expect(cut.commands.last == .seek(PlaybackState.Seek(to: MediaTime(7, 1))))
      #expect(overridden.queue.entries.map(\.item.location) == ["/a", "/b", "/c"])
      _ = overridden.goToNext()
      #expect(overridden.currentItem?.location == "/c")
    }
  }

  @Test("If the interrupted item left the list, its successor plays")
  func cutAndGone() throws {
    var state = PlaybackState(
      queue: Queue(["/a", "/b", "/c"].map { Item(path: $0) }, loop: .queue))
    _ = state.play()
    _ = state.goToNext()
    var status = PlaybackStatus()
    (status.entry, status.item, status.phase) = (state.currentEntry, state.currentItem, .playing)
    status.position = MediaTime(7, 1)
    var cut = InterruptedQueue(status, state.queue)
    cut.apply(.reload(["/a", "/x", "/c"].map { Item(path: $0) }))
    _ = state.edit { $0.replace(with: Queue(items, loop: .queue), from: nil) }
    for command in cut.commands { _ = state.perform(command, position: .zero, picture: .zero) }
    #expect(state.currentItem?.location == "/c")
    #expect(cut.commands.count == 2)
  }

  @Test("A stopped player stops again, and a paused one pauses")
  func stood() {
    var status = PlaybackStatus()
    #expect(InterruptedQueue(status, Queue(items)).commands.first == .stop)
    (status.phase, status.isPaused) = (.playing, true)
    #expect(InterruptedQueue(status, Queue(items)).commands.last == .pause)
  }
}
