import Linux
import Timing

/// What the thread of a `Television` does: carries out orders, and answers what the display asks.
/// Thread-bound.
struct TelevisionLine: ~Copyable {
  private let place: ConnectorPlace?
  private let name: String
  private let report: (Television.Report) -> Void
  private var adapter: Adapter?
  private var player = LogicalAddress.broadcast
  private var conduct = PlayerConduct()
  private var lastTrouble: CECError?

  /// An order takes no longer, and a line that is not there is tried again so often.
  private static let patience = Duration.seconds(5)
  private static let retry = Duration.seconds(10)

  private enum Token: UInt64 { case orders, line, timer }

  init(
    _ place: ConnectorPlace?, name: String, report: @escaping (Television.Report) -> Void
  ) {
    (self.place, self.name, self.report) = (place, name, report)
  }

  mutating func serve(
    _ orders: BoundedQueue<Television.Order>, _ wakeup: Wakeup
  ) throws(Errno) {
    let timer = try Timer()
    while !orders.isExhausted {
      // Closing the adapter took it out of the loop before.
      let loop = try EventLoop()
      try loop.add(wakeup.descriptor, token: Token.orders.rawValue)
      try loop.add(timer.descriptor, token: Token.timer.rawValue)
      open()
      if adapter != nil {
        try adapter?.watch(in: loop, token: Token.line.rawValue)
      } else {
        timer.set(to: .now() + Self.retry)
      }
      let hadLine = adapter != nil
      repeat {
        wakeup.clear()
        while let order = orders.tryPop() { carryOut(order) }
        listen()
        if orders.isExhausted || (adapter != nil) != hadLine { break }
        var isTimeUp = false
        try loop.wait { if $0 == Token.timer.rawValue { isTimeUp = true } }
        if isTimeUp {
          timer.clear()
          break
        }
      } while true
    }
  }

  private mutating func open() {
    guard adapter == nil else { return }
    do throws(CECError) {
      let found = try Adapter.find(for: place)
      player = try found.claim(name: name, until: .now() + Self.patience)
      report(.claimed(path: found.path, player))
      adapter = consume found
      lastTrouble = nil
    } catch {
      // Once, not every ten seconds.
      if error != lastTrouble { report(.failed(nil, error)) }
      lastTrouble = error
    }
  }

  private mutating func carryOut(_ order: Television.Order) {
    conduct.note(order)
    do throws(CECError) {
      let deadline = HostTime.now() + Self.patience
      guard adapter != nil else { throw .noAdapter }
      switch order {
      case .turnOn: try adapter?.turnOn(as: player, until: deadline)
      case .standBy: try adapter?.standBy(as: player, until: deadline)
      case .askPower:
        if let status = try adapter?.powerStatus(as: player, until: deadline) {
          report(.power(status))
        }
      }
      report(.done(order))
    } catch {
      report(.failed(order, error))
      if error.isLoss { adapter = nil }
    }
  }

  /// Hears what there is to hear.
  private mutating func listen() {
    do throws(CECError) {
      adapter?.clearNews()
      guard adapter != nil else { return }
      guard let place = adapter?.physicalAddress, let address = adapter?.logicalAddress else {
        throw .notConnected(path: adapter?.path ?? "")
      }
      player = address
      while let message = try adapter?.nextMessage() {
        let (answer, news) = conduct.hear(message, as: player, at: place)
        if let news { report(news) }
        // An answer that nobody takes harms nobody.
        if let answer { _ = try? adapter?.send(answer, until: .now() + Self.patience) }
      }
    } catch {
      report(.failed(nil, error))
      lastTrouble = error
      adapter = nil
    }
  }
}

extension CECError {
  /// Whether the line itself is gone.
  fileprivate var isLoss: Bool {
    switch self {
    case .call, .notConnected: true
    default: false
    }
  }
}

extension Adapter {
  fileprivate func watch(in loop: borrowing EventLoop, token: UInt64) throws(Errno) {
    try loop.add(descriptor, token: token)
  }
}
