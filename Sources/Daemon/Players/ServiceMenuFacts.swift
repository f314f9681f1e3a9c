import VitrineCodes
import VitrineControl
import VitrineGestures
import VitrineLinux
import VitrineOperations
import VitrineOverlay
import VitrineScenes
import VitrineSchedules
import VitrineTiming
import VitrineWeb

/// Collects the facts for the service menu when it requests them. Thread-safe.
final class ServiceMenuFacts: Sendable {
  /// The address of the remote, and the fingerprint of its certificate.
  struct Remote: Sendable {
    let address: WebAddress
    let isEncrypted: Bool
    let fingerprint: Shared<String?>
  }

  typealias KeyStore = @Sendable ([String: KeyAction]) -> Void

  private let health: HealthStore
  private let log: LogTail
  private let remote = Shared<Remote?>(nil)
  private let visits = Shared<ServiceMenuSession?>(nil)
  /// Handles the overrides of a service's main player.
  private let overrides = Shared<OverrideController?>(nil)
  /// Stores the keys of a remote control; nil if this program cannot.
  private let keyStore = Shared<KeyStore?>(nil)

  init(_ health: HealthStore, _ log: LogTail) {
    self.health = health
    self.log = log
  }

  func setRemote(_ remote: Remote) { self.remote.update { $0 = remote } }

  func setOverrides(_ overrides: OverrideController?) { self.overrides.update { $0 = overrides } }

  func setKeyStore(_ store: @escaping KeyStore) { keyStore.update { $0 = store } }

  func storeKeys(_ keys: [String: KeyAction]) { keyStore.value?(keys) }

  func returnToProgramme() { overrides.value?.returnToProgramme { _ in } }

  /// When the service menu was last open.
  var visit: ServiceMenuSession? { visits.value }

  /// Extends the current visit, since the menu requests facts every few seconds while it is open.
  private func recordVisit(at now: HostTime) {
    visits.update { visit in
      let isSameVisit = visit.map { now - $0.latest < Self.betweenVisits } ?? false
      visit = ServiceMenuSession(began: isSameVisit ? visit?.began ?? now : now, latest: now)
    }
  }

  private static let betweenVisits = Duration.seconds(15)

  /// Reads the current values from small files of the kernel.
  func facts() -> ServiceInfo {
    recordVisit(at: .now())
    let (health, networks) = (health.health(), NetworkAddresses.all())
    var facts = ServiceInfo()
    (facts.name, facts.version) = (Site.machineName, Program.version)
    facts.display = health.main.display.map { display in
      // The connector without the device name.
      let connector = display.split(separator: " ").first.map { String($0) } ?? display
      return health.main.mode.map { "\(connector), \($0)" } ?? connector
    }
    facts.networks = networks.map { ServiceInfo.Network($0.name, $0.addresses) }
    if let remote = remote.value {
      facts.remote = remote.url(networks)
      facts.code = facts.remote.flatMap { SquareCode(qr: $0) }
      facts.fingerprint = remote.fingerprint.value
    }
    // An unset clock does not affect playback, so errors are shown first.
    let clock = health.problems.filter { $0 == .clockNotSet }.map(\.text)
    let troubles = health.problems.filter { $0 != .clockNotSet }.map(\.text)
    facts.troubles = troubles + recentErrors(most: 3 - troubles.count) + clock
    let report = overrides.value?.report.value
    facts.isAway = report?.isProgramme == false && report?.override?.isShown != true
    facts.canStoreKeys = keyStore.value != nil
    facts.isRestartable = ServiceUnit.own != nil
    return facts
  }

  /// Returns different errors of the last hour, newest first.
  private func recentErrors(most: Int) -> [String] {
    var errors: [String] = []
    for error in log.errors(since: .now() - Duration.seconds(3600))
    where errors.count < most && !errors.contains(error) {
      errors.append(error)
    }
    return errors
  }
}

extension ServiceMenuFacts.Remote {
  /// The URL to open on a phone, or nil if no other machine can reach it.
  func url(_ networks: [NetworkAddresses]) -> String? {
    guard !address.isLoopback else { return nil }
    let place =
      address.isEverywhere
      ? networks.first?.addresses.first.flatMap { WebAddress(host: $0, port: address.port) }
      : address
    return place.map { "\(isEncrypted ? "https" : "http")://\($0)/" }
  }
}
