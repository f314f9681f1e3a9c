import Glibc
import NIOCore
import NIOHTTP1
import VitrineControl
package import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// The HTTP server: the API for programs, the web remote, and metrics. Runs on the thread `web`,
/// which never blocks the player, until `close`. Thread-safe.
package final class WebServer: Sendable {
  private let server: ServerThread
  private let uploads: UploadThread?
  /// The address that it listens at, with the port chosen by the kernel if none was set.
  package var address: String { server.address }

  /// The settings of the server.
  package struct Options: Sendable {
    let address: WebAddress
    /// The path of the token file; with nil, only programs on this machine are admitted.
    package var tokens: String?
    /// The machine's names, in addition to its addresses, its host name and `.local`.
    package var names: Set<String> = []
    /// Whether programs of root and of the player's own user get the role `control` without a
    /// token.
    package var trustsMachine = true
    /// When clients may request a PIN.
    package var pairing = PairingMode.menu
    /// Returns the user at the other end of a connection within this machine.
    var userOfClient: @Sendable (_ client: SocketTable.End, _ server: SocketTable.End) -> UInt32? =
      SocketTable.user
    /// The TLS identity; nil means plain HTTP.
    package var identity: TLSIdentity?
    /// The role of clients with a certificate from a configured issuer.
    package var certified = Role.control
    package var limits = WebLimits()

    package init(_ address: WebAddress) { self.address = address }
  }

  /// Starts listening. `report` is called on the server's thread.
  package init(
    _ options: Options, _ site: Site, report: @escaping @Sendable (WebEvent) -> Void
  ) throws(WebError) {
    let uploads: UploadThread?
    do throws(Errno) {
      uploads = try site.uploads.map { path throws(Errno) in
        try UploadThread(path, largest: site.largestUpload)
      }
    } catch {
      throw .failed(address: "\(options.address)", "cannot create a thread")
    }
    self.uploads = uploads
    do throws(WebError) {
      server = try ServerThread("web", at: options.address, options.limits) { loop in
        WebConnectionInitializer(options, site, uploads, loop, report)
      }
    } catch {
      uploads?.close()
      throw error
    }
    report(.listening(address: address, isEncrypted: options.identity != nil))
  }

  /// Closes all connections.
  package func close() {
    if server.close() { uploads?.close() }
  }
}

/// Sets up each connection, with the parts that all share. Confined to the server's thread.
private final class WebConnectionInitializer: ConnectionInitializer {
  private let options: WebServer.Options
  private let router: Router
  /// Created for the first follower, so that a player is observed only when necessary.
  private var feeds: [String: StatusFeed] = [:]

  init(
    _ options: WebServer.Options, _ site: Site, _ uploads: UploadThread?, _ loop: ServerLoop,
    _ report: @escaping @Sendable (WebEvent) -> Void
  ) {
    self.options = options
    router = Router(
      site, tokens: options.tokens, pairing: options.pairing, names: options.names,
      options.limits, uploads: uploads, loop: loop, now: HostTime.now, report: report)
  }

  func initialize(_ channel: any Channel, from address: String, isLocal: Bool) throws {
    let pipeline = channel.pipeline.syncOperations
    let tls = try options.identity.map { try TLSHandler($0) }
    if let tls { try pipeline.addHandler(tls) }
    let certified = options.certified
    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
    try pipeline.addHandler(
      HTTPHandler(
        router, from: address,
        isTrusted: { [unowned self, unowned channel] in
          isLocal && options.trustsMachine && isOurs(channel)
        },
        certificate: {
          tls?.clientName.map { Authenticator.Client(certified: $0, certified) }
        },
        feed: { [unowned self] output in feed(output)
        }))
  }

  /// Whether the client is a program of root or of the player's own user. Any other program on the
  /// machine, such as a browser or another server, needs a token.
  private func isOurs(_ channel: any Channel) -> Bool {
    guard let client = channel.remoteAddress.flatMap(SocketTable.End.init),
      let server = channel.localAddress.flatMap(SocketTable.End.init),
      let user = options.userOfClient(client, server)
    else { return false }
    // The groups of the process are unknown here.
    return PeerPolicy(owner: geteuid(), group: getegid()).admits(
      SocketPeer(process: 0, user: user, group: .max)
    ) { _ in false }
  }

  private func feed(_ output: Site.Output) -> StatusFeed {
    if let feed = feeds[output.name] { return feed }
    let feed = StatusFeed(output.controlled, router.loop, options.limits)
    feeds[output.name] = feed
    return feed
  }

  func close() { for feed in feeds.values { feed.close() } }
}

extension SocketTable.End {
  fileprivate init?(_ address: SocketAddress) {
    guard let host = address.ipAddress, let port = address.port else { return nil }
    self.init(host, port)
  }
}
