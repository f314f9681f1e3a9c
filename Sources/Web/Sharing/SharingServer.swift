import NIOCore
import NIOHTTP1
package import VitrineCryptography
import VitrineLinux

/// Serves files by their SHA-256 to peers that show the same content. Unencrypted: knowing the
/// digest is the permission, and the peer verifies the file by it; see decision 0032. Runs on the
/// thread `sharing` at low priority until `close`. Thread-safe.
package final class SharingServer: Sendable {
  /// The settings of the server.
  package struct Options: Sendable {
    let address: WebAddress
    /// The upload rate of all connections together, in bytes per second.
    package var rate = 5e6
    var limits = Options.usual

    package init(_ address: WebAddress) { self.address = address }

    /// Few connections: a peer that is rejected asks another one. The timeouts allow for the rate
    /// limit. Peers in one network share a prefix, so networks are not counted.
    static let usual: WebLimits = {
      var limits = WebLimits()
      limits.connections.total = 16
      limits.connections.perAddress = 4
      limits.connections.reserved = 0
      limits.connections.countsNetworks = false
      limits.timeouts.head = .seconds(5)
      limits.timeouts.idle = .seconds(5)
      limits.timeouts.stall = .seconds(120)
      return limits
    }()
  }

  /// The path before the digest.
  package static let folder = "/content/"

  private let server: ServerThread
  /// The address that it listens at, with the port chosen by the kernel if none was set.
  package var address: String { server.address }

  /// Starts listening. `path` returns the path of a digest's file, on the server's thread.
  package init(
    _ options: Options, path: @escaping @Sendable (Digest) -> String
  ) throws(WebError) {
    server = try ServerThread(
      "sharing", priority: .background, at: options.address, options.limits
    ) { _ in SharingConnectionInitializer(options, path) }
  }

  /// Closes all connections.
  package func close() { _ = server.close() }
}

/// Sets up each connection. Confined to the server's thread.
private final class SharingConnectionInitializer: ConnectionInitializer {
  private let router: SharingRouter

  init(_ options: SharingServer.Options, _ path: @escaping @Sendable (Digest) -> String) {
    router = SharingRouter(options.limits, rate: options.rate, path: path)
  }

  func initialize(_ channel: any Channel, from address: String, isLocal: Bool) throws {
    let pipeline = channel.pipeline.syncOperations
    try pipeline.configureHTTPServerPipeline(withErrorHandling: false)
    try pipeline.addHandler(SharingHandler(router, from: address))
  }

  func close() {}
}
