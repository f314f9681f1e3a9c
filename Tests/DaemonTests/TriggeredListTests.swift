import Testing
import VitrineControl
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrinePlaylists
import VitrineSchedules
import VitrineSettings
import VitrineSignage
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineLists

/// A served list under content that keys start.
struct TriggeredListTests {
  private let now = HostTime.now()
  private let player = FakePlayer()
  private let list: ServedList
  private let programme = Queue(["/a", "/b"].map { Item(path: $0) }, loop: .queue)
  private let film = [Item(path: "/film")]

  init() throws { try self.init(isChosenFrom: false) }

  private init(isChosenFrom: Bool) throws {
    let source = HeldSource("list", HeldSource.list("a", "b", origins: []))
    list = try ServedList(
      player,
      try ServedList.InitialState(
        nil, source, PlaybackSettings(), ResumeStore(runtime: nil, state: nil, name: "main"),
        SignageState.Stores(runtime: nil, state: nil, name: "main"), isChosenFrom: isChosenFrom,
        Log()),
      at: now
    ) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    show(programme, 1, at: 7)
  }

  private func show(
    _ queue: Queue, _ index: Int, at seconds: Int64, _ phase: PlaybackState.Phase = .playing
  ) {
    var status = PlaybackStatus()
    (status.entry, status.item) = (queue.entries[index].id, queue.entries[index].item)
    (status.phase, status.position) = (phase, MediaTime(seconds, 1))
    player.show(status, queue)
  }

  private func begin(_ start: TriggeredContent.Start) {
    list.signage.overrides.begin(TriggeredContent(name: "KEY_F1", film, start))
    list.handleOverrideRequests(at: now)
  }

  /// The queue of the latest exchange, its first entry and the commands after it.
  private func latest() -> (items: [String], loop: Queue.Loop?, rest: [Command]) {
    let place = player.commands.lastIndex { command in
      if case .edit(.replaceQueue) = command { true } else { false }
    }
    guard let place, case .edit(.replaceQueue(let queue, _)) = player.commands[place] else {
      return ([], nil, [])
    }
    return (
      queue.entries.map(\.item.location), queue.loop, Array(player.commands[(place + 1)...])
    )
  }

  @Test("At once, to its end, and then the programme in place")
  func atOnce() {
    begin(.now)
    #expect(latest() == (["/film"], Queue.Loop.none, [.play]))
    let queue = Queue(film)
    show(queue, 0, at: 3)
    list.performDueWork(at: now)
    #expect(latest().items == ["/film"])
    show(queue, 0, at: 9, .ended)
    list.performDueWork(at: now)
    let seek = Command.seek(PlaybackState.Seek(to: MediaTime(7, 1)))
    #expect(latest() == (["/a", "/b"], .queue, [.play, seek]))
  }

  @Test("Repeated while held; a release before the list is read is not forgotten")
  func held() {
    begin(.held)
    #expect(latest() == (["/film"], .queue, [.play]))
    list.signage.overrides.release("KEY_F2")
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/film"])
    list.signage.overrides.release("KEY_F1")
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/a", "/b"])
  }

  @Test("After the current item, and then the item after that")
  func next() {
    begin(.next)
    #expect(player.commands.last == .edit(.visit(film, loop: .none, isPatient: true)))
    let queue = Queue(film)
    show(queue, 0, at: 3)
    list.performDueWork(at: now)
    show(queue, 0, at: 9, .ended)
    list.performDueWork(at: now)
    // The second item was playing: the first follows, from its start.
    #expect(latest() == (["/a", "/b"], .queue, [.play]))
    guard case .edit(.replaceQueue(let programme, let first))? = player.commands.dropLast().last
    else {
      Issue.record("no queue")
      return
    }
    #expect(first.flatMap { programme[$0]?.item.location } == "/a")
  }

  @Test(
    "A second button replaces the content of the first, and the programme stays the interrupted one"
  )
  func second() {
    begin(.now)
    show(Queue(film), 0, at: 3)
    list.signage.overrides.begin(TriggeredContent(name: "KEY_F2", [Item(path: "/other")], .now))
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/other"])
    let queue = Queue([Item(path: "/other")])
    show(queue, 0, at: 1)
    list.performDueWork(at: now)
    show(queue, 0, at: 1, .failed(PlaybackError(.source, "gone", exitStatus: .noInput)))
    list.performDueWork(at: now)
    #expect(latest().items == ["/a", "/b"])
  }

  @Test("An override stays above the content of a key, and ends it")
  func override() throws {
    begin(.now)
    show(Queue(film), 0, at: 3)
    let request = try OverrideRequest(id: "fire", .source("/alarm"), .after(600))
    list.signage.overrides.begin(request, [Item(path: "/alarm")]) { _ in }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/alarm"])
    begin(.now)
    #expect(latest().items == ["/alarm"])
    list.signage.overrides.end("fire") { _ in }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/a", "/b"])
  }

  @Test("A queue that an operator loads meanwhile stays")
  func loaded() {
    begin(.now)
    let (own, other) = (Queue(film), Queue([Item(path: "/x")]))
    show(own, 0, at: 3)
    list.performDueWork(at: now)
    let count = player.commands.count
    show(other, 0, at: 1)
    list.performDueWork(at: now)
    show(other, 0, at: 1, .ended)
    list.performDueWork(at: now)
    #expect(player.commands.count == count)
  }

  @Test("A display that is off ignores keys, and shows the programme in the morning")
  func off() {
    var status = player.status
    status.isDisplayOn = false
    player.show(status, programme)
    let count = player.commands.count
    begin(.now)
    list.signage.overrides.release("KEY_F1")
    list.handleOverrideRequests(at: now)
    #expect(player.commands.count == count && list.signage.cut == nil)
  }

  @Test("After the last item of a list without loop, and of a visitor's film, nothing is repeated")
  func last() {
    let queue = Queue([Item(path: "/a")])
    show(queue, 0, at: 5)
    begin(.next)
    let own = Queue(film)
    show(own, 0, at: 3)
    list.performDueWork(at: now)
    show(own, 0, at: 9, .ended)
    list.performDueWork(at: now)
    #expect(player.commands.suffix(2).first == .stop)
    #expect(player.commands.last != .play)
  }

  @Test("A button that interrupts an item before a waiting one resumes that item in place")
  func waiting() {
    begin(.next)
    list.signage.overrides.begin(TriggeredContent(name: "KEY_F2", [Item(path: "/other")], .now))
    list.handleOverrideRequests(at: now)
    let queue = Queue([Item(path: "/other")])
    show(queue, 0, at: 1)
    list.performDueWork(at: now)
    show(queue, 0, at: 1, .ended)
    list.performDueWork(at: now)
    let seek = Command.seek(PlaybackState.Seek(to: MediaTime(7, 1)))
    #expect(latest() == (["/a", "/b"], .queue, [.play, seek]))
  }

  private func handOver(_ name: String = "hand-over 1") {
    var content = TriggeredContent(name: name, film, .now)
    content.continuation = TriggeredContent.Continuation(
      position: MediaTime(20, 1), audio: .language("eng"))
    list.signage.overrides.begin(content)
    list.handleOverrideRequests(at: now)
  }

  @Test("A handed-over item continues at its position, and its tracks end with it")
  func handedOver() {
    var status = player.status
    status.choices.audio = .index(2)
    status.tracks = [TrackInfo(kind: .audio, index: 2, codec: "aac", language: "ger")]
    player.show(status, programme)
    handOver()
    let seek = Command.seek(PlaybackState.Seek(to: MediaTime(20, 1)))
    #expect(latest() == (["/film"], Queue.Loop.none, [.play, seek]))
    let (chosen, restored) = (
      Command.select(.audio, .language("eng")), Command.select(.audio, .language("de"))
    )
    #expect(player.commands.contains(chosen) && !player.commands.contains(restored))
    let queue = Queue(film)
    show(queue, 0, at: 30)
    list.performDueWork(at: now)
    show(queue, 0, at: 59, .ended)
    list.performDueWork(at: now)
    #expect(latest().items == ["/a", "/b"])
    #expect(player.commands.filter { $0 == chosen }.count == 1)
    #expect(player.commands.filter { $0 == restored }.count == 1)
    #expect(!player.commands.contains { if case .choose = $0 { true } else { false } })
  }

  /// Why nothing can be handed over; nil if something can.
  private func refusal() -> String? {
    let refusal = Shared<Refusal?>(nil)
    list.signage.overrides.find(HandOver(.file("/b", size: 1))) { result in
      if case .failure(let reason) = result { refusal.update { $0 = reason } }
    }
    list.handleOverrideRequests(at: now)
    return refusal.value?.description
  }

  @Test("A hand-over does not replace triggered content", arguments: [true, false], [true, false])
  func obstructed(isHandedOver: Bool, hasStarted: Bool) {
    #expect(refusal() == nil)
    if isHandedOver { handOver("hand-over 1") } else { begin(.now) }
    let queue = Queue(film)
    if hasStarted {
      show(queue, 0, at: 3)
      list.performDueWork(at: now)
    }
    let cause = isHandedOver ? "while hand-over 1 is active" : "while trigger KEY_F1 is active"
    #expect(refusal()?.contains(cause) == true)
    // The trigger may come after the request.
    let count = player.commands.count
    handOver("hand-over 2")
    list.signage.overrides.withdraw("hand-over 2")
    list.handleOverrideRequests(at: now)
    #expect(player.commands.count == count && list.signage.triggered != nil)
    show(queue, 0, at: 3)
    list.performDueWork(at: now)
    show(queue, 0, at: 9, .ended)
    list.performDueWork(at: now)
    #expect(refusal() == nil)
  }

  @Test("Triggered content that waits for the current item, or is held, is not replaced either")
  func waitingOrHeld() {
    for start in [TriggeredContent.Start.next, .held] {
      begin(start)
      #expect(refusal()?.contains("vitrine ctl programme ends it") == true, "\(start)")
      list.signage.overrides.returnToProgramme { _ in }
      list.handleOverrideRequests(at: now)
      #expect(refusal() == nil, "\(start)")
    }
  }

  @Test("A hand-over that did not succeed is withdrawn, and the programme resumes in place")
  func withdrawn() {
    handOver()
    list.signage.overrides.withdraw("hand-over 2")
    list.handleOverrideRequests(at: now)
    #expect(latest().items == ["/film"])
    list.signage.overrides.withdraw("hand-over 1")
    list.handleOverrideRequests(at: now)
    let seek = Command.seek(PlaybackState.Seek(to: MediaTime(7, 1)))
    #expect(latest() == (["/a", "/b"], .queue, [.play, seek]))
  }

  @Test("Files are found in the list, and nothing is taken over while the display is off")
  func found() {
    let answers = Shared<[Item?]>([])
    func find(_ path: String) {
      list.signage.overrides.find(HandOver(.file(path, size: 1))) { result in
        answers.update { $0.append(try? result.get()) }
      }
      list.handleOverrideRequests(at: now)
    }
    find("/b")
    find("/c")
    var status = player.status
    status.isDisplayOn = false
    player.show(status, programme)
    find("/b")
    #expect(answers.value == [Item(path: "/b"), nil, nil])
  }

  @Test("In a gallery, the content of a key leads back to the gallery")
  func gallery() throws {
    let scene = try TriggeredListTests(isChosenFrom: true)
    scene.begin(.now)
    let queue = Queue(scene.film)
    scene.show(queue, 0, at: 3)
    scene.list.performDueWork(at: now)
    scene.show(queue, 0, at: 3, .ended)
    scene.list.performDueWork(at: now)
    #expect(scene.player.commands.suffix(2).first == .stop)
  }

  @Test("In a gallery, a visitor's film resumes if a hand-over fails")
  func galleryFailure() throws {
    let scene = try TriggeredListTests(isChosenFrom: true)
    let seek = Command.seek(PlaybackState.Seek(to: MediaTime(7, 1)))
    scene.handOver()
    scene.list.signage.overrides.withdraw("hand-over 1")
    scene.list.handleOverrideRequests(at: now)
    #expect(scene.latest() == (["/a", "/b"], .queue, [.play, seek]))
    // The player may report the failure first.
    scene.show(programme, 1, at: 7)
    scene.handOver()
    let queue = Queue(film)
    scene.show(queue, 0, at: 0)
    scene.list.performDueWork(at: now)
    var status = PlaybackStatus()
    status.phase = .ended
    status.failure = FailedItem(
      entry: queue.entries[0].id, item: film[0],
      error: PlaybackError(.source, "gone", exitStatus: .noInput))
    scene.player.show(status, queue)
    scene.list.performDueWork(at: now)
    #expect(scene.latest() == (["/a", "/b"], .queue, [.play, seek]))
  }
}
