public import VitrineLinux
import VitrineTiming

/// The display at the other end of a CEC bus. Orders are given from any thread and return at
/// once: a thread of its own does what is slow, and nothing that goes wrong there is more than a
/// report.
public final class Television: Sendable {
  public enum Order: Hashable, Sendable {
    case turnOn, standBy, askPower
  }

  public enum Report: Hashable, Sendable {
    /// We are a player on the bus of the adapter at `path`.
    case claimed(path: String, LogicalAddress)
    case done(Order)
    case power(PowerStatus)
    /// The display, or its remote, has sent us to sleep.
    case askedToStandBy
    /// The display shows our input, or another one.
    case isShown(Bool)
    /// An order could not be carried out; nil: there is no bus, which is tried again.
    case failed(Order?, CECError)
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let wakeup: Wakeup
  private let thread: NamedThread

  /// Looks for the adapter of `place` and listens on it. `report` is called on the new thread.
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

  /// Does what was ordered so far and ends the thread; at most some seconds.
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
    case .askedToStandBy: "asked to stand by"
    case .isShown(let isShown): isShown ? "shown" : "another source is shown"
    case .failed(let order, let error): "\(order.map { "\($0): " } ?? "")\(error)"
    }
  }
}
