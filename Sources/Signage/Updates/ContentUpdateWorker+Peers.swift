import VitrineAddresses
import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineTiming

// Downloads from peers.
extension ContentUpdateWorker {
  /// The peers that contributed to a file.
  struct PeerShare {
    var senders: [RemoteURL] = []
    /// The peer that completed it.
    var last: RemoteURL?
    /// The bytes that came from peers.
    var bytes: Int64 = 0
    /// Whether a part of it existed before.
    let wasBegun: Bool
  }

  /// Asks the peers in turn for the missing part of a file. Each peer's time is bounded; the next
  /// one resumes where it stopped.
  mutating func downloadFromPeers(
    _ part: inout PartialFile, _ file: ReleaseManifest.File
  ) throws(ContentUpdateError) -> PeerShare {
    var share = PeerShare(wasBegun: part.size > 0)
    for peer in peers.order(for: file.digest, at: .now()) {
      guard part.size < file.size else { break }
      guard let url = try? peer.resolving("/content/\(file.digest.hex)") else { continue }
      let before = part.size
      let download = FileDownload(
        url, from: before, size: file.size, over: dependencies.sources, isNearby: true)
      defer { download.cancel() }
      let error = try receive(&part, download, .nearby)
      if part.size > before {
        share.senders.append(peer)
        share.bytes +|= part.size -| before
      }
      if let error {
        rate(PeerSelector.Outcome(error, hasSent: part.size > before), of: peer)
      } else {
        share.last = peer
      }
    }
    return share
  }

  /// Rates the peers by whether the file passed verification.
  mutating func ratePeers(_ share: PeerShare, isVerified: Bool) {
    if isVerified {
      if share.bytes > 0 { status.update { $0.fromPeers +|= share.bytes } }
      if let peer = share.last { rate(.verified, of: peer) }
      return
    }
    // With several senders, or the server among them, the origin of the wrong bytes is unknown.
    let isAlone = share.senders.count == 1 && share.last != nil && !share.wasBegun
    for peer in share.senders { rate(isAlone ? .corrupt : .suspect, of: peer) }
  }

  private mutating func rate(_ outcome: PeerSelector.Outcome, of peer: RemoteURL) {
    if peers.record(outcome, of: peer, at: .now()) {
      dependencies.report(.distrusted(peer: peer.origin.text))
    }
  }
}
