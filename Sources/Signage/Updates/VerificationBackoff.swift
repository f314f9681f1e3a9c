import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// The back-off for files that failed verification, which spares the network and the disk from
/// downloading the same wrong file at every check.
struct VerificationBackoff {
  /// A file and where it came from.
  struct Source: Hashable {
    let digest: Digest
    /// For a local file, includes its version, so that a replaced file is tried at once.
    let place: String
  }

  private struct Delay {
    var count = 0
    var end = HostTime(nanoseconds: 0)
    var error: ContentUpdateError
  }

  private var delays: [Source: Delay] = [:]
  /// The time of an operator's last retry.
  private var retried: HostTime?

  private static let retryInterval = Duration.seconds(60)
  private static let first: Int64 = 60
  private static let longest: Int64 = 86_400
  private static let most = 64

  /// Returns the error of a source that must not be tried yet.
  func error(for source: Source, at now: HostTime) -> ContentUpdateError? {
    delays[source].flatMap { $0.end > now ? $0.error : nil }
  }

  /// Records that a file failed verification.
  mutating func record(_ error: ContentUpdateError, for source: Source, at now: HostTime) {
    var delay = delays[source] ?? Delay(error: error)
    delay.error = error
    delay.end = now + .seconds(min(Self.first << min(Int64(delay.count), 16), Self.longest))
    delay.count += 1
    if delays.count >= Self.most, delays[source] == nil { removeSoonest() }
    delays[source] = delay
  }

  /// Records that the right file arrived.
  mutating func reset(_ source: Source) { delays[source] = nil }

  /// Allows a retry of all files now, on an operator's request. At most once a minute, so that
  /// repeated requests do not defeat the back-off, which keeps growing.
  mutating func retryAll(at now: HostTime) {
    guard retried.map({ now - $0 >= Self.retryInterval }) ?? true else { return }
    retried = now
    for source in delays.keys { delays[source]?.end = now }
  }

  private mutating func removeSoonest() {
    if let soonest = delays.min(by: { $0.value.end < $1.value.end }) { delays[soonest.key] = nil }
  }
}

extension VerificationBackoff.Source {
  init(_ digest: Digest, on server: String) { self.init(digest: digest, place: server) }

  /// A replaced file counts as a different source.
  init(_ digest: Digest, in folder: String, _ path: String, _ file: borrowing FileDescriptor) {
    let mark = (try? FileStatus(of: file).versionMark) ?? ""
    self.init(digest: digest, place: "\(folder)/\(path) \(mark)")
  }
}
