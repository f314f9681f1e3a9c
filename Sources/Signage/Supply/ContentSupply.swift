import VitrineContent
public import VitrineLinux
public import VitrineNetwork
public import VitrineSchedules
import VitrineTiming

/// Brings a screen its content, on a thread of its own behind all others: what is published on a server, or
/// put into a folder, comes into a store as a whole set, is checked, and takes the place of the one that is
/// shown by one step. One whose items fail gives its place back. Thread-safe.
public final class ContentSupply: Sendable {
  enum Order: Sendable {
    case shown(String)
    case failed(String, because: String)
    case look
    case close
  }

  /// What it works with beside its plan.
  public struct Parts: Sendable {
    let sources: RemoteSources
    let check: @Sendable (_ path: String) -> String?
    let tell: @Sendable (SupplyNews) -> Void

    /// `check` says what is wrong with what a set plays, a list or a folder at that path; `tell` is told what
    /// becomes of it. Both on the supply's thread.
    public init(
      _ sources: RemoteSources, check: @escaping @Sendable (_ path: String) -> String?,
      tell: @escaping @Sendable (SupplyNews) -> Void
    ) {
      (self.sources, self.check, self.tell) = (sources, check, tell)
    }
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let board = SupplyBoard()
  private let thread: NamedThread
  private let root: String

  public init(_ plan: SupplyPlan, _ parts: Parts) throws(Errno) {
    root = StoredSet.currentRoot(in: plan.store)
    let (orders, board) = (orders, board)
    thread = try NamedThread("supply", priority: .background) {
      Self.run(plan, parts, orders, board)
    }
  }

  private static func run(
    _ plan: SupplyPlan, _ parts: Parts, _ orders: BoundedQueue<Order>, _ board: SupplyBoard
  ) {
    while true {
      do throws(SetError) {
        let store = try SetStore.open(plan.store) { parts.tell(.trouble($0)) }
        var body = ContentSupplyBody(store, plan, parts, orders, board)
        return body.run()
      } catch {
        // A disk that comes later, a player that still ends.
        if board.report.trouble != "\(error)" { parts.tell(.trouble("\(error)")) }
        board.update { $0.trouble = "\(error)" }
      }
      guard waits(orders) else { return }
    }
  }

  /// Until it is tried again, by itself or because people want it. False at the end.
  private static func waits(_ orders: BoundedQueue<Order>) -> Bool {
    let again = HostTime.now() + retry
    while let order = orders.pop(until: again) {
      switch order {
      case .close: return false
      case .look: return true
      case .shown, .failed: break
      }
    }
    return !orders.isExhausted
  }

  private static let retry = Duration.seconds(10)

  /// How the content stands.
  public var report: ContentReport { board.report }

  /// Calls `body` after each change of the report, for ever, on the supply's thread: it is to be short.
  public func follow(_ body: @escaping @Sendable () -> Void) { board.follow(body) }

  /// An item at this path was shown to its end. Those of other content are passed over.
  public func noteShown(_ path: String) {
    if isOfContent(path) { orders.force(.shown(path)) }
  }

  /// It could not be shown.
  public func noteFailed(_ path: String, because reason: String) {
    if isOfContent(path) { orders.force(.failed(path, because: reason)) }
  }

  private func isOfContent(_ path: String) -> Bool {
    path.hasPrefix(root) || board.report.stick.map { path.hasPrefix($0 + "/") } == true
  }

  /// Looks for news now; at a server not before a second after the last look.
  public func look() { orders.force(.look) }

  /// Ends it, in the middle of whatever it does; what has come stays.
  public func close() {
    orders.force(.close)
    thread.join()
  }
}
