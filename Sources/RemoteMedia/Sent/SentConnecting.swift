internal import VitrineAddresses
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrineStreams
internal import VitrineTiming

/// The connection to a sender. It resolves the host name for each attempt, since addresses change.
/// Bound to the demuxer's thread.
final class SentConnecting {
  let host: String
  private let url: RemoteURL
  private let rules: AccessRules
  private let limits: PictureLimits
  private let interrupter: Demuxer.Interrupter
  /// The current connection's interrupter.
  private var own = Demuxer.Interrupter()
  private var connected: HostTime?
  private var backOff = BackOff()

  /// A connection that lasted this long resets the back-off.
  private static let holding = Duration.seconds(5)
  private static let farewell = Duration.milliseconds(300)

  /// The timeout of name resolution and connecting. It is longer for a listener, which waits for a
  /// caller.
  private var timeout: Duration {
    url.query?.contains("mode=listener") == true ? .seconds(60) : .seconds(8)
  }

  /// `interrupter` counts reads.
  init(
    _ url: RemoteURL, _ rules: AccessRules, _ interrupter: Demuxer.Interrupter,
    _ limits: PictureLimits
  ) {
    self.url = url
    self.rules = rules
    self.limits = limits
    self.interrupter = interrupter
    host = url.host
  }

  /// Reports a read for the liveness check.
  func recordRead() { interrupter.countRead() }

  /// Sets the timeout of the current connection.
  func limit(_ timeout: Duration) {
    let now = HostTime.now()
    own.interrupt(at: now + timeout)
    if let connected, now - connected > Self.holding { backOff.succeed() }
  }

  /// Lets the demuxer close the session: some senders serve only a few clients.
  func beginFarewell() { own.allowFarewell(until: .now() + Self.farewell) }

  /// Retries with back-off until it is connected. Throws a permanent error only the `isFirst` time.
  func connect(_ line: SentLine, isFirst: Bool) throws(MediaError) -> Demuxer {
    // Avoids reconnecting at once to a sender that hangs up at once.
    if !isFirst, !line.wait(backOff.fail(chance: .random(in: 0...1))) { throw .interrupted }
    while true {
      do throws(NetworkError) {
        let demuxer = try attempt(line)
        connected = .now()
        return demuxer
      } catch {
        if line.isInterrupted { throw .interrupted }
        if isFirst, !error.isTransient { throw .unavailable(error.description) }
        line.lose(error)
        guard line.wait(backOff.fail(chance: .random(in: 0...1))) else { throw .interrupted }
      }
    }
  }

  private func attempt(_ line: SentLine) throws(NetworkError) -> Demuxer {
    interrupter.countRead()
    let deadline = HostTime.now() + timeout
    let lookup = NameLookup(url.host)
    line.watch(lookup.cancel)
    let address = try lookup.address(until: deadline)
    let own = Demuxer.Interrupter()
    self.own = own
    own.interrupt(at: deadline)
    line.watch(own.interrupt)
    do throws(MediaError) {
      return try Demuxer(
        receiving: try NetworkStream(url, at: address, rules), interrupter: own, limits: limits)
    } catch {
      throw error == .interrupted
        ? .timedOut(.connecting, host) : NetworkError(error, of: host)
    }
  }
}

extension NetworkStream {
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
