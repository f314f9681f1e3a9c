import Glibc
import NIOCore
import NIOHTTP1
import VitrineControl
public import VitrineCryptography
import VitrineLinux
import VitrineTiming

/// Answers HTTP: the interface for programs, the remote for people, figures for those who watch over many
/// machines. A thread `web`, which never has the player wait. Until `close`. Thread-safe.
public final class WebServer: Sendable {
  private let server: ServerThread
  private let uploads: UploadThread?
  /// Where it listens, with the port that the kernel chose where none was asked for.
  public var address: String { server.address }

  /// How the server is to be.
  public struct Options: Sendable {
    let address: WebAddress
    /// The path of the file of tokens; nil knows none, and only programs of this machine are let in.
    public var tokens: String?
    /// By which names the machine is known, beside its addresses, its own name and `.local`.
    public var names: Set<String> = []
    /// Whether programs of root and of the player's own user need no token for what the role `control` may.
    public var trustsMachine = true
    /// When phones may ask for a PIN on the screen.
    public var pairing = PairingMode.menu
    /// Whose the other end of a connection within this machine is.
    var userOfClient: @Sendable (_ client: SocketTable.End, _ server: SocketTable.End) -> UInt32? =
      SocketTable.user
    /// Encrypts; nil speaks in the clear.
    public var identity: TLSIdentity?
    /// What clients may whose certificate is one of ours.
    public var certified = Role.control
    public var limits = WebLimits()

    public init(_ address: WebAddress) { self.address = address }
  }

  /// Begins to listen. `news` comes from the server's thread.
  public init(
    _ options: Options, _ site: Site, news: @escaping @Sendable (WebNews) -> Void
  ) throws(WebError) {
    let uploads: UploadThread?
    do throws(Errno) {
      uploads = try site.uploads.map { path throws(Errno) in
        try UploadThread(path, largest: site.largestUpload)
      }
    } catch {
      throw .failed(address: "\(options.address)", "no thread can be made")
    }
    self.uploads = uploads
    do throws(WebError) {
      server = try ServerThread("web", at: options.address, options.limits) { loop in
        FrontDoor(options, site, uploads, loop, news)
      }
    } catch {
      uploads?.close()
      throw error
    }
    news(.listening(address: address, isEncrypted: options.identity != nil))
  }

  /// Cuts all connections.
  public func close() {
    if server.close() { uploads?.close() }
  }
}

/// What all connections share, and how each is set up. Bound to the server's thread.
private final class FrontDoor: Reception {
  private let options: WebServer.Options
  private let desk: Desk
  /// Made when the first one follows: a player tells its observers for ever.
  private var feeds: [String: StatusFeed] = [:]

  init(
    _ options: WebServer.Options, _ site: Site, _ uploads: UploadThread?, _ loop: ServerLoop,
    _ news: @escaping @Sendable (WebNews) -> Void
  ) {
    self.options = options
    desk = Desk(
      site, tokens: options.tokens, pairing: options.pairing, names: options.names,
      options.limits, uploads: uploads, loop: loop, now: HostTime.now, news: news)
  }

  func take(_ channel: any Channel, from address: String, isLocal: Bool) throws {
    let pipeline = channel.pipeline.syncOperations
    let encryption = try options.identity.map { try Encryption($0) }
    if let encryption { try pipeline.addHandler(encryption) }
    let certified = options.certified
    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
    try pipeline.addHandler(
      Exchange(
        desk, from: address,
        isTrusted: { [unowned self, unowned channel] in
          isLocal && options.trustsMachine && isOurs(channel)
        },
        certificate: {
          encryption?.clientName.map { Doorkeeper.Client(certified: $0, certified) }
        },
        feed: { [unowned self] output in feed(output)
        }))
  }

  /// Whether the client is a program of root or of the player's own user. Everybody else on the machine is a
  /// stranger: whichever programs run there, a browser or another server's, they need a token.
  private func isOurs(_ channel: any Channel) -> Bool {
    guard let client = channel.remoteAddress.flatMap(SocketTable.End.init),
      let server = channel.localAddress.flatMap(SocketTable.End.init),
      let user = options.userOfClient(client, server)
    else { return false }
    // The groups of a process are not known here.
    return PeerPolicy(owner: geteuid(), group: getegid()).admits(
      SocketPeer(process: 0, user: user, group: .max)
    ) { _ in false }
  }

  private func feed(_ output: Site.Output) -> StatusFeed {
    if let feed = feeds[output.name] { return feed }
    let feed = StatusFeed(output.controlled, desk.loop, options.limits)
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
