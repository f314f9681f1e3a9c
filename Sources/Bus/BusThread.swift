public import VitrineLinux
public import VitrineTiming

/// A client of a bus connection: created for each connection and released with it. Confined to its
/// thread.
public protocol BusTenant: AnyObject {
  /// When to call `tend` at the latest.
  var deadline: HostTime? { get }
  /// Whether it is fully set up. A later failure is logged again, and retried soon.
  var isSettled: Bool { get }

  /// Called when messages may have arrived, the thread's wakeup has rung, or `deadline` has come.
  /// If it throws, the connection is closed and opened again after a pause.
  func tend(at now: HostTime) throws(BusError)
}

/// A thread with a bus connection, which it opens again whenever there is none. Runs until `close`.
/// Thread-safe.
public final class BusThread: Sendable {
  private let thread: NamedThread
  private let closing: Closing

  /// Ends the thread.
  fileprivate final class Closing: Sendable {
    let wakeup: Wakeup
    let isOver = Shared(false)

    init(_ wakeup: Wakeup) { self.wakeup = wakeup }
  }

  /// Ringing `wakeup` makes the tenant tend to messages of other threads. `moveIn` creates a
  /// tenant; `trouble` receives each error once until one has settled. Both are called on the
  /// thread.
  public init(
    _ name: String, address: String?, _ wakeup: Wakeup,
    trouble: @escaping @Sendable (BusError) -> Void,
    moveIn: @escaping @Sendable (BusConnection) throws(BusError) -> any BusTenant
  ) throws(Errno) {
    let closing = Closing(wakeup)
    self.closing = closing
    let parts = try BusLoop.Parts()
    thread = try NamedThread(name) {
      BusLoop(parts, closing, address, trouble, moveIn).run()
    }
  }

  /// Closes the connection, which removes everything that this program has on the bus. Does nothing
  /// if closed already.
  public func close() {
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
  private let trouble: @Sendable (BusError) -> Void
  private let moveIn: @Sendable (BusConnection) throws(BusError) -> any BusTenant
  private var home: (connection: BusConnection, tenant: any BusTenant)?
  private var reopening = Reopening()
  private let binding = ThreadBinding()

  init(
    _ parts: Parts, _ closing: BusThread.Closing, _ address: String?,
    _ trouble: @escaping @Sendable (BusError) -> Void,
    _ moveIn: @escaping @Sendable (BusConnection) throws(BusError) -> any BusTenant
  ) {
    self.parts = parts
    self.closing = closing
    self.address = address
    self.trouble = trouble
    self.moveIn = moveIn
  }

  func run() {
    binding.check()
    do throws(Errno) {
      try parts.loop.add(closing.wakeup.descriptor, token: Token.wakeup)
      try parts.loop.add(parts.timer.descriptor, token: Token.timer)
      while !closing.isOver.value {
        let now = HostTime.now()
        if home == nil { open(now) }
        if home != nil { live(now) }
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
      trouble(.lost(error))
    }
    leave()
  }

  private var deadline: HostTime? {
    guard let home else { return reopening.next }
    return [home.connection.deadline, home.tenant.deadline].compactMap { $0 }.min()
  }

  private func open(_ now: HostTime) {
    guard reopening.isDue(at: now) else { return }
    do throws(BusError) {
      let connection = try BusConnection(to: address)
      let tenant = try moveIn(connection)
      do throws(Errno) {
        try parts.loop.add(connection.descriptor, token: Token.bus)
      } catch {
        throw BusError.lost(error)
      }
      home = (connection, tenant)
    } catch {
      fail(error, now)
    }
  }

  private func live(_ now: HostTime) {
    guard let (connection, tenant) = home else { return }
    do throws(BusError) {
      try connection.process()
      try tenant.tend(at: now)
      if tenant.isSettled { reopening.succeed() }
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
    leave()
    if reopening.fail(error, at: now) { trouble(error) }
  }

  private func leave() {
    // sd-bus still has the socket open, so epoll would continue to report it.
    if let connection = home?.connection { parts.loop.remove(connection.descriptor) }
    home = nil
  }
}
