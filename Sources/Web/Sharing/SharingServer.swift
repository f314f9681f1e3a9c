import NIOCore
import NIOHTTP1
public import VitrineCryptography
import VitrineLinux

/// Hands whole files to others who name them by their SHA-256: to screens that show the same. In the clear,
/// since the digest is what tells who may have a file, and what comes is checked by it; see decision 0032. On a
/// thread `sharing` behind all others, until `close`. Thread-safe.
public final class SharingServer: Sendable {
  /// How the server is to be.
  public struct Options: Sendable {
    let address: WebAddress
    /// How fast files go out, all together, in bytes each second.
    public var rate = 5e6
    var limits = Options.usual

    public init(_ address: WebAddress) { self.address = address }

    /// Few at a time: who finds no room asks another. One that takes its time does so by its own limit. In one
    /// network the screens have addresses of one prefix.
    static let usual: WebLimits = {
      var limits = WebLimits()
      (limits.connections, limits.connectionsPerAddress, limits.reserved) = (16, 4, 0)
      (limits.firstHead, limits.quiet, limits.stall) = (.seconds(5), .seconds(5), .seconds(120))
      limits.countsNetworks = false
      return limits
    }()
  }

  /// What stands before a digest in the target of a request.
  public static let folder = "/content/"

  private let server: ServerThread
  /// Where it listens, with the port that the kernel chose where none was asked for.
  public var address: String { server.address }

  /// Begins to listen. `path` says where the file of a digest lies if it is there; on the server's thread.
  public init(
    _ options: Options, path: @escaping @Sendable (Digest) -> String
  ) throws(WebError) {
    server = try ServerThread(
      "sharing", priority: .background, at: options.address, options.limits
    ) { _ in FileDoor(options, path) }
  }

  /// Cuts all connections.
  public func close() { _ = server.close() }
}

/// How each connection is set up. Bound to the server's thread.
private final class FileDoor: Reception {
  private let desk: SharingDesk

  init(_ options: SharingServer.Options, _ path: @escaping @Sendable (Digest) -> String) {
    desk = SharingDesk(options.limits, rate: options.rate, path: path)
  }

  func take(_ channel: any Channel, from address: String, isLocal: Bool) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
    try pipeline.addHandler(SharingExchange(desk, from: address))
  }

  func close() {}
}
