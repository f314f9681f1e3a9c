import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// The digests of shown files, computed once for each version of a file and at a limited rate, so
/// that playback keeps its disk bandwidth.
struct ContentDigests: ~Copyable {
  /// One version of a file. Another may replace it at the same path.
  struct Version: Hashable {
    let path: String
    fileprivate let mark: String

    /// Returns nil if there is no file at the path.
    init?(at path: String) {
      guard path.hasPrefix("/"), let mark = ContentDigests.mark(of: path) else { return nil }
      self.path = path
      self.mark = mark
    }
  }

  /// The versions of files that are shown or opened.
  var versions = ShownVersions()
  private var known: [Version: String] = [:]
  private var wanted: [String] = []
  private var reading: Reading?
  /// When the next read is due.
  private(set) var due: HostTime?

  fileprivate struct Reading: ~Copyable {
    let path: String
    let mark: String
    let file: FileDescriptor
    var digest = IncrementalDigest()
    var place = 0
  }

  /// One MiB every 100 ms limits reading to 10 MB/s.
  private static let part = 1 << 20
  private static let pace = Duration.milliseconds(100)
  private static let mostWanted = 1000
  /// Digests dropped from memory are still in the proof-of-play log.
  private static let mostKnown = 2000

  init() {}

  /// Ends a showing; returns nil if its digest is unknown.
  mutating func end(_ record: ShowingRecord) -> String? {
    versions.end(record).flatMap { known[$0] }
  }

  /// Starts a showing: looks its digest up, or queues the file for hashing.
  mutating func begin(_ record: ShowingRecord, _ ledger: ShowingLedger?) {
    guard let version = versions.begin(record) else { return }
    if known.count >= Self.mostKnown { known = [:] }
    let path = version.path
    // The log stores one version of each path.
    known[version] = known[version] ?? ledger?.digest(of: path, mark: version.mark)
    guard known[version] == nil, !wanted.contains(path), reading?.path != path,
      wanted.count < Self.mostWanted
    else { return }
    wanted.append(path)
    due = due ?? .now()
  }

  /// Reads the next part of a file if it is due. Returns an error message.
  mutating func readNext(at now: HostTime, _ ledger: ShowingLedger?) -> String? {
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
    // The player reports files that cannot be read.
    guard let mark = Self.mark(of: path), let file = try? FileDescriptor(reading: path) else {
      return
    }
    reading = Reading(path: path, mark: mark, file: file)
  }

  private mutating func step(_ ledger: ShowingLedger?) -> String? {
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
    // The file may have changed while it was read.
    guard let version = Version(at: path), version.mark == mark else { return nil }
    known[version] = digest
    do throws(ContentError) { try ledger?.recordDigest(digest, of: path, mark: mark) } catch {
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
