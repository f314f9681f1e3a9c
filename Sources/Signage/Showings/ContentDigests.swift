import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// The digests of files that are shown: reckoned once for each version of a file, a little at a time, so that
/// the disk has time for what plays.
struct ContentDigests: ~Copyable {
  /// A file as it was at one moment: at its path there may be another one at the next.
  struct Version: Hashable {
    let path: String
    fileprivate let mark: String

    /// What is there now; nil where it is no file.
    init?(at path: String) {
      guard path.hasPrefix("/"), let mark = ContentDigests.mark(of: path) else { return nil }
      (self.path, self.mark) = (path, mark)
    }
  }

  /// Of what is shown, and of what is opened to be.
  var versions = ShownVersions()
  private var known: [Version: String] = [:]
  private var wanted: [String] = []
  private var reading: Reading?
  /// When the next part is due.
  private(set) var due: HostTime?

  fileprivate struct Reading: ~Copyable {
    let path: String
    let mark: String
    let file: FileDescriptor
    var digest = RunningDigest()
    var place = 0
  }

  /// 10 MB a second.
  private static let part = 1 << 20
  private static let pace = Duration.milliseconds(100)
  private static let mostWanted = 1000
  /// Those that were forgotten are found in the ledger.
  private static let mostKnown = 2000

  init() {}

  /// The showing is over. Nil where its digest is not known.
  mutating func end(_ record: ShowingRecord) -> String? {
    versions.end(record).flatMap { known[$0] }
  }

  /// It is shown: its digest is looked up, or reckoned.
  mutating func begin(_ record: ShowingRecord, _ ledger: ShowingLedger) {
    guard let version = versions.begin(record) else { return }
    if known.count >= Self.mostKnown { known = [:] }
    let path = version.path
    // The ledger knows one version of each path.
    known[version] = known[version] ?? ledger.digest(of: path, mark: version.mark)
    guard known[version] == nil, !wanted.contains(path), reading?.path != path,
      wanted.count < Self.mostWanted
    else { return }
    wanted.append(path)
    due = due ?? .now()
  }

  /// What could not be noted, if anything.
  mutating func look(at now: HostTime, _ ledger: ShowingLedger) -> String? {
    guard let due, due <= now else { return nil }
    self.due = now + Self.pace
    if reading == nil { begin() }
    guard reading != nil else {
      if wanted.isEmpty { self.due = nil }
      return nil
    }
    return step(ledger)
  }

  private mutating func begin() {
    guard !wanted.isEmpty else { return }
    let path = wanted.removeFirst()
    // What cannot be read is told by the player.
    guard let mark = Self.mark(of: path), let file = try? FileDescriptor(reading: path) else {
      return
    }
    reading = Reading(path: path, mark: mark, file: file)
  }

  private mutating func step(_ ledger: ShowingLedger) -> String? {
    guard var now = reading.take() else { return nil }
    guard let bytes = try? now.file.bytes(at: now.place, count: Self.part) else { return nil }
    now.digest.add(bytes)
    now.place += bytes.count
    guard bytes.count < Self.part else {
      reading = consume now
      return nil
    }
    let (path, mark) = (now.path, now.mark)
    let digest = now.finish()
    // It may have changed meanwhile.
    guard let version = Version(at: path), version.mark == mark else { return nil }
    known[version] = digest
    do throws(ContentError) { try ledger.note(digest: digest, of: path, mark: mark) } catch {
      return "\(error)"
    }
    return nil
  }

  fileprivate static func mark(of path: String) -> String? {
    guard let status = try? FileStatus(following: path), status.isFile else { return nil }
    return status.versionMark
  }
}

extension ContentDigests.Reading {
  fileprivate consuming func finish() -> String { digest.digest().hex }
}
