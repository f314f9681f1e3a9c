import ArgumentParser
import Glibc
import VitrineDaemon
import VitrineInputDevices
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// `vitrine keys`: what each key of a remote or keyboard is called, and what it does.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Show each key as it is pressed: its device, its name and what it does.",
    discussion: """
      Each new key comes with the line that gives it another meaning, to be put under `keys:` of \
      the configuration. Ends with q, Ctrl-C or after --seconds. The devices are taken away from \
      other programs meanwhile, so a player that uses them has to be stopped.
      """
  )

  @Flag(help: "Print JSON lines for other programs.")
  var json = false

  @Flag(help: "Print touches too.")
  var touch = false

  @Option(help: "How long to listen, in seconds; until q without it.")
  var seconds: Double?

  func validate() throws {
    if let seconds, !(0...1e8).contains(seconds) {
      throw ValidationError("--seconds takes a number from 0 on")
    }
  }

  func run() throws {
    let signals = try Signals.forShutdown()
    let log = Log()
    let (devices, refusals) = surveyInputDevices()
    if let trouble = KeysError(
      found: devices.count { $0.kind == .keys || $0.kind == .touchscreen }, refusals.map(\.error))
    {
      try trouble.end(log)
    }
    let news = BoundedQueue<InputEvent>(limit: .max)
    let wakeup = try Wakeup()
    let input = try InputThread(InputOptions()) { event in
      // A terminal that has stopped reading may miss fingers.
      if news.weight > 10_000, case .touch = event { return }
      news.force(event)
      wakeup.ring()
    }
    var page = KeysPage(json: json, touch: touch, log: log)
    let terminal = TerminalKeys()
    terminal.open()
    let outcome = Result { () throws(Errno) in
      try listen(news, wakeup, signals, terminal, &page)
    }
    input.close()
    terminal.close()
    try outcome.get()
    page.finish()
    if page.isUnheard { try KeysError(found: 0, page.refusals)?.end(log) }
  }

  private enum Token: UInt64 { case news, signal, key, end }

  private func listen(
    _ news: BoundedQueue<InputEvent>, _ wakeup: Wakeup, _ signals: Signals,
    _ terminal: TerminalKeys, _ page: inout KeysPage
  ) throws(Errno) {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(wakeup.descriptor, token: Token.news.rawValue)
    try loop.add(signals.descriptor, token: Token.signal.rawValue)
    try loop.add(timer.descriptor, token: Token.end.rawValue)
    if terminal.isOpen { try loop.add(terminal.descriptor, token: Token.key.rawValue) }
    if let seconds { timer.set(to: .now() + .seconds(seconds)) }
    while !page.isOver {
      try loop.wait { token in
        switch Token(rawValue: token) {
        case .news: wakeup.clear()
        case .key where !TerminalKey.parse(terminal.read()).contains(.quit): break
        case .signal, .key, .end, nil: page.isOver = true
        }
      }
      while let event = news.tryPop() { page.show(event) }
    }
  }
}

/// Why there is nothing to listen to.
private enum KeysError {
  case refused
  case nothing

  /// Nil where a device can be read, or it cannot be said yet.
  init?(found: Int, _ refusals: [Errno]) {
    guard found == 0 else { return nil }
    self = refusals.contains(.accessDenied) ? .refused : .nothing
  }

  func end(_ log: Log) throws -> Never {
    switch self {
    case .refused:
      log.error(
        "no input device may be read: add the user to the group input "
          + "(`usermod -aG input NAME`, then log in again), or run this as root")
      throw ExitCode(ExitStatus.noPermission.rawValue)
    case .nothing:
      log.error(
        "no input device can be used: plug one in; where a player uses them, stop it first")
      throw ExitCode(ExitStatus.unavailable.rawValue)
    }
  }
}
