import Synchronization
import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// Lines of a log, from any thread.
final class Lines: Sendable {
  private let lines = Mutex<[LogMessage]>([])
  var all: [LogMessage] { lines.withLock { $0 } }
  func add(_ line: LogMessage) { lines.withLock { $0.append(line) } }
}

@Suite(.timeLimit(.minutes(1)))
struct ServedListTests {
  private let now = HostTime(nanoseconds: 1_000_000_000_000)

  private func begin(
    _ source: HeldSource, _ store: ResumeStore? = nil, isChosenFrom: Bool = false,
    _ playback: PlaybackSettings = PlaybackSettings(), patience: Duration = .seconds(50)
  ) throws -> ServedList.InitialState {
    try ServedList.InitialState(
      nil, source, playback, store ?? ResumeStore(runtime: nil, state: nil, name: "main"),
      isChosenFrom: isChosenFrom, patience: patience, Log())
  }

  @Test(
    "A player starts with the list, or with a card that shows its error",
    arguments: [
      (HeldSource.list("a", "b"), ["/a", "/b"], ["/a", "/b"]),
      (HeldSource.list(), ["card(list: empty)"], []),
      (HeldSource.failure("/list:3: broken"), ["card(/list:3: broken)"], []),
      (nil, ["card(list: still being read)"], []),
    ] as [(HeldSource.Answer?, [String], [String])])
  func beginning(found: HeldSource.Answer?, played: [String], chosenFrom: [String]) throws {
    for isChosenFrom in [false, true] {
      let source = found.map { HeldSource("list", $0) } ?? HeldSource()
      let patience = Duration.seconds(found == nil ? 0 : 50)
      let beginning = try begin(source, isChosenFrom: isChosenFrom, patience: patience)
      #expect(beginning.items.map(ListScene.word) == (isChosenFrom ? chosenFrom : played))
      #expect(beginning.content.queue.entries.map(\.item) == beginning.items)
      #expect(beginning.content.queue.loop == .queue && beginning.content.queue.shuffleSeed == nil)
    }
  }

  @Test("A shuffled list resumes in its previous order")
  func seed() throws {
    let folder = try TestFolder("seed")
    let store = ResumeStore(runtime: folder.folder.path, state: nil, name: "main")
    let point = ResumePoint(index: 0, location: "/a", position: .zero, shuffleSeed: 42)
    store.saveFinal(ResumeRecord(point))
    var playback = PlaybackSettings()
    (playback.isShuffled, playback.loop) = (true, .some(.none))
    let beginning = try begin(HeldSource("list", HeldSource.list("a", "b")), store, playback)
    #expect(beginning.content.queue.shuffleSeed == 42 && beginning.content.queue.loop == .none)
  }

  @Test("A list that arrives later replaces the card, and its position is noted")
  func late() throws {
    let folder = try TestFolder("late")
    let store = ResumeStore(runtime: folder.folder.path, state: nil, name: "main")
    let (source, player, lines) = (HeldSource(), FakePlayer(), Lines())
    let beginning = try begin(source, store, patience: .zero)
    var status = PlaybackStatus()
    (status.item, status.entry) = (beginning.items[0], beginning.content.queue.entries[0].id)
    player.show(status, beginning.content.queue)
    let list = try ServedList(player, beginning, at: now) { lines.add($0) }
    list.handleReadings(at: now)
    #expect(player.asked == [] && list.isReading && list.due == now + ListPolicy.longReading)
    // A card is not a position.
    list.savePosition(at: now)
    source.answer(HeldSource.list("a", "b", origins: [folder.folder.path]))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    let items = ["/a", "/b"].map { Item(path: $0) }
    #expect(player.commands == [.edit(.replace(items))])
    #expect(
      lines.all == [LogMessage(.listRead, "list: 2 items")] && !list.isReading && list.watch != nil)
    let queue = Queue(items)
    (status.item, status.entry) = (items[1], queue.entries[1].id)
    player.show(status, queue)
    list.close()
    #expect(store.read { _ in }.resume?.location == "/b")
  }

  @Test("A change in a folder reloads the list, and another source is read separately")
  func effects() throws {
    let folder = try TestFolder("news")
    let origins = [folder.folder.path]
    let source = HeldSource("list", HeldSource.list("a", origins: origins))
    let (player, lines) = (FakePlayer(), Lines())
    let list = try ServedList(player, try begin(source), at: now) { lines.add($0) }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.asked == [] && list.due == now + ListPolicy.pollInterval)
    list.handleFileChanges(at: now)
    #expect(list.due == now + ListPolicy.pollInterval)
    _ = try folder.write("", to: "b.mp4")
    list.handleFileChanges(at: now)
    #expect(list.due == now + ListPolicy.pause && !list.isReading)
    list.performDueWork(at: now + ListPolicy.pause)
    #expect(list.isReading)
    source.answer(HeldSource.failure("gone", origins: origins))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(
      list.error == "gone" && lines.all.first == LogMessage(.listUnreadable, "gone")
        && player.asked == [])
    var playback = PlaybackSettings()
    (playback.isShuffled, playback.loop) = (true, .item)
    list.replaceSource(with: HeldSource("other", HeldSource.list("c")), playback, at: now)
    list.reload(at: now)
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.commands.prefix(2) == [.edit(.reload([Item(path: "/c")])), .edit(.loop(.item))])
    guard case .edit(.shuffle(seed: .some))? = player.commands.last else {
      Issue.record("not shuffled: \(player.commands)")
      return
    }
    #expect(player.commands.count == 3 && lines.all.last == LogMessage(.listRead, "other: 1 items"))
    list.close()
  }

  @Test("Visitors who choose from a list get the new one")
  func offered() throws {
    let (source, player) = (HeldSource("list", HeldSource.list("a")), FakePlayer())
    let list = try ServedList(player, try begin(source, isChosenFrom: true), at: now) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    list.reload(at: now)
    source.answer(HeldSource.list("b", title: "Foyer"))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.asked == [.list([Item(path: "/b")], title: "Foyer")])
    // A changed title alone is also a change.
    list.reload(at: now)
    source.answer(HeldSource.list("b", title: "Hall"))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.asked.last == .list([Item(path: "/b")], title: "Hall"))
    list.close()
  }

  private func status(_ phase: PlaybackState.Phase, awaitsItems: Bool = false) -> PlaybackStatus {
    var status = PlaybackStatus()
    (status.phase, status.awaitsItems) = (phase, awaitsItems)
    return status
  }

  @Test("The programme replaces a queue that was cleared or loaded")
  func strayed() throws {
    let items = ["/a", "/b"].map { Item(path: $0) }
    let (source, player) = (HeldSource("list", HeldSource.list("a", "b")), FakePlayer())
    let list = try ServedList(player, try begin(source), at: now) { _ in }
    try list.bell.awaitRing()
    player.show(status(.playing), Queue(items))
    list.handleReadings(at: now)
    list.reload(restores: true, at: now)
    source.answer(HeldSource.list("a", "b"))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.commands == [], "the list plays, so nothing is restored")
    for (phase, queue, first) in [
      (PlaybackState.Phase.ended, [], Command.edit(.begin(items))),
      (.playing, [Item(path: "/x")], .edit(.reload(items))),
      (.ended, [Item(path: "/x")], .edit(.begin(items))),
    ] {
      player.show(status(phase), Queue(queue))
      let count = player.commands.count
      #expect(!list.isProgramme)
      list.reload(restores: true, at: now)
      source.answer(HeldSource.list("a", "b"))
      try list.bell.awaitRing()
      list.handleReadings(at: now)
      #expect(player.commands.dropFirst(count).first == first)
      #expect(player.commands.contains(.play) == (phase == .ended) || phase == .playing)
    }
    list.close()
  }

  @Test("A client returns to the programme, and so does Play after the queue was cleared")
  func returned() throws {
    let items = ["/a", "/b"].map { Item(path: $0) }
    let anew: [Command] = [
      .edit(.begin(items)), .edit(.loop(.queue)), .edit(.shuffle(seed: nil)), .play,
    ]
    let player = FakePlayer()
    let beginning = try begin(HeldSource("list", HeldSource.list("a", "b")))
    let list = try ServedList(player, beginning, at: now) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    let answers = Shared<[Refusal?]>([])
    list.signage.overrides.returnToProgramme { refusal in answers.update { $0.append(refusal) } }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(player.commands == anew && answers.value == [nil])
    // They are not requested again until the player shows that it has applied them.
    player.show(status(.ended, awaitsItems: true), Queue())
    list.performDueWork(at: now + .seconds(1))
    #expect(player.commands == anew)
    list.performDueWork(at: now + .seconds(3))
    #expect(player.commands == anew + anew)
    list.close()
    list.signage.overrides.returnToProgramme { refusal in answers.update { $0.append(refusal) } }
    #expect(answers.value.last??.description == "the player is shutting down")
  }

  @Test("Quarantined items play only after the operator has acted")
  func quarantined() throws {
    let folder = try TestFolder("quarantine")
    let store = ResumeStore(runtime: folder.folder.path, state: nil, name: "main")
    var note = ResumeRecord(ResumePoint(index: 0, location: "/a", position: .zero))
    note.quarantined = ["/b"]
    store.saveFinal(note)
    let (source, player) = (HeldSource("list", HeldSource.list("a", "b")), FakePlayer())
    let beginning = try begin(source, store)
    #expect(beginning.items.map(\.location) == ["/a"])
    let list = try ServedList(player, beginning, at: now) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.asked == [])
    list.performDueWork(at: now)
    #expect(list.signage.overrides.playlist.value.quarantined == ["/b"])
    list.clearQuarantine(at: now)
    list.reload(at: now)
    source.answer(HeldSource.list("a", "b"))
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.commands == [.edit(.reload(["/a", "/b"].map { Item(path: $0) }))])
    list.close()
  }
}
