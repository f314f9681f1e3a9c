import VitrineEngine
import VitrineLinux
import VitrineTiming

/// Reads one list, again and again, on a thread of its own: a disk that spins up or a share that
/// hangs holds up nothing else. Thread-safe.
final class ListReading: Sendable {
  /// What came of a reading.
  struct Finding: Sendable {
    let result: Result<LoadedList, ListError>
    /// Has news of changes since; or why it has none.
    let watch: Result<OriginWatch, Errno>
    /// Whether there may have been changes that the watch cannot know of.
    let mayBeOutdated: Bool
  }

  private struct Order: Sendable {
    let source: any ListSource
    /// What was read the last time.
    let origins: [String]
  }

  private let orders = BoundedQueue<Order>(limit: .max)
  private let findings = BoundedQueue<Finding>(limit: .max)
  /// Rings when there is a finding.
  let bell: Wakeup

  init() throws(Errno) {
    bell = try Wakeup()
    let (orders, findings, bell) = (orders, findings, bell)
    let thread = try NamedThread("lists") {
      while let order = orders.pop() {
        findings.force(Finding(order.source, origins: order.origins))
        bell.ring()
      }
    }
    // It may be in a share that never answers: the end does not wait for it.
    thread.detach()
  }

  /// Has the list read; `origins` are what it was read from before.
  func begin(_ source: any ListSource, origins: [String]) {
    orders.force(Order(source: source, origins: origins))
  }

  /// What was found, in the order of the readings.
  func next() -> Finding? {
    bell.clear()
    return findings.tryPop()
  }

  /// What the first reading has found, which stays to be taken; nil where it is not done by then.
  func result(until deadline: HostTime) -> Result<LoadedList, ListError>? {
    guard let finding = findings.pop(until: deadline) else { return nil }
    findings.force(finding)
    return finding.result
  }

  func close() { orders.close(discarding: true) }
}

extension ListReading.Finding {
  fileprivate init(_ source: any ListSource, origins known: [String]) {
    // Watched first: what changes while it is read is news again.
    let before = OriginWatch.of(known)
    let origins: [String]
    do throws(ListError) {
      let list = try source.read()
      (result, origins) = (.success(list), list.origins)
    } catch {
      (result, origins) = (.failure(error), error.origins)
    }
    mayBeOutdated = origins != known
    watch = mayBeOutdated ? OriginWatch.of(origins) : before
  }
}

extension OriginWatch {
  fileprivate static func of(_ origins: [String]) -> Result<OriginWatch, Errno> {
    do throws(Errno) { return .success(try OriginWatch(origins)) } catch { return .failure(error) }
  }
}
