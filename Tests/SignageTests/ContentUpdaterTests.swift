import Glibc
import Synchronization
import Testing
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineTiming

@testable import VitrineSignage

/// Updates from folders and sticks. The program's tests cover servers.
@Suite("Content updates from folders")
struct ContentUpdaterTests {
  final class Scene {
    let place: Folder
    let folder: Folder
    private let news = BoundedQueue<ContentUpdateEvent>(limit: .max)
    private let sources = RemoteSources(TransferClient(agent: "test"))
    private(set) var supply: ContentUpdater?

    init() throws {
      place = try Folder.temporary("supply")
      folder = place.folder("in")
      try folder.make()
    }

    deinit {
      supply?.close()
      sources.close()
      try? place.removeTree()
    }

    var store: Folder { place.folder("content") }

    func start(
      _ change: (inout ContentUpdateSettings) -> Void = { _ in },
      check: @escaping @Sendable (String) -> String? = { _ in nil }
    ) throws {
      supply?.close()
      var plan = ContentUpdateSettings(store: store)
      (plan.folder, plan.keepFree) = (folder.path, 0)
      plan.folderPeriod = .milliseconds(250)
      change(&plan)
      let news = news
      supply = try ContentUpdater(
        plan, ContentUpdater.Dependencies(sources, check: check) { news.force($0) })
    }

    func end() {
      supply?.close()
      supply = nil
    }

    /// The next report; a check takes a few seconds.
    func next(within time: Duration = .seconds(20)) -> ContentUpdateEvent? {
      news.pop(until: .now() + time)
    }

    func put(_ text: String, _ name: String, in folder: Folder? = nil) throws {
      let (place, name) = Folder.holding((folder ?? self.folder).path(of: name))
      try place.make()
      try place.write(text, to: name)
    }

    /// Checks until the condition holds.
    func waits(
      for time: Duration = .seconds(20), _ isSo: (ContentReport) -> Bool
    ) -> Bool {
      let end = HostTime.now() + time
      while HostTime.now() < end {
        if let report = supply?.report, isSo(report) { return true }
        usleep(10_000)
      }
      return false
    }

    func shown(_ name: String) -> String? {
      let path = Folder(StoredRelease.currentRoot(in: store)).path(of: name)
      return (try? FileDescriptor(reading: path).bytes(most: 1000))
        .map { String(decoding: $0, as: UTF8.self) }
    }

    func note(failed name: String) {
      note(failedAt: Folder(StoredRelease.currentRoot(in: store)).path(of: name))
    }

    func note(failedAt path: String) { supply?.recordFailure(of: path, because: "no picture") }

    func note(shownAt path: String) { supply?.recordShowing(of: path) }
  }

  @Test("A folder's content is shown as a release, and changes replace it")
  func folder() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    try scene.put("two", "films/b.txt")
    try scene.start()
    guard case .activated(_, _, files: 2)? = scene.next() else {
      Issue.record("no release"); return
    }
    #expect(scene.shown("films/b.txt") == "two")
    try scene.put("three", "films/b.txt")
    guard case .activated? = scene.next() else { Issue.record("no new release"); return }
    #expect(scene.shown("films/b.txt") == "three")
    #expect(scene.shown("a.txt") == "one")
  }

  @Test("Unplayable content is reported by name, and the previous release stays")
  func wrong() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    try scene.start()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    try scene.put("no film", "b.mp4")
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("b.mp4: "), "\(what)")
    #expect(scene.shown("a.txt") == "one")
    #expect(scene.shown("b.mp4") == nil)
    try scene.folder.remove("b.mp4")
    #expect(scene.next() == .recovered)
  }

  @Test("The status reports the current release, errors and the bytes written")
  func report() throws {
    let scene = try Scene()
    try scene.start()
    let changes = Shared(0)
    _ = scene.supply?.observe { changes.update { $0 += 1 } }
    #expect(scene.waits { $0.looked != nil } && scene.supply?.report.shown == nil)
    let before = changes.value
    try scene.put("one", "a.txt")
    try scene.put("four", "b.txt")
    #expect(scene.waits { $0.shown != nil })
    let report = try #require(scene.supply?.report)
    #expect(report.shown?.files == 2 && report.shown?.size == 7 && report.written == 7)
    #expect(report.shown?.set == StoredRelease.current(in: scene.store)?.id.text)
    #expect(report.trouble == nil && report.fetch == nil && !report.isWaiting)
    #expect(changes.value > before)
    try scene.put("no film", "c.mp4")
    #expect(scene.waits { $0.trouble?.contains("c.mp4: ") == true })
    #expect(scene.supply?.report.shown == report.shown)
    try scene.folder.remove("c.mp4")
    #expect(scene.waits { $0.trouble == nil })
  }

  @Test("A requested check runs before its time")
  func look() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    try scene.start { $0.folderPeriod = .seconds(600) }
    #expect(scene.waits { $0.looked != nil })
    #expect(scene.shown("a.txt") == nil)
    // A file that is equal in two checks is no longer being written.
    scene.supply?.checkNow()
    #expect(scene.waits { $0.shown != nil })
  }

  @Test("An unusable store is retried on request, and then recovers")
  func closedStore() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    // A file in place of the store's folder.
    try scene.place.write("", to: "content")
    try scene.start()
    guard case .error? = scene.next() else { Issue.record("no error"); return }
    #expect(scene.waits { $0.trouble != nil })
    try scene.place.remove("content")
    let begun = HostTime.now()
    scene.supply?.checkNow()
    #expect(scene.next() == .recovered && scene.waits { $0.trouble == nil })
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    #expect(HostTime.now() - begun < .seconds(9))
  }

  @Test("Download progress is reported at a readable rate, and other changes once each")
  func board() {
    let board = ContentUpdateStatus()
    let told = Shared(0)
    _ = board.observe { told.update { $0 += 1 } }
    board.update { $0.fetch = ContentReport.Fetch(done: 0, all: 1000) }
    board.update { $0.fetch = ContentReport.Fetch(done: 0, all: 1000) }
    #expect(told.value == 1)
    for _ in 0..<100 { board.recordDownload(10) }
    #expect(board.report.fetch?.done == 1000 && (2..<20).contains(told.value))
    board.update { $0.fetch = nil }
    board.recordDownload(10)
    #expect(board.report.fetch == nil)
  }

  @Test("An unreadable list is not content")
  func list() throws {
    let scene = try Scene()
    try scene.put("broken", "playlist.yaml")
    try scene.start(check: { $0.hasSuffix("playlist.yaml") ? "line 1: no list" : nil })
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("line 1: no list"))
    #expect(StoredRelease.current(in: scene.store) == nil)
  }

  @Test("Two failures roll the release back, and it is never shown again")
  func rolledBack() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    try scene.start()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    try scene.put("two", "a.txt")
    try scene.put("too", "b.txt")
    guard case .activated(_, _, files: 2)? = scene.next() else {
      Issue.record("no new release"); return
    }
    scene.note(failed: "a.txt")
    scene.note(failed: "previous.txt")
    scene.note(failed: "b.txt")
    #expect(scene.next() == .rolledBack(because: "b.txt: no picture"))
    #expect(scene.shown("a.txt") == "one")
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("release rejected because it failed before"))
    // Across a restart as well.
    try scene.start()
    guard case .error? = scene.next() else { Issue.record("no error"); return }
    #expect(scene.shown("a.txt") == "one")
  }

  @Test("A stick counts if it names this screen, and its release stays once it is removed")
  func sticks() throws {
    let scene = try Scene()
    let (other, own) = (scene.place.folder("media/x"), scene.place.folder("media/y"))
    try scene.put("folder", "a.txt")
    try scene.put("other", "a.txt", in: other)
    try scene.put("shop-8\n", Stick.marker, in: other)
    let start: () throws -> Void = {
      try scene.start { plan in
        plan.sticks = scene.place.folder("media").path
        plan.name = "shop-7"
      }
    }
    try start()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    #expect(scene.shown("a.txt") == "folder")
    try scene.put("stick", "a.txt", in: own)
    try scene.put("shop-6\r\n shop-7 \r\n", Stick.marker, in: own)
    guard case .activated(_, _, files: 1)? = scene.next() else { Issue.record("no stick"); return }
    #expect(scene.shown("a.txt") == "stick")
    try own.removeTree()
    // The folder's previous content does not return automatically, even after a restart.
    try start()
    try scene.put("newer", "a.txt")
    guard case .activated? = scene.next() else { Issue.record("no new release"); return }
    #expect(scene.shown("a.txt") == "newer")
  }

  @Test("With a trusted key, an unsigned folder is not accepted")
  func signed() throws {
    let scene = try Scene()
    let key = SigningKey.make()
    try scene.put("one", "a.txt")
    try scene.start { $0.key = try? VerifyingKey(key.verifying.text) }
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("no signature"))
    try Publication(of: scene.folder.path, number: 1, expiry: nil, play: nil).write(signing: key)
    guard case .activated(_, number: 1, files: 1)? = scene.next() else {
      Issue.record("no release"); return
    }
    #expect(scene.shown("a.txt") == "one")
    // The same files with a higher number, and others with one in between.
    try Publication(of: scene.folder.path, number: 7, expiry: nil, play: nil).write(signing: key)
    #expect(scene.waits { _ in ReleaseStoreState.read(at: scene.store)?.accepted == 7 })
    try scene.put("two", "a.txt")
    // Publishing next to a manifest continues its numbers.
    try scene.folder.remove(ReleaseManifest.name)
    try Publication(of: scene.folder.path, number: 6, expiry: nil, play: nil).write(signing: key)
    var news = scene.next()
    // The initial error is over.
    if news == .recovered { news = scene.next() }
    guard case .error(let old)? = news else {
      Issue.record("the older release was accepted"); return
    }
    #expect(old.contains("is older than the accepted") && scene.shown("a.txt") == "one")
  }

  @Test("Publishing refuses to overwrite an unreadable manifest, whose number would restart")
  func unreadableManifest() throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    for damage in ["{", ""] {
      try scene.folder.write(damage, to: ReleaseManifest.name)
      let failure = #expect(throws: Publication.Failure.self) {
        try Publication(of: scene.folder.path, number: 1, expiry: nil, play: nil)
      }
      #expect(failure?.description.hasSuffix("; remove it and publish again") == true)
    }
    try scene.folder.remove(ReleaseManifest.name)
    // A cyclic link: the kernel refuses it even to root.
    try scene.folder.link(ReleaseManifest.name, to: ReleaseManifest.name)
    #expect(throws: Publication.Failure.self) {
      try Publication(of: scene.folder.path, number: 1, expiry: nil, play: nil)
    }
  }

  @Test(
    "Content that could not be written is retried once the disk works, and reported until then",
    arguments: ["current", "notes"])
  func refused(name: String) throws {
    let scene = try Scene()
    try scene.put("one", "a.txt")
    try scene.start()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    #expect(scene.waits { $0.shown != nil && StoredRelease.current(in: scene.store) != nil })
    // The path of the store's draft of that file.
    let draft = scene.store.folder(".\(name).\(getpid())")
    try draft.make()
    try scene.put("two", "a.txt")
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("cannot write to the disk"), "\(what)")
    // Later checks find everything unchanged.
    #expect(!scene.waits(for: .seconds(2)) { $0.trouble == nil })
    #expect(scene.shown("a.txt") == "one")
    try draft.removeTree()
    guard case .activated? = scene.next() else {
      Issue.record("the release was not fetched again"); return
    }
    #expect(scene.shown("a.txt") == "two")
    #expect(scene.next() == .recovered)
  }

  @Test("A release lost on disk is fetched again, even if the source is unchanged")
  func lost() throws {
    let scene = try Scene()
    for text in ["one", "two"] {
      try scene.put(text, "a.txt")
      try scene.start()
      guard case .activated? = scene.next() else { Issue.record("no release"); return }
    }
    scene.end()
    try Folder(StoredRelease.currentRoot(in: scene.store)).remove("a.txt")
    try scene.start()
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("a.txt is missing"))
    guard case .activated? = scene.next() else {
      Issue.record("the release was not fetched again"); return
    }
    #expect(scene.shown("a.txt") == "two")
  }
}
