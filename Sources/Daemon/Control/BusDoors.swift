import VitrineBus
import VitrineControl
import VitrineLinux
import VitrineMPRIS
import VitrineSettings
import VitrineWeb

/// What the players do on the system's bus: MPRIS, and being found in the local network. Where there is no
/// bus that is logged once, and they are there as soon as it is. Thread-safe.
final class BusDoors: Sendable {
  private let servers: [MPRISServer]
  private let publisher: AvahiPublisher?

  /// `players` are the first and those of other connectors, by name; nil is the first.
  init(
    _ players: [(instance: String?, control: PlayerControl)], _ places: ControlPlaces, _ log: Log
  ) {
    servers = players.compactMap { player in
      guard places.settings.isOnBus else { return nil }
      return Self.attempt(log) { () throws(Errno) in
        try MPRISServer(controlled: player.control, instance: player.instance) { news in
          if news.isWarning { log.warning(news.description) } else { log.info(news.description) }
        }
      }
    }
    // On the loopback there is nothing to be found.
    let address = places.http.flatMap { WebAddress($0) }
    guard let address, !address.isLoopback, places.settings.isDiscoverable else {
      publisher = nil
      return
    }
    let service = AvahiService(
      Site.machineName, type: "_vitrine._tcp", port: UInt16(clamping: address.port),
      records: ["version": Program.version, "path": "/"])
    publisher = Self.attempt(log) { () throws(Errno) in
      try AvahiPublisher(service) { news in log.info(news.description) }
    }
  }

  /// Without a thread the picture goes on without it.
  private static func attempt<Door>(_ log: Log, _ make: () throws(Errno) -> Door) -> Door? {
    do throws(Errno) { return try make() } catch {
      log.error("bus: no thread can be made: \(error)")
      return nil
    }
  }

  func close() {
    publisher?.close()
    for server in servers { server.close() }
  }
}
