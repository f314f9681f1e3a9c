import Glibc
import Synchronization
import Testing
import VitrineControl
import VitrineEngine
import VitrineFakes
import VitrineLinux
import VitrineOperations
import VitrinePlayback
import VitrinePlaylists
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon

/// The effect of each event that the service's thread waits for. Real descriptors and real
/// signals of the test's own thread, but a fake player and a fake list.
@Suite(.serialized, .timeLimit(.minutes(1)))
struct ServiceLoopTests {
  /// The thread's body with its dependencies.
  private final class Scene {
    let player = FakePlayer()
    let source = HeldSource()
    let signals: Signals
    let (ending, requestBell): (Wakeup, Wakeup)
    let requests = BoundedQueue<ServiceLoop.Request>(limit: .max)
    let body: ServiceLoopBody

    /// `program` is the path of this program's file.
    init(_ folder: Folder, program: String = "/nowhere") throws {
      (ending, requestBell) = (try Wakeup(), try Wakeup())
      let store = ResumeStore(runtime: folder.path, state: nil, name: "main")
      let beginning = try ServedList.InitialState(
        nil, source, PlaybackSettings(), store, isChosenFrom: false, patience: .zero, Log())
      signals = try Signals([SIGHUP, SIGWINCH])
      let parts = ServiceLoop.Parts(
        players: [(player, beginning)], notifier: ServiceNotifier(),
        signals: signals, terminal: nil,
        reconfiguration: Reconfiguration(.forTests(isSafe: true), nil),
        program: ProgramFile(program),
        upkeep: MachineUpkeep(
          RecoveryStore(runtime: nil, state: nil, reboot: .never) { _ in }, log: Log()),
        log: Log())
      body = try ServiceLoopBody(parts, ending: ending, requestBell: requestBell, requests)
      // Not before: the player starts with a list found at once.
      source.answer(HeldSource.list("a"))
    }

    /// The player has applied the list.
    func play(_ name: String) {
      var status = PlaybackStatus()
      status.phase = .playing
      player.show(status, Queue([Item(path: "/\(name)")]))
    }

    /// Runs the loop until the condition holds; the loop itself wakes every second.
    func go(until isDone: () -> Bool) throws {
      for _ in 0..<20 where !isDone() { #expect(try body.next()) }
      #expect(isDone())
    }

    deinit {
      body.close()
      while signals.next() != nil {}
      var set = sigset_t()
      sigemptyset(&set)
      for signal in [SIGHUP, SIGWINCH] { sigaddset(&set, signal) }
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
  }

  private func edits(_ player: FakePlayer) -> Int { player.commands.count }

  @Test("A loaded list reaches its player")
  func list() throws {
    let folder = try TestFolder("loop-list")
    let scene = try Scene(folder.folder)
    try scene.go { scene.player.commands == [.edit(.reload([Item(path: "/a")]))] }
  }

  @Test("A client's reload is answered once the list has been read again")
  func answeredReload() throws {
    let folder = try TestFolder("loop-answered")
    let scene = try Scene(folder.folder)
    try scene.go { edits(scene.player) == 1 }
    scene.play("a")
    let answers = Mutex<[Refusal?]>([])
    scene.requests.force(.reload { refusal in answers.withLock { $0.append(refusal) } })
    scene.requestBell.ring()
    #expect(try scene.body.next())
    #expect(answers.withLock { $0.isEmpty })
    scene.source.answer(HeldSource.list("a", "b"))
    try scene.go { answers.withLock { $0 } == [nil] }
    #expect(edits(scene.player) == 2)
  }

  @Test("SIGHUP reloads everything, and the other signals end the players")
  func signals() throws {
    let folder = try TestFolder("loop-signals")
    let scene = try Scene(folder.folder)
    try scene.go { edits(scene.player) == 1 }
    scene.play("a")
    pthread_kill(pthread_self(), SIGHUP)
    scene.source.answer(HeldSource.list("c"))
    try scene.go { edits(scene.player) == 2 }
    #expect(!scene.player.asked.contains(.quit))
    // Any signal works; this one does not end the test process if it is not handled.
    pthread_kill(pthread_self(), SIGWINCH)
    try scene.go { scene.player.asked.last == .quit }
  }

  @Test("Changes to the list's files are debounced and reload it")
  func origins() throws {
    let folder = try TestFolder("loop-origins")
    let scene = try Scene(folder.folder)
    try scene.go { edits(scene.player) == 1 }
    scene.play("a")
    let file = try folder.write("1", to: "list.m3u")
    pthread_kill(pthread_self(), SIGHUP)
    scene.source.answer(HeldSource.list("b", origins: [file]))
    try scene.go { edits(scene.player) == 2 }
    // Other results may cause one more check.
    for name in ["c", "d", "e"] { scene.source.answer(HeldSource.list(name, origins: [file])) }
    _ = try folder.write("2", to: "list.m3u")
    try scene.go { edits(scene.player) >= 3 }
  }

  @Test("A reload after an upgrade ends the service at the item's end; other reloads do not")
  func upgrade() throws {
    let folder = try TestFolder("loop-upgrade")
    let file = try folder.write("old", to: "program")
    let link = folder.folder.path(of: "link")
    #expect(symlink(file, link) == 0)
    let scene = try Scene(folder.folder, program: link)
    func show(_ entry: Int) {
      var status = PlaybackStatus()
      (status.entry, status.item, status.duration) = (entry, Item(path: "/a"), MediaTime(60, 1))
      scene.player.show(status, Queue([]))
    }
    func reload(_ name: String) throws {
      let count = edits(scene.player)
      pthread_kill(pthread_self(), SIGHUP)
      scene.source.answer(HeldSource.list(name))
      try scene.go { edits(scene.player) > count }
    }
    show(1)
    try reload("b")
    show(2)
    #expect(try scene.body.next())
    #expect(!scene.player.asked.contains(.quit))
    let new = try folder.write("new", to: "program.new")
    #expect(rename(new, file) == 0)
    try reload("c")
    #expect(try scene.body.next())
    #expect(!scene.player.asked.contains(.quit))
    show(3)
    try scene.go { scene.player.asked.last == .quit }
  }

  @Test("The loop wakes every second and ends on request")
  func ending() throws {
    let folder = try TestFolder("loop-ending")
    let scene = try Scene(folder.folder)
    try scene.go { edits(scene.player) == 1 }
    scene.play("a")
    let start = HostTime.now()
    #expect(try scene.body.next())
    #expect(HostTime.now() - start > .milliseconds(500))
    scene.ending.ring()
    #expect(try !scene.body.next())
  }
}
