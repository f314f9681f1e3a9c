internal import VitrineGestures
internal import VitrineInputDevices
package import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineThumbnails
internal import VitrineTiming

/// The thread "overlay": receives input and the player's reports, lets `Interface` decide, and draws.
/// Thread-safe.
///
/// Drawing has its own thread because it takes longer than the player or the display may wait.
final class InterfaceLoop: Sendable {
  enum Message: Sendable {
    case input(InputEvent)
    case scripted(ScriptedInput, HostTime)
    case status(PlaybackStatus)
    case failed(Item)
    /// The picture with this number is on screen.
    case shown(Int, HostTime)
    case subtitlesChanged
    /// A different display, maybe of a different size.
    case displayChanged
    case thumbnail(ThumbnailEvent)
    case setHidden(Theme.Part, Bool)
    /// Shows or hides bars and buttons.
    case controls(Bool)
    /// Changes the language or the texts.
    case wording(Wording)
    /// Facts from the file of a list entry.
    case facts(Int, ListScan.Metadata)
    /// Replaces the gallery's items, and optionally its title.
    case listed([Item], title: String?)
    /// A liveness check of the thread.
    case livenessCheck(@Sendable () -> Void)
    /// A command of the operator.
    case ordered(Command)
    case idle(IdleTime)
    /// Replaces the actions of keys.
    case keys([String: KeyAction])
    /// Shown above everything; nil removes it.
    case notice(Notice?)
    /// The embedding program changed its drawings or subscriptions: see `Player.own`.
    case own
  }

  let mail = InterfaceMailbox()
  private let thread: NamedThread

  /// Starts the thread. It waits for the display to open, and ends if there is none.
  init(
    _ configuration: InterfaceConfiguration, player: Player, display: any PresenterHost,
    pictures: SharedDisplay, sound: SoundFeed
  ) throws(Errno) {
    let mailbox = mail.messages
    let speech = try configuration.options.speechProgram.map { path throws(Errno) in
      try SpeechThread(SpeechProgram(path)) {
        sound.perform(.speak($0))
      } report: { [events = player.events] in
        events(.speechUnavailable("\($0)"))
      }
    }
    thread = try NamedThread("overlay") {
      let work: InterfaceWork
      do throws(PlaybackError) {
        work = try InterfaceWork(configuration, player, display, pictures, mailbox)
      } catch {
        // The session reports a missing display.
        if configuration.isForNotices { player.mailbox.push(.noticesFailed(error.message)) }
        speech?.close()
        return mailbox.close(discarding: true)
      }
      var input = InterfaceInput(player.liveness)
      let question = player.liveness.add { mailbox.force(.livenessCheck($0)) }
      defer { player.liveness.remove(question) }
      work.scanList()
      work.say = { speech?.say($0) }
      while !mailbox.isExhausted {
        if work.acceptsInput { input.open { work.openInput() } }
        let message = mailbox.pop(until: work.deadline(HostTime.now()))
        if let message { work.handle(message) }
        while let next = mailbox.tryPop() { work.handle(next) }
        work.turn(HostTime.now())
      }
      input.close()
      speech?.close()
      work.close()
    }
  }

  func close() {
    mail.messages.close(discarding: true)
    thread.join()
  }
}

/// The interface's mailbox. Thread-safe.
package final class InterfaceMailbox: Sendable {
  let messages = BoundedQueue<InterfaceLoop.Message>(limit: .max)

  /// Creates an empty mailbox.
  package init() {}

  package var isEmpty: Bool { messages.isEmpty }

  func send(_ message: InterfaceLoop.Message) { messages.force(message) }
}

/// Opens and closes the interface of a session: on its own thread, or manually in tests.
package protocol InterfaceHost {
  /// Opens the interface and attaches it to the player.
  func open(_ configuration: InterfaceConfiguration, of player: Player) throws(Errno)
  /// Detaches and closes the interface, if it is open.
  func close()
}

/// The thread "overlay" while the interface is open. Bound to the session's thread.
final class InterfaceThread: InterfaceHost {
  private let display: any PresenterHost
  private let pictures: SharedDisplay
  private let sound: SoundFeed
  private var opened: (loop: InterfaceLoop, detach: @Sendable () -> Void)?

  init(_ display: any PresenterHost, _ pictures: SharedDisplay, _ sound: SoundFeed) {
    (self.display, self.pictures, self.sound) = (display, pictures, sound)
  }

  func open(_ configuration: InterfaceConfiguration, of player: Player) throws(Errno) {
    let loop = try InterfaceLoop(
      configuration, player: player, display: display, pictures: pictures, sound: sound)
    opened = (loop, player.attach(loop.mail))
  }

  func close() {
    guard let (loop, detach) = opened else { return }
    opened = nil
    detach()
    loop.close()
    display.perform { $0?.forgetInterface() }
  }
}

/// The input devices, opened at first use. Bound to the thread "overlay".
private struct InterfaceInput {
  private let liveness: LivenessRegistry
  private var thread: InputThread?
  private var question: Int?
  private var isOpened = false

  init(_ liveness: LivenessRegistry) { self.liveness = liveness }

  /// Opens the devices on the first call only; `open` reports its own errors.
  mutating func open(_ open: () -> InputThread?) {
    guard !isOpened else { return }
    (isOpened, thread) = (true, open())
    question = thread.map { thread in liveness.add { thread.ask($0) } }
  }

  mutating func close() {
    if let question { liveness.remove(question) }
    thread?.close()
    (thread, question) = (nil, nil)
  }
}
