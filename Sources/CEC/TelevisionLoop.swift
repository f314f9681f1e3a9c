import VitrineLinux
import VitrineTiming

/// The loop of a `Television`'s thread: carries out commands and answers the display. Confined to one
/// thread.
struct TelevisionLoop: ~Copyable {
  private let place: DRMConnectorInfo?
  private let name: String
  private let report: (Television.Report) -> Void
  private var adapter: Adapter?
  private var player = LogicalAddress.broadcast
  private var responder = PlayerResponder()
  private var lastError: CECError?
  private let binding = ThreadBinding()

  /// The timeout for an command, and the retry interval without a bus.
  private static let timeout = Duration.seconds(5)
  private static let retry = Duration.seconds(10)

  private enum Token: UInt64 { case commands, bus, timer }

  init(
    _ place: DRMConnectorInfo?, name: String, report: @escaping (Television.Report) -> Void
  ) {
    self.place = place
    self.name = name
    self.report = report
  }

  /// Runs until no more commands can arrive.
  mutating func serve(
    _ commands: BoundedQueue<Television.Command>, _ wakeup: Wakeup
  ) throws(Errno) {
    binding.check()
    let timer = try Timer()
    while !commands.isExhausted {
      open()
      // A new loop for each adapter: a closed descriptor leaves its loop automatically.
      let loop = try EventLoop()
      try loop.add(wakeup.descriptor, token: Token.commands.rawValue)
      try loop.add(timer.descriptor, token: Token.timer.rawValue)
      try adapter?.watch(in: loop, token: Token.bus.rawValue)
      let hasLine = adapter != nil
      timer.set(to: hasLine ? nil : .now() + Self.retry)
      var isTimeUp = false
      repeat {
        wakeup.clear()
        listen()
        while let command = commands.tryPop() { perform(command) }
        if commands.isExhausted || (adapter != nil) != hasLine { break }
        try loop.wait { isTimeUp = isTimeUp || $0 == Token.timer.rawValue }
      } while !isTimeUp
      timer.clear()
    }
  }

  private mutating func open() {
    guard adapter == nil else { return }
    do throws(CECError) {
      adapter = try Adapter.find(for: place)
    } catch {
      reportOnce(error)
    }
  }

  /// Claims an address when a display is connected, and drops it when none is.
  private mutating func settle() throws(CECError) {
    guard let path = adapter?.path else { return }
    guard adapter?.physicalAddress != nil else {
      player = .broadcast
      throw .notConnected(path: path)
    }
    // The kernel restores a claimed address automatically.
    guard player == .broadcast || adapter?.logicalAddress != player else { return }
    player = .broadcast
    if let claimed = try adapter?.claim(name: name, until: .now() + Self.timeout) {
      player = claimed
      lastError = nil
      report(.claimed(path: path, claimed))
    }
  }

  private mutating func perform(_ command: Television.Command) {
    responder.update(for: command)
    do throws(CECError) {
      let deadline = HostTime.now() + Self.timeout
      guard adapter != nil else { throw lastError ?? .noAdapter }
      switch command {
      case .turnOn: try adapter?.turnOn(as: player, until: deadline)
      case .standBy: try adapter?.standBy(as: player, until: deadline)
      case .askPower:
        if let status = try adapter?.powerStatus(as: player, until: deadline) {
          report(.power(status))
        }
      }
      report(.done(command))
    } catch {
      report(.failed(command, error))
      if error.isLoss { adapter = nil }
    }
  }

  /// Handles all pending messages.
  private mutating func listen() {
    do throws(CECError) {
      adapter?.discardEvents()
      try settle()
      while let message = try adapter?.nextMessage() {
        guard let place = adapter?.physicalAddress else { return }
        let (reply, event) = responder.handle(message, as: player, at: place)
        if let event { report(event) }
        // A reply that no device acknowledges does no harm.
        if let reply { _ = try? adapter?.send(reply, until: .now() + Self.timeout) }
      }
    } catch {
      reportOnce(error)
      if error.isLoss { adapter = nil }
    }
  }

  /// Reports an error once, and not for each retry.
  private mutating func reportOnce(_ error: CECError) {
    if error != lastError { report(.failed(nil, error)) }
    lastError = error
  }
}

extension CECError {
  /// Whether the bus itself is gone.
  fileprivate var isLoss: Bool {
    switch self {
    case .call: true
    default: false
    }
  }
}

extension Adapter {
  fileprivate func watch(in loop: borrowing EventLoop, token: UInt64) throws(Errno) {
    try loop.add(descriptor, token: token, includesPriority: true)
  }
}
