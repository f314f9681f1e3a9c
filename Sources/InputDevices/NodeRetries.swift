import VitrineLinux
import VitrineTiming

/// The nodes to retry, and those that were refused. A value type.
///
/// A new node belongs to root until udev's rules have run, so EACCES is retried for half a second.
/// A node grabbed by another program is retried until it is released.
struct NodeRetries {
  static let pause = Duration.milliseconds(50)
  static let tries = 10
  static let pauseOfBusy = Duration.seconds(1)

  private struct Retry {
    var tries: Int
    var due: HostTime
  }

  private var retries: [String: Retry] = [:]
  private var refused: Set<String> = []

  /// When the next retry is due.
  var due: HostTime? { retries.values.map(\.due).min() }

  /// The nodes to retry now.
  func due(at now: HostTime) -> [String] {
    retries.filter { $0.value.due <= now }.keys.sorted()
  }

  /// Records that a node could not be opened. Returns the error to report, once, or nil.
  mutating func failed(_ path: String, _ error: Errno, at now: HostTime) -> Errno? {
    guard error != .noEntry, error != .noDevice else {
      forget(path)
      return nil
    }
    let tries = retries[path]?.tries ?? 0
    if error == .accessDenied, !refused.contains(path), tries < Self.tries {
      retries[path] = Retry(tries: tries + 1, due: now + Self.pause)
      return nil
    }
    retries[path] = error == .busy ? Retry(tries: tries, due: now + Self.pauseOfBusy) : nil
    return refused.insert(path).inserted ? error : nil
  }

  /// Forgets a node that was opened or is gone: a later one of this name is another device.
  mutating func forget(_ path: String) {
    retries[path] = nil
    refused.remove(path)
  }
}
