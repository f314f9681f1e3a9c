public import Cryptography
import Linux
import NIOCore
import NIOHTTP1
import NIOPosix
import Timing

/// Answers HTTP: the interface for programs, the remote for people, figures for those who watch over many
/// machines. A thread `web`, which never has the player wait. Until `close`. Thread-safe.
public final class WebServer: Sendable {
  private let thread: NamedThread
  private let uploads: UploadThread?
  private let stopping: Shared<(@Sendable () -> Void)?>
  /// Where it listens, with the port that the kernel chose where none was asked for.
  public let address: String

  /// How the server is to be.
  public struct Options: Sendable {
    let address: WebAddress
    /// The path of the file of tokens; nil knows none, and only programs of this machine are let in.
    public var tokens: String?
    /// By which names the machine is known, beside its addresses, its own name and `.local`.
    public var names: Set<String> = []
    /// Whether programs of this machine need no token for what the role `control` may.
    public var trustsMachine = true
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
    let begun = BoundedQueue<Result<String, WebError>>(limit: 1)
    let stopping = Shared<(@Sendable () -> Void)?>(nil)
    self.stopping = stopping
    let failed = WebError.failed(address: "\(options.address)", "no thread can be made")
    do throws(Errno) {
      let uploads = try site.uploads.map { path throws(Errno) in
        try UploadThread(path, largest: site.largestUpload)
      }
      self.uploads = uploads
      thread = try NamedThread("web") {
        MultiThreadedEventLoopGroup.withCurrentThreadAsEventLoop { loop in
          Listening(options, site, uploads, loop, news).begin(begun, stopping)
        }
      }
    } catch {
      throw failed
    }
    switch begun.pop() {
    case .success(let address): self.address = address
    case .failure(let error):
      thread.join()
      uploads?.close()
      throw error
    case nil: throw failed
    }
    news(.listening(address: address, isEncrypted: options.identity != nil))
  }

  /// Cuts all connections.
  public func close() {
    let stop = stopping.update { stop in
      defer { stop = nil }
      return stop
    }
    guard let stop else { return }
    stop()
    thread.join()
    uploads?.close()
  }
}

/// The socket that clients connect to, and what their connections share. Bound to its loop.
private final class Listening {
  private let options: WebServer.Options
  private let loop: any NIOCore.EventLoop
  private let desk: Desk
  /// Made when the first one follows: a player tells its observers for ever.
  private var feeds: [String: StatusFeed] = [:]
  private var room: ConnectionRoom
  private var channels: [ObjectIdentifier: any Channel] = [:]

  init(
    _ options: WebServer.Options, _ site: Site, _ uploads: UploadThread?,
    _ loop: any NIOCore.EventLoop,
    _ news: @escaping @Sendable (WebNews) -> Void
  ) {
    (self.options, self.loop) = (options, loop)
    desk = Desk(
      site, tokens: options.tokens, trustsMachine: options.trustsMachine, names: options.names,
      options.limits, uploads: uploads,
      loop: ServerLoop(loop), now: HostTime.now, news: news)
    room = ConnectionRoom(options.limits)
  }

  func begin(
    _ begun: BoundedQueue<Result<String, WebError>>,
    _ stopping: Shared<(@Sendable () -> Void)?>
  ) {
    let bound = NIOLoopBound(self, eventLoop: loop)
    let loop = loop
    let address = options.address
    ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: 128)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 4)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try bound.value.take(channel) }
      }
      .bind(host: address.host, port: address.port)
      .whenComplete { result in
        switch result {
        case .success(let channel):
          stopping.update { $0 = { loop.execute { bound.value.close(channel) } } }
          begun.push(.success(Self.name(channel, address)))
        case .failure(let error):
          begun.push(.failure(.failed(address: "\(address)", Self.reason(error))))
          loop.shutdownGracefully { _ in }
        }
      }
  }

  private static func name(_ channel: any Channel, _ address: WebAddress) -> String {
    guard let port = channel.localAddress?.port else { return "\(address)" }
    return "\(address)".replacing(suffix: ":\(address.port)", with: ":\(port)")
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? IOError else { return "\(error)" }
    return "\(Errno(rawValue: error.errnoCode))"
  }

  /// A client: its connection is set up, or cut where there is no room.
  private func take(_ channel: any Channel) throws {
    let address = channel.remoteAddress?.ipAddress ?? "unknown"
    let isLocal = address.hasPrefix("127.") || address == "::1" || address.hasPrefix("::ffff:127.")
    let network = AddressKey.of(address)
    guard room.enter(network, isLocal: isLocal) else { throw ChannelError.connectTimeout(.zero) }
    channels[ObjectIdentifier(channel)] = channel
    channel.closeFuture.assumeIsolated().whenComplete { [self] _ in
      room.leave(network)
      channels[ObjectIdentifier(channel)] = nil
    }
    let pipeline = channel.pipeline.syncOperations
    let encryption = try options.identity.map { try Encryption($0) }
    if let encryption { try pipeline.addHandler(encryption) }
    let certified = options.certified
    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
    try pipeline.addHandler(
      Exchange(
        desk, from: address, isLocal: isLocal,
        certificate: {
          encryption?.clientName.map { Doorkeeper.Client(role: certified, name: $0) }
        },
        feed: { [unowned self] output in feed(output)
        }))
  }

  private func feed(_ output: Site.Output) -> StatusFeed {
    if let feed = feeds[output.name] { return feed }
    let feed = StatusFeed(output.controlled, desk.loop, options.limits)
    feeds[output.name] = feed
    return feed
  }

  private func close(_ listening: any Channel) {
    desk.loop.close()
    for feed in feeds.values { feed.close() }
    listening.close(promise: nil)
    for channel in channels.values { channel.close(promise: nil) }
    loop.shutdownGracefully { _ in }
  }
}

extension String {
  fileprivate func replacing(suffix: String, with other: String) -> String {
    hasSuffix(suffix) ? dropLast(suffix.count) + other : self
  }
}
