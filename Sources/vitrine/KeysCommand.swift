import ArgumentParser
import Glibc
import VitrineDaemon
import VitrineInputDevices
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// `vitrine keys`: prints the name and action of each key pressed.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Show each key you press: device, name and action.",
    discussion: """
      Quit with q or Ctrl-C: it then prints a line for each key, to copy under `keys:` of the \
      configuration and edit. Grabs the input devices, so stop the player first.

      Examples:
        vitrine keys
        vitrine keys --touch --seconds 30
        vitrine keys --json
      """
  )

  @Flag(help: "Print lines of JSON.")
  var json = false

  @Flag(help: "Also print touches.")
  var touch = false

  @Option(help: "Listen for this many seconds. (default: until q)")
  var seconds: Double?

  func validate() throws {
    if let seconds, !(0...1e8).contains(seconds) {
      throw ValidationError("invalid --seconds \(seconds): expected 0 or more")
    }
  }

  func run() throws {
    let signals = try Signals.forShutdown()
    let log = Log()
    let (devices, refusals) = surveyInputDevices()
    if let error = KeysError(
      found: devices.count { $0.kind == .keys || $0.kind == .touchscreen }, refusals.map(\.error))
    {
      try error.end(log)
    }
    let events = BoundedQueue<InputEvent>(limit: .max)
    let wakeup = try Wakeup()
    let input = try InputThread(InputOptions()) { event in
      // A terminal that does not read may miss touches.
      if events.weight > 10_000, case .touch = event { return }
      events.force(event)
      wakeup.ring()
    }
    var output = KeysOutput(json: json, touch: touch, log: log)
    let terminal = TerminalKeys()
    terminal.open()
    let outcome = Result { () throws(Errno) in
      try listen(events, wakeup, signals, terminal, &output)
    }
    input.close()
    terminal.close()
    try outcome.get()
    output.finish()
    if output.hasNoUsableDevice { try KeysError(found: 0, output.refusals)?.end(log) }
  }

  private enum Token: UInt64 { case input, signal, key, end }

  private func listen(
    _ events: BoundedQueue<InputEvent>, _ wakeup: Wakeup, _ signals: Signals,
    _ terminal: TerminalKeys, _ output: inout KeysOutput
  ) throws(Errno) {
    let loop = try EventLoop()
    let timer = try Timer()
    try loop.add(wakeup.descriptor, token: Token.input.rawValue)
    try loop.add(signals.descriptor, token: Token.signal.rawValue)
    try loop.add(timer.descriptor, token: Token.end.rawValue)
    if terminal.isOpen { try loop.add(terminal.descriptor, token: Token.key.rawValue) }
    if let seconds { timer.set(to: .now() + .seconds(seconds)) }
    while !output.isOver {
      try loop.wait { token in
        switch Token(rawValue: token) {
        case .input: wakeup.clear()
        case .key where !TerminalKey.parse(terminal.read()).contains(.quit): break
        case .signal, .key, .end, nil: output.isOver = true
        }
      }
      while let event = events.tryPop() { output.show(event) }
    }
  }
}

/// The reason that there is no input device.
private enum KeysError {
  case refused
  case nothing

  /// Nil if a device is readable, or if that is not yet known.
  init?(found: Int, _ refusals: [Errno]) {
    guard found == 0 else { return nil }
    self = refusals.contains(.accessDenied) ? .refused : .nothing
  }

  func end(_ log: Log) throws -> Never {
    switch self {
    case .refused:
      log.error(
        "no input device is readable: permission denied; add your user to the group input "
          + "(`usermod -aG input NAME`, then log in again), or run as root")
      throw ExitCode(ExitStatus.noPermission.rawValue)
    case .nothing:
      log.error(
        "no input device is available: plug one in, or stop the player that uses it")
      throw ExitCode(ExitStatus.unavailable.rawValue)
    }
  }
}
