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

/// A served list under an override.
struct OverriddenListTests {
  private let now = HostTime.now()

  private func order(_ id: String, _ content: OverrideRequest.Content) throws -> OverrideRequest {
    try OverrideRequest(id: id, content, .after(600))
  }

  private func beginning(
    _ source: HeldSource, _ folder: borrowing TestFolder, isChosenFrom: Bool = false
  ) throws -> ServedList.InitialState {
    try ServedList.InitialState(
      nil, source, PlaybackSettings(), ResumeStore(runtime: nil, state: nil, name: "main"),
      SignageState.Stores(
        runtime: folder.folder.path(of: "run"), state: folder.folder.path(of: "state"), name: "main"
      ), isChosenFrom: isChosenFrom, Log())
  }

  private func playing(_ player: FakePlayer, _ queue: Queue, _ index: Int, at seconds: Int64) {
    var status = PlaybackStatus()
    (status.entry, status.item) = (queue.entries[index].id, queue.entries[index].item)
    (status.phase, status.position) = (.playing, MediaTime(seconds, 1))
    player.show(status, queue)
  }

  /// The items of the latest exchange in the player.
  private func exchanged(_ player: FakePlayer) -> [String] {
    let queues = player.commands.compactMap { command -> Queue? in
      if case .edit(.replaceQueue(let queue, _)) = command { queue } else { nil }
    }
    return queues.last?.entries.map(\.item.location) ?? []
  }

  @Test("An override is on disk before it shows; the list changes beneath it and resumes in place")
  func whole() throws {
    let folder = try TestFolder("overridden")
    let origins = [folder.folder.path]
    let source = HeldSource("list", HeldSource.list("a", "b", origins: origins))
    let player = FakePlayer()
    let list = try ServedList(player, try beginning(source, folder), at: now) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    playing(player, Queue(["/a", "/b"].map { Item(path: $0) }, loop: .queue), 1, at: 7)
    let answers = Shared<[Refusal?]>([])
    list.signage.overrides.begin(try order("fire", .source("/alarm")), [Item(path: "/alarm")]) {
      refusal in
      answers.update { $0.append(refusal) }
    }
    try list.signage.overrides.bell.awaitRing()
    for place in ["run", "state"] {
      let store = OverrideStore(
        runtime: nil, state: folder.folder.path(of: place), name: "main")
      #expect(store.read { _ in }?.id == "fire")
    }
    #expect(player.commands == [] && answers.value.isEmpty)
    list.handleOverrideRequests(at: now)
    #expect(exchanged(player) == ["/alarm"] && player.commands.last == .play)
    #expect(
      answers.value == [nil] && list.signage.overrides.report.value?.override?.isShown == true)
    // The list changes beneath the override, invisibly.
    let count = player.commands.count
    source.answer(HeldSource.list("a", "b", "c", origins: origins))
    list.reload(at: now)
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    #expect(player.commands.count == count)
    // Another override replaces it; one with another name is not ended.
    list.signage.overrides.begin(
      try order("flood", .card(title: "Water", text: "")),
      [
        Item.card(title: "Water", detail: "")
      ]
    ) { _ in }
    list.signage.overrides.end("fire") { refusal in answers.update { $0.append(refusal) } }
    list.signage.overrides.end("flood") { refusal in answers.update { $0.append(refusal) } }
    try list.signage.overrides.bell.awaitRing()
    while answers.value.count < 3 {
      list.handleOverrideRequests(at: now)
      try? list.signage.overrides.bell.awaitRing()
    }
    #expect(answers.value[1]?.description == "another override is active: flood")
    #expect(exchanged(player) == ["/a", "/b", "/c"])
    #expect(player.commands.last == .seek(PlaybackState.Seek(to: MediaTime(7, 1))))
    list.close()
    let store = OverrideStore(
      runtime: nil, state: folder.folder.path(of: "state"), name: "main")
    #expect(store.read { _ in } == nil)
  }

  @Test("Returning to the programme keeps the override, even with a gallery")
  func returning() throws {
    let folder = try TestFolder("returning")
    let source = HeldSource("list", HeldSource.list("a", "b", origins: [folder.folder.path]))
    let player = FakePlayer()
    let list = try ServedList(
      player, try beginning(source, folder, isChosenFrom: true), at: now
    ) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    playing(player, Queue([Item(path: "/a")]), 0, at: 7)
    list.signage.overrides.begin(try order("fire", .source("/alarm")), [Item(path: "/alarm")]) {
      _ in
    }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(exchanged(player) == ["/alarm"])
    let commands = player.commands
    // As the service menu requests it.
    let answers = Shared<[Refusal?]>([])
    list.signage.overrides.returnToProgramme { refusal in answers.update { $0.append(refusal) } }
    list.handleOverrideRequests(at: now)
    #expect(answers.value == [Refusal(overriddenBy: "fire")] && player.commands == commands)
    list.returnToProgramme(at: now)
    #expect(player.commands == commands && list.signage.cut?.entries.isEmpty == true)
    // Once the override is over, visitors choose again.
    list.signage.overrides.end("fire") { _ in }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(player.commands.dropFirst(commands.count).first == .stop && exchanged(player).isEmpty)
    list.close()
  }

  @Test("A start resumes the override, and its end resumes the list in place")
  func takenUp() throws {
    let folder = try TestFolder("taken-up")
    let store = OverrideStore(
      runtime: nil, state: folder.folder.path(of: "state"), name: "main")
    let note = try StoredOverride(order("fire", .card(title: "Leave", text: "")), .now())
    #expect(store.write(note).isEmpty)
    let source = HeldSource("list", HeldSource.list("a", "b", origins: [folder.folder.path]))
    let beginning: ServedList.InitialState = try self.beginning(source, folder)
    #expect(beginning.content.queue.entries.map(\.item.name) == ["Leave"])
    #expect(beginning.content.queue.entries.first?.item.rules?.levelText == "override")
    let player = FakePlayer()
    playing(player, beginning.content.queue, 0, at: 1)
    let list = try ServedList(player, beginning, at: now) { _ in }
    list.performDueWork(at: now)
    #expect(player.commands == [])
    list.signage.overrides.end(String?.none) { _ in }
    try list.signage.overrides.bell.awaitRing()
    list.handleOverrideRequests(at: now)
    #expect(exchanged(player) == ["/a", "/b"])
    list.close()
  }

  @Test("An unscheduled list also reports what follows")
  func following() throws {
    let folder = try TestFolder("following")
    let source = HeldSource("list", HeldSource.list("a", "b", origins: [folder.folder.path]))
    let player = FakePlayer()
    let list = try ServedList(player, try beginning(source, folder), at: now) { _ in }
    try list.bell.awaitRing()
    list.handleReadings(at: now)
    playing(player, Queue(["/a.mp4", "/b.mp4"].map { Item(path: $0) }, loop: .queue), 1, at: 7)
    list.performDueWork(at: now)
    #expect(list.signage.overrides.report.value?.next == "a")
    for (paths, loop) in [(["/a.mp4"], Queue.Loop.queue), (["/a.mp4", "/b.mp4"], .item)] {
      playing(player, Queue(paths.map { Item(path: $0) }, loop: loop), 0, at: 7)
      list.performDueWork(at: now)
      #expect(list.signage.overrides.report.value?.next == nil)
    }
    list.close()
  }
}
