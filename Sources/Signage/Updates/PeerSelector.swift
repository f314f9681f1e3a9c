import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineNetwork
import VitrineTiming

/// The order in which to ask peers for a file, and the back-off after failures.
struct PeerSelector {
  /// The result of asking a peer for a file.
  enum Outcome: Hashable {
    /// The file passed verification.
    case verified
    /// The peer does not have the file.
    case notFound
    /// The peer is busy.
    case busy
    /// The peer is unreachable or slow, or closed the connection.
    case failed
    /// The file failed verification, but several senders contributed.
    case suspect
    /// The file failed verification, and the peer was the only sender.
    case corrupt
  }

  fileprivate struct Peer {
    let url: RemoteURL
    /// Consecutive failures.
    var failures = 0
    var misses = 0
    /// When the back-off ends.
    var retry: HostTime?
    /// Whether the peer was reported for sending wrong files.
    var isReported = false
  }

  private var peers: [Peer]

  /// Removes duplicates by origin.
  init(_ addresses: [RemoteURL]) {
    var seen: Set<RemoteURL.Origin> = []
    peers = addresses.filter { seen.insert($0.origin).inserted }.map { Peer(url: $0) }
  }

  /// Returns the peers to ask, in order. The first one depends on the file, which spreads the load.
  func order(for digest: Digest, at now: HostTime) -> [RemoteURL] {
    let available = peers.filter { $0.retry.map { $0 <= now } ?? true }.map(\.url)
    guard !available.isEmpty else { return [] }
    // bound: `available` is not empty
    let start = Int(digest.bytes[0]) % available.count
    return Array(available[start...] + available[..<start])
  }

  /// Shuffles the files if there are peers, so that each player downloads different files first and
  /// gets the rest from peers.
  func spread(_ files: [ReleaseManifest.File]) -> [ReleaseManifest.File] {
    peers.isEmpty ? files : files.shuffled()
  }

  /// Returns true if the peer must be reported for sending wrong files: once, until it sends a
  /// right one.
  mutating func record(_ outcome: Outcome, of url: RemoteURL, at now: HostTime) -> Bool {
    guard let index = peers.firstIndex(where: { $0.url.origin == url.origin }) else { return false }
    return peers[index].record(outcome, at: now)
  }
}

extension PeerSelector.Peer {
  private static let mostMisses = 16

  fileprivate mutating func record(_ outcome: PeerSelector.Outcome, at now: HostTime) -> Bool {
    misses = outcome == .notFound ? misses + 1 : 0
    switch outcome {
    case .verified: (failures, retry, isReported) = (0, nil, false)
    case .notFound:
      guard misses >= Self.mostMisses else { return false }
      // The peer shows other content, or is just starting to download the same.
      (misses, retry) = (0, now + .seconds(30))
    case .busy: retry = now + .seconds(5)
    case .failed:
      retry = now + .seconds(min(30 << min(failures, 10), 600))
      failures += 1
    case .suspect: retry = now + .seconds(600)
    case .corrupt:
      retry = now + .seconds(3600)
      defer { isReported = true }
      return !isReported
    }
    return false
  }
}

extension PeerSelector.Outcome {
  /// The outcome for a peer that did not send everything.
  init(_ error: NetworkError, hasSent: Bool) {
    switch error {
    case .status(404, _), .status(410, _): self = .notFound
    case .status(429, _), .status(503, _): self = .busy
    // A peer without a free connection closes the new one.
    case .cut where !hasSent: self = .busy
    default: self = .failed
    }
  }
}
