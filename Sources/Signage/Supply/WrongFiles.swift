import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// Files that were brought and are not those of their manifest. Each is left alone for a while, for longer each
/// time, so that what is wrong where it lies wears neither the line nor the disk at every look. A value.
struct WrongFiles {
  /// Which file was to come, and where it was had from.
  struct Source: Hashable {
    let digest: Digest
    /// Another one where another file lies there, as far as that can be seen.
    let place: String
  }

  private struct Rest {
    var count = 0
    var end = HostTime(nanoseconds: 0)
    var fault: SupplyError
  }

  private var rests: [Source: Rest] = [:]
  /// When an operator had them looked for last.
  private var released: HostTime?

  private static let betweenReleases = Duration.seconds(60)
  private static let first: Int64 = 60
  private static let longest: Int64 = 86_400
  private static let most = 64

  /// What was wrong with it, while it is left alone.
  func fault(of source: Source, at now: HostTime) -> SupplyError? {
    rests[source].flatMap { $0.end > now ? $0.fault : nil }
  }

  /// It has come, and is not the right one.
  mutating func note(_ fault: SupplyError, of source: Source, at now: HostTime) {
    var rest = rests[source] ?? Rest(fault: fault)
    rest.fault = fault
    rest.end = now + .seconds(min(Self.first << min(Int64(rest.count), 16), Self.longest))
    rest.count += 1
    if rests.count >= Self.most, rests[source] == nil { forgetOne() }
    rests[source] = rest
  }

  /// The right one has come.
  mutating func forget(_ source: Source) { rests[source] = nil }

  /// An operator wants them looked for now. At most once a minute: a button that is pressed, or a script that asks,
  /// again and again is no way around the delays, which go on growing.
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

  /// In a folder of this machine, where one that is replaced is another one.
  init(_ digest: Digest, in folder: String, _ path: String, _ file: borrowing FileDescriptor) {
    let mark = (try? FileStatus(of: file).versionMark) ?? ""
    self.init(digest: digest, place: "\(folder)/\(path) \(mark)")
  }
}
