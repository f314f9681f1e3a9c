import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// The back-off for files that failed verification, which spares the network and the disk from
/// downloading the same wrong file at every check.
struct WrongFiles {
  /// A file and where it came from.
  struct Source: Hashable {
    let digest: Digest
    /// For a local file, includes its version, so that a replaced file is tried at once.
    let place: String
  }

  private struct Rest {
    var count = 0
    var end = HostTime(nanoseconds: 0)
    var fault: SupplyError
  }

  private var rests: [Source: Rest] = [:]
  /// The time of an operator's last retry.
  private var released: HostTime?

  private static let betweenReleases = Duration.seconds(60)
  private static let first: Int64 = 60
  private static let longest: Int64 = 86_400
  private static let most = 64

  /// Returns the error of a source that must not be tried yet.
  func fault(of source: Source, at now: HostTime) -> SupplyError? {
    rests[source].flatMap { $0.end > now ? $0.fault : nil }
  }

  /// Records that a file failed verification.
  mutating func note(_ fault: SupplyError, of source: Source, at now: HostTime) {
    var rest = rests[source] ?? Rest(fault: fault)
    rest.fault = fault
    rest.end = now + .seconds(min(Self.first << min(Int64(rest.count), 16), Self.longest))
    rest.count += 1
    if rests.count >= Self.most, rests[source] == nil { forgetOne() }
    rests[source] = rest
  }

  /// Records that the right file arrived.
  mutating func forget(_ source: Source) { rests[source] = nil }

  /// Allows a retry of all files now, on an operator's request. At most once a minute, so that
  /// repeated requests do not defeat the back-off, which keeps growing.
  mutating func release(at now: HostTime) {
    guard released.map({ now - $0 >= Self.betweenReleases }) ?? true else { return }
    released = now
    for source in rests.keys { rests[source]?.end = now }
  }

  private mutating func forgetOne() {
    if let soonest = rests.min(by: { $0.value.end < $1.value.end }) { rests[soonest.key] = nil }
  }
}

extension WrongFiles.Source {
  init(_ digest: Digest, on server: String) { self.init(digest: digest, place: server) }

  /// A replaced file counts as a different source.
  init(_ digest: Digest, in folder: String, _ path: String, _ file: borrowing FileDescriptor) {
    let mark = (try? FileStatus(of: file).versionMark) ?? ""
    self.init(digest: digest, place: "\(folder)/\(path) \(mark)")
  }
}
