package import VitrineControl
import VitrineEngine
import VitrineLinux
import VitrineOperations
package import VitrinePlayback
import VitrineSettings
import VitrineSignage
import VitrineThumbnails
import VitrineTiming
package import VitrineWeb

/// The control interfaces of this program's players: the main player at the requested socket, those
/// of other connectors at sockets next to it.
package struct ControlInterfaces {
  private let servers: Shared<[ControlServer]>
  /// Retries listening at sockets that failed; nil if none did.
  private let retrying: ListenRetry<ControlServer, ControlError>?
  private let mpvServers: [MPVServer]
  private let web: WebService?
  private let bus: BusServices
  private let fleet: FleetServices

  /// The parts that all interfaces share.
  package struct Parts: Sendable {
    let read: ItemReader
    let reload: ProgramRequests.Reloader?
    /// Nil for a program that is not a service.
    var configuration: (any RemoteConfiguration)?
    /// The override controllers of a service's players.
    var overrides: [ObjectIdentifier: OverrideController] = [:]
    /// The updaters of the players that show downloaded content.
    var updaters: [ObjectIdentifier: ContentUpdater] = [:]
    /// The overlays of the main player.
    var overlays: [ObjectIdentifier: OverlayCommands] = [:]
    /// The template of the main player's zones.
    var template: (any RemoteTemplate)?
    /// Of all players.
    var handOvers: [ObjectIdentifier: HandOvers] = [:]
    /// All players, with their names for messages.
    var players: [(name: String, player: Player)] = []
    let log: Log

    /// `reload` is nil if nothing can be read again.
    package init(
      read: @escaping ItemReader, reload: ProgramRequests.Reloader? = nil, log: Log
    ) {
      self.read = read
      self.reload = reload
      self.log = log
    }

    fileprivate func report(_ news: ControlEvent) {
      log.write(news.kind, news.description)
    }
  }

  /// Throws on the first socket that cannot be opened if `isNeeded`; otherwise logs it, opens the
  /// others, and retries every few seconds, except for mpv's sockets.
  init(
    at endpoints: ControlEndpoints, _ player: Player, _ others: OtherPlayers, _ health: HealthStore,
    _ service: ServiceMenuFacts, isNeeded: Bool, _ parts: Parts
  ) throws(ListenError) {
    do throws(ControlError) {
      mpvServers = try Self.mpvServers(at: endpoints.mpv, player, others, isNeeded: isNeeded, parts)
    } catch {
      throw .socket(error)
    }
    web = try Self.webService(endpoints, player, others, health, service, isNeeded: isNeeded, parts)
    bus = try Self.busServices(endpoints, player, others, parts)
    fleet = try Self.fleetServices(endpoints, player, others, health, parts)
    guard let path = endpoints.socket else {
      (servers, retrying) = (Shared([]), nil)
      return
    }
    let sockets =
      [(path, player, String?.none)]
      + others.outputs.map {
        (ControlPath.of($0.connector, beside: path), $0.player, $0.connector)
      }
    var servers: [ControlServer] = []
    var refused: [ListenRetry<ControlServer, ControlError>.Attempt] = []
    let monitor = endpoints.settings.monitorSocket.map { [($0, player, String?.none, true)] } ?? []
    for (place, controlled, connector, isReadOnly) in sockets.map({ ($0, $1, $2, false) }) + monitor
    {
      do throws(ControlError) {
        servers.append(
          try Self.listen(
            at: place, controlled, health, of: connector, isReadOnly: isReadOnly,
            quit: player.quit, parts))
      } catch {
        guard isNeeded else {
          refused.append(
            ListenRetry.Attempt(reason: error) { () throws(ControlError) in
              try Self.listen(
                at: place, controlled, health, of: connector, isReadOnly: isReadOnly,
                quit: player.quit, parts)
            })
          continue
        }
        parts.log.write(.controlUnavailable, error.description)
        for server in servers { server.close() }
        throw .socket(error)
      }
    }
    let listening = Shared(servers)
    self.servers = listening
    retrying =
      refused.isEmpty
      ? nil
      : ListenRetry(refused) { news in
        switch news {
        case .success(let server): listening.update { $0.append(server) }
        case .failure(let error):
          parts.log.write(.controlUnavailable, "\(error); retrying every few seconds")
        }
      }
  }

  private static func mpvServers(
    at path: String?, _ player: Player, _ others: OtherPlayers, isNeeded: Bool, _ parts: Parts
  ) throws(ControlError) -> [MPVServer] {
    guard let path else { return [] }
    let endpoints =
      [(path, player)]
      + others.outputs.map { (ControlPath.of($0.connector, beside: path), $0.player) }
    var servers: [MPVServer] = []
    for (place, controlled) in endpoints {
      do throws(ControlError) {
        let control = try control(at: place, controlled, quit: player.quit, parts)
        servers.append(
          try MPVServer(path: place, controlled: control) { news in parts.report(news) })
      } catch {
        parts.log.write(.controlUnavailable, error.description)
        if isNeeded { throw error }
      }
    }
    return servers
  }

  private static func busServices(
    _ endpoints: ControlEndpoints, _ player: Player, _ others: OtherPlayers, _ parts: Parts
  ) throws(ListenError) -> BusServices {
    var players: [(String?, PlayerControl)] = []
    let all = [(nil, player)] + others.outputs.map { ($0.connector as String?, $0.player) }
    for (instance, one) in all where endpoints.settings.isOnBus {
      do throws(ControlError) {
        players.append(
          (instance, try control(at: "the bus", one, quit: player.quit, parts)))
      } catch {
        throw .socket(error)
      }
    }
    return BusServices(players, endpoints, parts.log)
  }

  private static func fleetServices(
    _ endpoints: ControlEndpoints, _ player: Player, _ others: OtherPlayers, _ health: HealthStore,
    _ parts: Parts
  ) throws(ListenError) -> FleetServices {
    var players: [(String?, PlayerControl)] = []
    let all = [(nil, player)] + others.outputs.map { ($0.connector as String?, $0.player) }
    for (connector, one) in all where endpoints.fleet.broker != nil {
      do throws(ControlError) {
        let control = try control(
          at: "the broker", one, health, of: connector, quit: player.quit, parts)
        players.append((connector, control))
      } catch {
        throw .socket(error)
      }
    }
    return FleetServices(players, endpoints, parts.log)
  }

  /// Returns nil if no HTTP address is configured.
  private static func webService(
    _ endpoints: ControlEndpoints, _ player: Player, _ others: OtherPlayers, _ health: HealthStore,
    _ service: ServiceMenuFacts, isNeeded: Bool, _ parts: Parts
  ) throws(ListenError) -> WebService? {
    guard let address = endpoints.http else { return nil }
    let players = [("main", player)] + others.outputs.map { ($0.connector, $0.player) }
    var (outputs, thumbnails): ([Site.Output], [PlayedThumbnails]) = ([], [])
    for (name, one) in players {
      let pictures = PlayedThumbnails(
        folder: endpoints.thumbnails, remotes: one.configuration.remotes,
        isNetworkFree: { one.status.isNetworkFree })
      thumbnails.append(pictures)
      do throws(ControlError) {
        let control = try control(
          at: name, one, health, of: name, quit: player.quit, parts)
        outputs.append(Site.Output(name, one, control, pictures))
      } catch {
        throw .socket(error)
      }
    }
    let fingerprint = Shared<String?>(nil)
    if let place = WebAddress(address) {
      service.setRemote(
        ServiceMenuFacts.Remote(
          address: place, isEncrypted: endpoints.settings.tls.isEnabled, fingerprint: fingerprint))
    }
    do throws(WebError) {
      var site = Site(outputs, player, endpoints, health, fingerprint: fingerprint, parts.log)
      site.configuration = parts.configuration
      site.template = parts.template
      site.serviceMenu = { service.visit }
      return try WebService(
        address, endpoints, site, thumbnails, fingerprint: fingerprint, isNeeded: isNeeded,
        parts.log)
    } catch {
      throw .web(error)
    }
  }

  private static func control(
    at path: String, _ player: Player, _ health: HealthStore? = nil, of output: String? = nil,
    quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> PlayerControl {
    guard let handOvers = parts.handOvers[ObjectIdentifier(player)] else {
      preconditionFailure("a player of another program")
    }
    do throws(Errno) {
      let requests = try ProgramRequests(
        parts.overrides[ObjectIdentifier(player)], parts.updaters[ObjectIdentifier(player)],
        handOvers, parts.overlays[ObjectIdentifier(player)],
        otherSounds: { [players = parts.players] in
          players.filter { $0.player !== player }.map { ($0.name, $0.player.status.sound) }
        }, read: parts.read, reload: parts.reload)
      return try PlayerControl(
        player, service: requests, health: health, output: output, read: parts.read, quit: quit)
    } catch {
      throw .failed(path: path, error)
    }
  }

  private static func listen(
    at path: String, _ player: Player, _ health: HealthStore, of connector: String?,
    isReadOnly: Bool, quit: @escaping @Sendable () -> Void, _ parts: Parts
  ) throws(ControlError) -> ControlServer {
    let control = try control(at: path, player, health, of: connector, quit: quit, parts)
    let server = try ControlServer(path: path, controlled: control, isReadOnly: isReadOnly) {
      news in
      parts.report(news)
    }
    // The liveness check includes the server's thread.
    _ = player.liveness.add { [weak server] answer in
      if let server { server.ask(answer) } else { answer() }
    }
    return server
  }

  package func close() {
    fleet.close()
    bus.close()
    web?.close()
    retrying?.close()
    for server in mpvServers { server.close() }
    for server in servers.value { server.close() }
  }
}

/// Why a required control interface is not available.
package enum ListenError: Error, CustomStringConvertible {
  case socket(ControlError)
  case web(WebError)

  package var description: String {
    switch self {
    case .socket(let error): error.description
    case .web(let error): error.description
    }
  }
}

extension ControlError {
  /// The exit status defined by sysexits(3).
  package var exitStatus: ExitStatus {
    switch self {
    case .taken: .unavailable
    case .otherFile: .cannotWrite
    case .failed(_, .accessDenied), .failed(_, .notPermitted): .noPermission
    case .failed: .cannotWrite
    }
  }
}

extension ListenError {
  /// The exit status defined by sysexits(3).
  package var exitStatus: ExitStatus {
    switch self {
    case .socket(let error): error.exitStatus
    case .web(.address): .usage
    case .web(.failed): .unavailable
    }
  }
}
