import VitrineBus
import VitrineControl
import VitrineLinux
import VitrineMPRIS
import VitrineOperations
import VitrinePlayback
import VitrineSettings
import VitrineWeb

/// The players' services on the system bus: MPRIS, and advertising by mDNS. A missing bus is logged
/// once, and the services start when it appears. Thread-safe.
final class BusServices: Sendable {
  private let servers: [MPRISServer]
  private let publisher: AvahiPublisher?

  /// `players` are the main player (nil) and those of other connectors.
  init(
    _ players: [(instance: String?, control: PlayerControl)], _ endpoints: ControlEndpoints,
    _ log: Log
  ) {
    servers = players.compactMap { player in
      guard endpoints.settings.isOnBus else { return nil }
      return Self.attempt(log) { () throws(Errno) in
        try MPRISServer(controlled: player.control, instance: player.instance) { news in
          log.write(news.kind, news.description)
        }
      }
    }
    // A loopback address is of no use to other machines.
    let address = endpoints.http.flatMap { WebAddress($0) }
    guard let address, !address.isLoopback, endpoints.settings.isDiscoverable else {
      publisher = nil
      return
    }
    let service = AvahiService(
      Site.machineName, type: PlayerSearch.type, port: UInt16(clamping: address.port),
      records: [
        "version": Program.version, "path": "/",
        PlayerSearch.scheme: endpoints.settings.tls.isEnabled ? "https" : "http",
      ])
    publisher = Self.attempt(log) { () throws(Errno) in
      try AvahiPublisher(service) { news in log.write(.discoveryChanged, news.description) }
    }
  }

  /// Returns nil without a thread; playback does not depend on it.
  private static func attempt<Server>(_ log: Log, _ make: () throws(Errno) -> Server) -> Server? {
    do throws(Errno) { return try make() } catch {
      log.write(.controlUnavailable, "bus: cannot create a thread: \(error)")
      return nil
    }
  }

  func close() {
    publisher?.close()
    for server in servers { server.close() }
  }
}
