internal import VitrineMedia
internal import VitrineNetwork
internal import VitrineStreams

extension SentStream {
  /// Creates the stream at `url` from the machine with this address.
  init(_ url: RemoteURL, at address: String, _ rules: AccessRules) throws(MediaError) {
    var place = url.at(address)
    var passphrase: String?
    let kind: Kind
    switch url.scheme {
    case .rtsp:
      kind = .rtsp(rules.transport.flatMap(RTSPTransport.init) ?? .auto)
      if case .basic(let name, let password) = rules.credentials {
        place = url.at(address, user: (name, password))
      }
    case .rtp: kind = .rtp
    case .udp: kind = .udp
    case .srt:
      kind = .srt
      if case .basic(_, let password) = rules.credentials { passphrase = password }
    case .rtsps:
      throw .unavailable("RTSP over TLS is not supported; use rtsp: in a private network")
    case .http, .https: throw .unavailable("HTTP is fetched, not sent")
    }
    self.init(kind, at: place.text, passphrase: passphrase)
  }
}
