public import VitrineLinux
import VitrineTiming

/// The display at the other end of a CEC bus. Orders may be given from any thread and return at
/// once: a separate thread carries them out, and failures are only reported.
public final class Television: Sendable {
  public enum Order: Hashable, Sendable {
    case turnOn, standBy, askPower
  }

  public enum Report: Hashable, Sendable {
    /// A player's address was claimed on the adapter at `path`.
    case claimed(path: String, LogicalAddress)
    case done(Order)
    case power(PowerStatus)
    /// The display, or its remote, requested standby.
    case askedToStandBy
    /// Whether the display shows this input.
    case isShown(Bool)
    /// An order failed; nil means that there is no bus, which is retried.
    case failed(Order?, CECError)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread

  /// Opens the adapter of `place` and handles its messages. `report` is called on the new thread.
  public init(
    at place: ConnectorPlace? = nil, name: String = "Vitrine",
    report: @escaping @Sendable (Report) -> Void
  ) throws(Errno) {
    wakeup = try Wakeup()
    let (orders, wakeup) = (orders, wakeup)
    thread = try NamedThread("cec") {
      var loop = TelevisionLoop(place, name: name, report: report)
      do throws(Errno) {
        try loop.serve(orders, wakeup)
      } catch {
        report(.failed(nil, .call("event loop", path: "cec", error)))
      }
    }
  }

  public func perform(_ order: Order) {
    orders.push(order)
    wakeup.ring()
  }

  /// Carries out all orders so far and ends the thread, within a few seconds.
  public func close() {
    orders.close()
    wakeup.ring()
    thread.join()
  }
}

extension Television.Report: CustomStringConvertible {
  public var description: String {
    switch self {
    case .claimed(let path, let player): "\(path): player \(player)"
    case .done(let order): "done: \(order)"
    case .power(let status): "display: \(status)"
    case .askedToStandBy: "standby requested"
    case .isShown(let isShown): isShown ? "shown" : "another source is shown"
    case .failed(let order, let error): "\(order.map { "\($0): " } ?? "")\(error)"
    }
  }
}
