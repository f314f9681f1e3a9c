import VitrineContent
import VitrineCryptography
import VitrineNetwork
import VitrineStreams
import VitrineTiming

/// Which screens nearby are asked for a file, in which order, and which are left alone for a while after what
/// came of asking them. A value.
struct PeerChoice {
  /// What came of asking one for a file.
  enum Outcome: Hashable {
    /// What it sent was checked.
    case right
    /// It has no such file.
    case absent
    /// It has no time.
    case busy
    /// It is not there, is slow, or broke off.
    case failed
    /// The file was not the right one, and others had sent some of it, too.
    case doubtful
    /// What it sent, it alone, was not the right file.
    case wrong
  }

  fileprivate struct Peer {
    let url: RemoteURL
    /// In a row.
    var failures = 0
    var misses = 0
    var rest: HostTime?
    /// Whether it was told that it lies.
    var isTold = false
  }

  private var peers: [Peer]

  /// By the beginnings of their addresses. One that is named twice is asked once.
  init(_ addresses: [RemoteURL]) {
    var seen: Set<RemoteURL.Origin> = []
    peers = addresses.filter { seen.insert($0.origin).inserted }.map { Peer(url: $0) }
  }

  /// Who is asked for a file, one after the other. Which one is the first depends on the file, so that none
  /// of them has all of the work.
  func order(for digest: Digest, at now: HostTime) -> [RemoteURL] {
    let awake = peers.filter { $0.rest.map { $0 <= now } ?? true }.map(\.url)
    guard !awake.isEmpty else { return [] }
    // bound: there are some
    let start = Int(digest.bytes[0]) % awake.count
    return Array(awake[start...] + awake[..<start])
  }

  /// Files in an order of this screen's own where others can have them from it: each fetches another one
  /// first, and has the rest from those.
  func spread(_ files: [SetManifest.File]) -> [SetManifest.File] {
    peers.isEmpty ? files : files.shuffled()
  }

  /// True where it is to be told that one of them lies: once, until it has sent something right.
  mutating func note(_ outcome: Outcome, of url: RemoteURL, at now: HostTime) -> Bool {
    guard let index = peers.firstIndex(where: { $0.url.origin == url.origin }) else { return false }
    return peers[index].note(outcome, at: now)
  }
}

extension PeerChoice.Peer {
  private static let mostMisses = 16

  fileprivate mutating func note(_ outcome: PeerChoice.Outcome, at now: HostTime) -> Bool {
    misses = outcome == .absent ? misses + 1 : 0
    switch outcome {
    case .right: (failures, rest, isTold) = (0, nil, false)
    case .absent:
      guard misses >= Self.mostMisses else { return false }
      // It shows something else, or begins as this one does.
      (misses, rest) = (0, now + .seconds(30))
    case .busy: rest = now + .seconds(5)
    case .failed:
      rest = now + .seconds(min(30 << min(failures, 10), 600))
      failures += 1
    case .doubtful: rest = now + .seconds(600)
    case .wrong:
      rest = now + .seconds(3600)
      defer { isTold = true }
      return !isTold
    }
    return false
  }
}

extension PeerChoice.Outcome {
  /// Of one that has not sent all that was asked of it.
  init(_ error: NetworkError, hasSent: Bool) {
    switch error {
    case .status(404, _), .status(410, _): self = .absent
    case .status(429, _), .status(503, _): self = .busy
    // One that has no room for another connection cuts it.
    case .cut where !hasSent: self = .busy
    default: self = .failed
    }
  }
}
