import VitrineContent
import VitrineCryptography
import VitrineLinux
import VitrineNetwork
import VitrineSchedules
import VitrineStreams
import VitrineTiming

// What comes from screens nearby.
extension ContentSupplyBody {
  /// Who has sent some of a file.
  struct Help {
    var senders: [RemoteURL] = []
    /// Who has sent it to its end.
    var last: RemoteURL?
    /// How much has come from them.
    var bytes: Int64 = 0
    /// Whether there was some of it before.
    let wasBegun: Bool
  }

  /// Asks them one after the other for what is lacking of a file. Each of them costs a bounded time: what
  /// breaks off goes on at the next.
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

  /// Whether a file that came with their help was the right one.
  mutating func note(_ help: Help, isRight: Bool) {
    if isRight {
      if help.bytes > 0 { board.update { $0.fromPeers +|= help.bytes } }
      if let peer = help.last { note(.right, of: peer) }
      return
    }
    // Where several have sent of it, or the server, it is not known which bytes are wrong.
    let isAlone = help.senders.count == 1 && help.last != nil && !help.wasBegun
    for peer in help.senders { note(isAlone ? .wrong : .doubtful, of: peer) }
  }

  private mutating func note(_ outcome: PeerChoice.Outcome, of peer: RemoteURL) {
    if peers.note(outcome, of: peer, at: .now()) { parts.tell(.lies(peer: peer.origin.text)) }
  }
}
