import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming

// Downloads from peers.
extension ContentSupplyBody {
  /// The peers that contributed to a file.
  struct Help {
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
  mutating func askPeers(
    _ part: inout SetPart, _ file: SetManifest.File
  ) throws(SupplyError) -> Help {
    var help = Help(wasBegun: part.size > 0)
    for peer in peers.order(for: file.digest, at: .now()) {
      guard part.size < file.size else { break }
      guard let url = try? peer.resolving("/content/\(file.digest.hex)") else { continue }
      let before = part.size
      let download = FileDownload(
        url, from: before, size: file.size, over: parts.sources, isNearby: true)
      defer { download.cancel() }
      let fault = try receive(&part, download, .nearby)
      if part.size > before {
        help.senders.append(peer)
        help.bytes +|= part.size -| before
      }
      if let fault {
        note(PeerChoice.Outcome(fault, hasSent: part.size > before), of: peer)
      } else {
        help.last = peer
      }
    }
    return help
  }

  /// Rates the peers by whether the file passed verification.
  mutating func note(_ help: Help, isRight: Bool) {
    if isRight {
      if help.bytes > 0 { board.update { $0.fromPeers +|= help.bytes } }
      if let peer = help.last { note(.right, of: peer) }
      return
    }
    // With several senders, or the server among them, the origin of the wrong bytes is unknown.
    let isAlone = help.senders.count == 1 && help.last != nil && !help.wasBegun
    for peer in help.senders { note(isAlone ? .wrong : .doubtful, of: peer) }
  }

  private mutating func note(_ outcome: PeerChoice.Outcome, of peer: RemoteURL) {
    if peers.note(outcome, of: peer, at: .now()) { parts.tell(.lies(peer: peer.origin.text)) }
  }
}
