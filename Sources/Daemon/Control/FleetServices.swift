package import VitrineAddresses
import VitrineControl
package import VitrineFleet
import VitrineNetwork
import VitrineOperations
import VitrinePlayback
package import VitrineSettings

/// The players of a service in their fleet. Thread-safe.
final class FleetServices: Sendable {
  private let services: [FleetService]

  /// `players` are the main player (nil) and those of other connectors. A fleet that cannot be joined is logged;
  /// playback does not depend on it.
  init(
    _ players: [(connector: String?, control: PlayerControl)], _ endpoints: ControlEndpoints,
    _ log: Log
  ) {
    guard let broker = endpoints.fleet.broker.flatMap({ BrokerAddress($0) }) else {
      services = []
      return
    }
    let credentials = FleetAccess.credentials(for: broker, endpoints.access, log)
    services = players.compactMap { connector, control in
      var plan = FleetPlan(Self.identity(connector, endpoints.fleet), broker)
      plan.credentials = credentials
      plan.store = FleetStore(folder: endpoints.state, output: connector)
      do throws(FleetError) {
        return try FleetService(plan, ControlledFleetPlayer(control)) { log.write($0) }
      } catch {
        log.write(LogMessage(.fleetUnreachable, "fleet: \(error)"), lasting: .fleet)
        return nil
      }
    }
  }

  static func identity(_ connector: String?, _ settings: FleetSettings) -> FleetAgent.Identity {
    let name = settings.id ?? FleetPlan.usualID
    let suffix = connector.map { "-" + $0 } ?? ""
    var identity = FleetAgent.Identity(
      id: name.prefix(40 - suffix.count) + suffix, groups: settings.groups,
      // bound: a constant range
      boot: String(UInt64.random(in: 1 << 60...(.max)), radix: 16), version: Program.version)
    identity.announcesToHomeAssistant = settings.announcesToHomeAssistant
    return identity
  }

  func close() {
    for service in services { service.close() }
  }
}

/// The credentials of brokers.
package enum FleetAccess {
  /// The credentials in the broker's section; its password is never logged.
  package static func credentials(
    for broker: BrokerAddress, _ access: [String: AccessSettings], _ log: Log
  ) -> BrokerCredentials {
    var credentials = BrokerCredentials()
    guard let row = access.first(where: { BrokerAddress($0.key) == broker }) else {
      return credentials
    }
    let rules = CredentialFiles.rules(row.value) {
      log.write(.credentialsUnreadable, "access of \(row.key): \($0)")
    }
    if case .basic(let name, let password) = rules.credentials {
      (credentials.user, credentials.password) = (name, password)
    }
    credentials.authorities = rules.authorities
    (credentials.certificate, credentials.key) = (rules.certificate, rules.key)
    return credentials
  }
}

extension Log {
  /// Logs an event of the fleet, and reports it in the health while it lasts.
  func write(_ event: FleetEvent) {
    let message = LogMessage(event.kind, event.description)
    switch event {
    case .unreachable: write(message, lasting: .fleet)
    case .duplicate: write(message, lasting: .identity)
    case .connected:
      solve(.fleet)
      write(message)
    case .isUnique:
      solve(.identity)
      write(message)
    case .applied, .refused, .ignored, .notStored: write(message)
    }
  }
}
