import VitrineLinux
import VitrineTiming

/// The nodes that could not be opened yet, and those that were refused. A value.
///
/// A new node belongs to root until udev's rules have run: for half a second that is no refusal.
/// One that another program has grabbed is tried again until that lets go.
struct NodeWaits {
  static let pause = Duration.milliseconds(50)
  static let tries = 10
  static let pauseOfBusy = Duration.seconds(1)

  private struct Wait {
    var tries: Int
    var due: HostTime
  }

  private var waits: [String: Wait] = [:]
  private var refused: Set<String> = []

  /// When the next try is due.
  var due: HostTime? { waits.values.map(\.due).min() }

  /// The nodes to try again now.
  func due(at now: HostTime) -> [String] {
    waits.filter { $0.value.due <= now }.keys.sorted()
  }

  /// A node could not be used. The answer is what to say about it, once; nil to say nothing.
  mutating func failed(_ path: String, _ error: Errno, at now: HostTime) -> Errno? {
    guard error != .noEntry, error != .noDevice else {
      forget(path)
      return nil
    }
    let tries = waits[path]?.tries ?? 0
    if error == .accessDenied, !refused.contains(path), tries < Self.tries {
      waits[path] = Wait(tries: tries + 1, due: now + Self.pause)
      return nil
    }
    waits[path] = error == .busy ? Wait(tries: tries, due: now + Self.pauseOfBusy) : nil
    return refused.insert(path).inserted ? error : nil
  }

  /// It was opened, or is gone: what comes under this name later is another one.
  mutating func forget(_ path: String) {
    waits[path] = nil
    refused.remove(path)
  }
}
