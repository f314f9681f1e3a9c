public import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrinePlayback
import VitrineSettings
import VitrineSignage
import VitrineTiming
public import VitrineWeb

/// The control interfaces of this program's players: the main player at the requested socket, those
/// of other connectors at sockets next to it.
public struct ControlSockets {
  private let servers: Shared<[ControlServer]>
  /// Retries listening at sockets that failed; nil if none did.
  private let retrying: RetriedListening<ControlServer, ControlError>?
  private let mpvServers: [MPVServer]
  private let web: WebDoor?
  private let bus: BusDoors

  /// The parts that all interfaces share.
  public struct Parts: Sendable {
    let read: PlayerControl.Reader
    let reload: PlayerControl.Reloader?
    /// Nil for a program that is not a service.
    var configuration: (any RemoteConfiguration)?
    /// The override desks of a service's players.
    var desks: [ObjectIdentifier: SignageDesk] = [:]
    /// The updaters of the players that show downloaded content.
    var supplies: [ObjectIdentifier: ContentSupply] = [:]
    let log: Log

    /// `reload` is nil if nothing can be read again.
    public init(
      read: @escaping PlayerControl.Reader, reload: PlayerControl.Reloader? = nil, log: Log
    ) {
      self.read = read
      self.reload = reload
      self.log = log
    }

    fileprivate func tell(_ news: ControlNews) {
      if news.isWarning { log.warning(news.description) } else { log.info(news.description) }
    }
  }

  /// Throws on the first socket that cannot be opened if `isNeeded`; otherwise logs it, opens the
  /// others, and retries every few seconds, except for mpv's sockets.
  init(
    at places: ControlPlaces, _ player: Player, _ others: OtherPlayers, _ health: HealthBook,
    _ service: ServiceBook, isNeeded: Bool, _ parts: Parts
  ) throws(ListeningTrouble) {
    do throws(ControlError) {
      mpvServers = try Self.mpvServers(at: places.mpv, player, others, isNeeded: isNeeded, parts)
    } catch {
      throw .socket(error)
    }
    web = try Self.door(places, player, others, health, service, isNeeded: isNeeded, parts)
    bus = try Self.busDoors(places, player, others, parts)
    guard let path = places.socket else {
      (servers, retrying) = (Shared([]), nil)
      return
    }
    let sockets =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [ControlServer] = []
    var refused: [RetriedListening<ControlServer, ControlError>.Refused] = []
    let monitor = places.settings.monitorSocket.map { [($0, player, true)] } ?? []
    for (place, controlled, onlyTells) in sockets.map({ ($0.0, $0.1, false) }) + monitor {
      do throws(ControlError) {
        servers.append(
          try Self.listen(
            at: place, controlled, onlyTells: onlyTells, quit: player.quit, parts))
      } catch {
        guard isNeeded else {
          refused.append(
            RetriedListening.Refused(reason: error) { () throws(ControlError) in
              try Self.listen(
                at: place, controlled, onlyTells: onlyTells, quit: player.quit, parts)
            })
          continue
        }
        parts.log.error(error.description)
        for server in servers { server.close() }
        throw .socket(error)
      }
    }
    let listening = Shared(servers)
    self.servers = listening
    retrying =
      refused.isEmpty
      ? nil
      : RetriedListening(refused) { news in
        switch news {
        case .success(let server): listening.update { $0.append(server) }
        case .failure(let error): parts.log.error("\(error); retrying every few seconds")
        }
      }
  }

  private static func mpvServers(
    at path: String?, _ player: Player, _ others: OtherPlayers, isNeeded: Bool, _ parts: Parts
  ) throws(ControlError) -> [MPVServer] {
    guard let path else { return [] }
    let places =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [MPVServer] = []
    for (place, controlled) in places {
      do throws(ControlError) {
        let control = try control(at: place, controlled, quit: player.quit, parts)
        servers.append(
          try MPVServer(path: place, controlled: control) { news in parts.tell(news) })
      } catch {
        parts.log.error(error.description)
        if isNeeded { throw error }
      }
    }
    return servers
  }

  private static func busDoors(
    _ places: ControlPlaces, _ player: Player, _ others: OtherPlayers, _ parts: Parts
  ) throws(ListeningTrouble) -> BusDoors {
    var players: [(String?, PlayerControl)] = []
    let all = [(nil, player)] + others.outputs.map { ($0.connector as String?, $0.player) }
    for (instance, one) in all where places.settings.isOnBus {
      do throws(ControlError) {
        players.append(
          (instance, try control(at: "the bus", one, quit: player.quit, parts)))
      } catch {
        throw .socket(error)
      }
    }
    return BusDoors(players, places, parts.log)
  }

  /// Returns nil if no HTTP address is configured.
  private static func door(
    _ places: ControlPlaces, _ player: Player, _ others: OtherPlayers, _ health: HealthBook,
    _ service: ServiceBook, isNeeded: Bool, _ parts: Parts
  ) throws(ListeningTrouble) -> WebDoor? {
    guard let address = places.http else { return nil }
    let players = [("main", player)] + others.outputs.map { ($0.connector, $0.player) }
    var (outputs, thumbnails): ([Site.Output], [PlayedThumbnails]) = ([], [])
    for (name, one) in players {
      let pictures = PlayedThumbnails(folder: places.thumbnails)
      thumbnails.append(pictures)
      do throws(ControlError) {
        let control = try control(at: name, one, quit: player.quit, parts)
        outputs.append(Site.Output(name, one, control, pictures))
      } catch {
        throw .socket(error)
      }
    }
    let fingerprint = Shared<String?>(nil)
    if let place = WebAddress(address) {
      service.note(
        ServiceBook.Remote(
          address: place, isEncrypted: places.settings.isEncrypted, fingerprint: fingerprint))
    }
    do throws(WebError) {
      var site = Site(outputs, player, places, health, fingerprint: fingerprint, parts.log)
      site.configuration = parts.configuration
      site.serviceMenu = { service.visit }
      return try WebDoor(
        address, places, site, thumbnails, fingerprint: fingerprint, isNeeded: isNeeded, parts.log)
    } catch {
      throw .web(error)
    }
  }

  private static func control(
    at path: String, _ player: Player, quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> PlayerControl {
    do throws(Errno) {
      return try PlayerControl(
        player, parts.desks[ObjectIdentifier(player)], parts.supplies[ObjectIdentifier(player)],
        read: parts.read, reload: parts.reload, quit: quit)
    } catch {
      throw .failed(path: path, error)
    }
  }

  private static func listen(
    at path: String, _ player: Player, onlyTells: Bool,
    quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> ControlServer {
    let control = try control(at: path, player, quit: quit, parts)
    let server = try ControlServer(path: path, controlled: control, onlyTells: onlyTells) { news in
      parts.tell(news)
    }
    // The liveness check includes the server's thread.
    _ = player.liveness.add { [weak server] answer in
      if let server { server.ask(answer) } else { answer() }
    }
    return server
  }

  public func close() {
    bus.close()
    web?.close()
    retrying?.close()
    for server in mpvServers { server.close() }
    for server in servers.value { server.close() }
  }
}

/// Why a required control interface is not available.
public enum ListeningTrouble: Error, CustomStringConvertible {
  case socket(ControlError)
  case web(WebError)

  public var description: String {
    switch self {
    case .socket(let error): error.description
    case .web(let error): error.description
    }
  }
}
