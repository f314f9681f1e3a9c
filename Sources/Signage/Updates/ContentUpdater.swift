import VitrineContent
package import VitrineLinux
package import VitrineNetwork
package import VitrineSchedules
import VitrineTiming

/// The updater. On a background thread it downloads a release from a server or copies it from a
/// folder, verifies it, and activates it atomically. It rolls back a release whose items fail.
/// Thread-safe.
package final class ContentUpdater: Sendable {
  enum Order: Sendable {
    case shown(String)
    case failed(String, because: String)
    case check
    case close
  }

  /// The updater's dependencies.
  package struct Dependencies: Sendable {
    let sources: RemoteSources
    let check: @Sendable (_ path: String) -> String?
    let report: @Sendable (ContentUpdateEvent) -> Void

    /// `check` returns what is wrong with the playlist or folder at a path; `report` receives events.
    /// Both are called on the updater's thread.
    package init(
      _ sources: RemoteSources, check: @escaping @Sendable (_ path: String) -> String?,
      report: @escaping @Sendable (ContentUpdateEvent) -> Void
    ) {
      self.sources = sources
      self.check = check
      self.report = report
    }
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let status = ContentUpdateStatus()
  private let thread: NamedThread
  private let root: String

  package init(_ settings: ContentUpdateSettings, _ dependencies: Dependencies) throws(Errno) {
    root = StoredRelease.currentRoot(in: settings.store)
    let (orders, status) = (orders, status)
    thread = try NamedThread("supply", priority: .background) {
      Self.run(settings, dependencies, orders, status)
    }
  }

  private static func run(
    _ settings: ContentUpdateSettings, _ dependencies: Dependencies, _ orders: BoundedQueue<Order>,
    _ status: ContentUpdateStatus
  ) {
    while true {
      do throws(ReleaseError) {
        let store = try ReleaseStore.open(settings.store) { dependencies.report(.error($0)) }
        var worker = ContentUpdateWorker(store, settings, dependencies, orders, status)
        return worker.run()
      } catch {
        // The disk may appear later, and the player must still be able to exit.
        if status.report.trouble != "\(error)" { dependencies.report(.error("\(error)")) }
        status.update { $0.trouble = "\(error)" }
      }
      guard waitForRetry(orders) else { return }
    }
  }

  /// Waits for the next attempt, or for an operator's request. Returns false on exit.
  private static func waitForRetry(_ orders: BoundedQueue<Order>) -> Bool {
    let again = HostTime.now() + retry
    while let order = orders.pop(until: again) {
      switch order {
      case .close: return false
      case .check: return true
      case .shown, .failed: break
      }
    }
    return !orders.isExhausted
  }

  private static let retry = Duration.seconds(10)

  /// The state of the content.
  package var report: ContentReport { status.report }

  /// Calls `body` on the updater's thread after each change of the report. `body` must be short; it
  /// cannot be removed.
  package func observe(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    status.observe(body)
  }

  /// Records that the item at this path was shown to its end. Ignores paths outside the content.
  package func recordShowing(of path: String) {
    if isContent(path) { orders.force(.shown(path)) }
  }

  /// Records that the item could not be shown.
  package func recordFailure(of path: String, because reason: String) {
    if isContent(path) { orders.force(.failed(path, because: reason)) }
  }

  private func isContent(_ path: String) -> Bool {
    path.hasPrefix(root) || status.report.stick.map { path.hasPrefix($0 + "/") } == true
  }

  /// Checks for updates now; asks a server at most once a second.
  package func checkNow() { orders.force(.check) }

  /// Interrupts the updater and waits for it. Partial downloads are kept.
  package func close() {
    orders.force(.close)
    thread.join()
  }
}
