import VitrineContent
public import VitrineLinux
public import VitrineNetwork
public import VitrineSchedules
import VitrineTiming

/// The updater. On a background thread it downloads a release from a server or copies it from a
/// folder, verifies it, and activates it atomically. It rolls back a release whose items fail.
/// Thread-safe.
public final class ContentSupply: Sendable {
  enum Order: Sendable {
    case shown(String)
    case failed(String, because: String)
    case look
    case close
  }

  /// The updater's dependencies.
  public struct Parts: Sendable {
    let sources: RemoteSources
    let check: @Sendable (_ path: String) -> String?
    let tell: @Sendable (SupplyNews) -> Void

    /// `check` returns what is wrong with the playlist or folder at a path; `tell` receives events.
    /// Both are called on the updater's thread.
    public init(
      _ sources: RemoteSources, check: @escaping @Sendable (_ path: String) -> String?,
      tell: @escaping @Sendable (SupplyNews) -> Void
    ) {
      self.sources = sources
      self.check = check
      self.tell = tell
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
        // The disk may appear later, and the player must still be able to exit.
        if board.report.trouble != "\(error)" { parts.tell(.trouble("\(error)")) }
        board.update { $0.trouble = "\(error)" }
      }
      guard waits(orders) else { return }
    }
  }

  /// Waits for the next attempt, or for an operator's request. Returns false on exit.
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

  /// The state of the content.
  public var report: ContentReport { board.report }

  /// Calls `body` on the updater's thread after each change of the report. `body` must be short; it
  /// cannot be removed.
  public func follow(_ body: @escaping @Sendable () -> Void) { board.follow(body) }

  /// Reports that the item at this path was shown to its end. Ignores paths outside the content.
  public func noteShown(_ path: String) {
    if isOfContent(path) { orders.force(.shown(path)) }
  }

  /// Reports that the item could not be shown.
  public func noteFailed(_ path: String, because reason: String) {
    if isOfContent(path) { orders.force(.failed(path, because: reason)) }
  }

  private func isOfContent(_ path: String) -> Bool {
    path.hasPrefix(root) || board.report.stick.map { path.hasPrefix($0 + "/") } == true
  }

  /// Checks for updates now; asks a server at most once a second.
  public func look() { orders.force(.look) }

  /// Interrupts the updater and waits for it. Partial downloads are kept.
  public func close() {
    orders.force(.close)
    thread.join()
  }
}
