internal import VitrineKMS
internal import VitrineLinux

/// An open display device, as a survey sees it. Thread-safe.
protocol SurveyedNode: AnyObject, Sendable {
  var path: String { get }
  /// False once the device was removed.
  var isPresent: Bool { get }
  /// Whether an output of this process uses it.
  var isDriven: Bool { get }
  func becomeMaster() -> Bool
  /// Releases DRM master, unless an output of this process uses the device or is about to.
  func releaseMasterWhileIdle()
  /// Its connectors; without `probing`, the results of the kernel's latest probe.
  func connectors(probing: Bool) -> [Connector]
}

extension DRMDevice: SurveyedNode {
  var isDriven: Bool { claims.hasClaims }
}

/// The display devices at one moment.
enum DeviceSurvey<Node: SurveyedNode>: Sendable {
  /// Open devices that this process may use, with their connectors: at least one.
  case devices([Found])
  /// There is no usable device, with the reason.
  case nothing(KMSError)

  struct Found: Sendable {
    let device: Node
    let connectors: [Connector]

    var hasDisplay: Bool { connectors.contains { $0.isConnected && !$0.modes.isEmpty } }
  }
}

typealias ConnectorSurvey = DeviceSurvey<DRMDevice>

extension DeviceSurvey {
  /// Surveys the devices at these paths, and opens those that are not open yet. Without `probing`
  /// it uses the results of the kernel's latest probe.
  ///
  /// `isGiven` is whether the path was configured, rather than found.
  ///
  /// Devices that are not used yet are left to other processes until they are: another process may
  /// drive them.
  init(
    of known: [Node], at paths: [String], isGiven: Bool, probing: Bool,
    open: (String) throws(KMSError) -> Node
  ) {
    var (found, refusals): ([Found], [KMSError]) = ([], [])
    for path in paths {
      do throws(KMSError) {
        if let opened = known.first(where: { $0.path == path && $0.isPresent }) {
          found.append(try Self.inspect(opened, probing: probing))
        } else {
          found.append(try Self.inspect(open(path), probing: true))
        }
      } catch {
        refusals.append(error)
      }
    }
    if paths.count > 1 { for found in found { found.device.releaseMasterWhileIdle() } }
    // If there is no monitor, a device used by another process is the most useful information.
    let isOther = refusals.first { if case .notMaster = $0 { true } else { false } }
    if let isOther, !found.contains(where: \.hasDisplay) {
      self = .nothing(isOther)
    } else if found.isEmpty {
      self = .nothing(Self.reason(refusals, isGiven: isGiven))
    } else {
      self = .devices(found)
    }
  }

  private static func inspect(_ device: Node, probing: Bool) throws(KMSError) -> Found {
    // Another terminal's program, or one started earlier, may be master. Reading the kernel's
    // latest results does not need master.
    if probing || device.isDriven, !device.becomeMaster() {
      throw KMSError.notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
    }
    return Found(
      device: device,
      connectors: device.connectors(probing: probing).filter { !$0.isWriteback })
  }

  private static func reason(_ refusals: [KMSError], isGiven: Bool) -> KMSError {
    if isGiven, let only = refusals.first { return only }
    // Missing permission is the most likely cause, and its message says what to do.
    let closed = refusals.first { if case .cannotOpen = $0 { true } else { false } }
    return closed ?? .noDevice(refusals: refusals.map(\.description))
  }

  var found: [Found] { if case .devices(let found) = self { found } else { [] } }
  var devices: [Node] { found.map(\.device) }
  /// The connectors of all devices: their names are unique.
  var connectors: [Connector] { found.flatMap(\.connectors) }

  /// The device of a connector.
  func device(of connector: Connector) -> Node? {
    found.first { $0.connectors.contains { $0.name == connector.name } }?.device
  }

  /// Whether anything can show pictures.
  var isLit: Bool { found.contains(where: \.hasDisplay) }

  /// Whether the monitors of the same devices differ from those in `other`.
  func differs(from other: DeviceSurvey) -> Bool {
    guard !devices.isEmpty, devices.elementsEqual(other.devices, by: ===) else { return false }
    return !connectors.elementsEqual(other.connectors) { a, b in
      (a.name, a.isConnected, a.edid) == (b.name, b.isConnected, b.edid) && a.modes == b.modes
    }
  }
}

extension ConnectorSurvey {
  /// Why there is no picture on the connector with this name, or on any.
  func absence(of wanted: String?) -> String {
    let seen = connectors.map { "\($0.name) (\($0.isConnected ? "without a mode" : "empty"))" }
    return KMSError.noConnector(wanted: wanted, seen: seen).description
  }
}
