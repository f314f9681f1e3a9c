public import VitrineLinux
public import VitrineTiming

/// What lives on a bus: made anew for each connection, and let go of with it. Bound to its thread.
public protocol BusTenant: AnyObject {
  /// When it wants `tend` at the latest.
  var deadline: HostTime? { get }
  /// Whether it has what it came for. What fails after that is news, and is tried again soon.
  var isSettled: Bool { get }

  /// Messages may have come, the thread's wakeup may have been rung, time has passed. Where it throws,
  /// the connection is closed, and another one opened after a pause.
  func tend(at now: HostTime) throws(BusError)
}

/// A thread with a connection to a bus, which it opens again for as long as there is none. Until `close`.
/// Thread-safe.
public final class BusThread: Sendable {
  private let thread: NamedThread
  private let closing: Closing

  /// What ends the thread.
  fileprivate final class Closing: Sendable {
    let wakeup: Wakeup
    let isOver = Shared(false)

    init(_ wakeup: Wakeup) { self.wakeup = wakeup }
  }

  /// `wakeup` has the tenant tend to what others have for it. `moveIn` makes a tenant; `trouble` is told
  /// why there is none, once until one was settled. Both are called on the thread.
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

  /// Closes the connection: the bus takes back what this program has there. Where that was done, nothing.
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

/// What the thread does. Thread-bound.
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
    (self.parts, self.closing, self.address) = (parts, closing, address)
    (self.trouble, self.moveIn) = (trouble, moveIn)
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
    // sd-bus has the socket open, too: it would be reported on.
    if let connection = home?.connection { parts.loop.remove(connection.descriptor) }
    home = nil
  }
}
