package import VitrineLinux
package import VitrineTiming

/// A client of a bus connection: created for each connection and released with it. Confined to its
/// thread.
package protocol BusClient: AnyObject {
  /// When to call `process` at the latest.
  var deadline: HostTime? { get }
  /// Whether it is fully set up. A later failure is logged again, and retried soon.
  var isSettled: Bool { get }

  /// Handles messages. Called when some may have arrived, the thread's wakeup has rung, or
  /// `deadline` has come. If it throws, the connection is closed and opened again after a pause.
  func process(at now: HostTime) throws(BusError)
}

/// A thread with a bus connection, which it opens again whenever there is none. Runs until `close`.
/// Thread-safe.
package final class BusThread: Sendable {
  private let thread: NamedThread
  private let closing: Closing

  /// Ends the thread.
  fileprivate final class Closing: Sendable {
    let wakeup: Wakeup
    let isOver = Shared(false)

    init(_ wakeup: Wakeup) { self.wakeup = wakeup }
  }

  /// Ringing `wakeup` makes the client process messages of other threads. `makeClient` is called for
  /// each connection; `onError` receives each error once until a client has settled. Both are called
  /// on the thread.
  package init(
    _ name: String, address: String?, _ wakeup: Wakeup,
    onError: @escaping @Sendable (BusError) -> Void,
    makeClient: @escaping @Sendable (BusConnection) throws(BusError) -> any BusClient
  ) throws(Errno) {
    let closing = Closing(wakeup)
    self.closing = closing
    let parts = try BusLoop.Parts()
    thread = try NamedThread(name) {
      BusLoop(parts, closing, address, onError, makeClient).run()
    }
  }

  /// Closes the connection, which removes everything that this program has on the bus. Does nothing
  /// if closed already.
  package func close() {
    let wasOver = closing.isOver.update { isOver in
      defer { isOver = true }
      return isOver
    }
    guard !wasOver else { return }
    closing.wakeup.ring()
    thread.join()
  }
}

/// The loop of the thread. Confined to it.
private final class BusLoop {
  final class Parts: Sendable {
    let loop: EventLoop
    let timer: Timer

    init() throws(Errno) {
      loop = try EventLoop()
      timer = try Timer()
    }
  }

  private enum Token {
    static let wakeup: UInt64 = 0
    static let timer: UInt64 = 1
    static let bus: UInt64 = 2
  }

  private let parts: Parts
  private let closing: BusThread.Closing
  private let address: String?
  private let onError: @Sendable (BusError) -> Void
  private let makeClient: @Sendable (BusConnection) throws(BusError) -> any BusClient
  private var session: (connection: BusConnection, client: any BusClient)?
  private var backOff = ReconnectBackOff()
  private let binding = ThreadBinding()

  init(
    _ parts: Parts, _ closing: BusThread.Closing, _ address: String?,
    _ onError: @escaping @Sendable (BusError) -> Void,
    _ makeClient: @escaping @Sendable (BusConnection) throws(BusError) -> any BusClient
  ) {
    self.parts = parts
    self.closing = closing
    self.address = address
    self.onError = onError
    self.makeClient = makeClient
  }

  func run() {
    binding.check()
    do throws(Errno) {
      try parts.loop.add(closing.wakeup.descriptor, token: Token.wakeup)
      try parts.loop.add(parts.timer.descriptor, token: Token.timer)
      while !closing.isOver.value {
        let now = HostTime.now()
        if session == nil { open(now) }
        if session != nil { process(now) }
        parts.timer.set(to: deadline)
        try parts.loop.wait { token in
          switch token {
          case Token.wakeup: closing.wakeup.clear()
          case Token.timer: parts.timer.clear()
          default: break
          }
        }
      }
    } catch {
      onError(.lost(error))
    }
    disconnect()
  }

  private var deadline: HostTime? {
    guard let session else { return backOff.next }
    return [session.connection.deadline, session.client.deadline].compactMap { $0 }.min()
  }

  private func open(_ now: HostTime) {
    guard backOff.isDue(at: now) else { return }
    do throws(BusError) {
      let connection = try BusConnection(to: address)
      let client = try makeClient(connection)
      do throws(Errno) {
        try parts.loop.add(connection.descriptor, token: Token.bus)
      } catch {
        throw BusError.lost(error)
      }
      session = (connection, client)
    } catch {
      fail(error, now)
    }
  }

  private func process(_ now: HostTime) {
    guard let (connection, client) = session else { return }
    do throws(BusError) {
      try connection.process()
      try client.process(at: now)
      if client.isSettled { backOff.succeed() }
      do throws(Errno) {
        try parts.loop.change(
          connection.descriptor, token: Token.bus, to: connection.interest)
      } catch {
        throw BusError.lost(error)
      }
    } catch {
      fail(error, now)
    }
  }

  private func fail(_ error: BusError, _ now: HostTime) {
    disconnect()
    if backOff.fail(error, at: now) { onError(error) }
  }

  private func disconnect() {
    // sd-bus still has the socket open, so epoll would continue to report it.
    if let connection = session?.connection { parts.loop.remove(connection.descriptor) }
    session = nil
  }
}

/// The back-off for opening a lost bus again, and which errors to log. A value type.
struct ReconnectBackOff {
  private static let longest = Duration.seconds(60)

  private(set) var next: HostTime?
  private var pause = Duration.seconds(1)
  private var reported: BusError?

  func isDue(at now: HostTime) -> Bool { next.map { $0 <= now } ?? true }

  mutating func succeed() { self = ReconnectBackOff() }

  /// Records a failure; returns whether to log it.
  mutating func fail(_ error: BusError, at now: HostTime) -> Bool {
    next = now + pause
    pause = min(pause * 2, Self.longest)
    defer { reported = error }
    return reported != error
  }
}
