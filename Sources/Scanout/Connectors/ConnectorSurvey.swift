internal import VitrineKMS
internal import VitrineLinux

/// An open device that can show pictures, as a survey sees it. Thread-safe.
protocol SurveyedNode: AnyObject, Sendable {
  var path: String { get }
  /// False once the device has been taken away.
  var isPresent: Bool { get }
  /// Whether an output of this process is driven on it.
  var isDriven: Bool { get }
  func becomeMaster() -> Bool
  /// Gives the device up, unless an output of this process is driven on it or is about to be.
  func releaseMasterWhileIdle()
  /// Its connectors; without `probing`, as the kernel found them last.
  func connectors(probing: Bool) -> [Connector]
}

extension DRMDevice: SurveyedNode {
  var isDriven: Bool { claims.areTaken }
}

/// What there was to show pictures on, at one moment.
enum DeviceSurvey<Node: SurveyedNode>: Sendable {
  /// Open devices that are ours, and their connectors: one at least.
  case devices([Found])
  /// No device that could be used, and why.
  case nothing(KMSError)

  struct Found: Sendable {
    let device: Node
    let connectors: [Connector]

    var hasDisplay: Bool { connectors.contains { $0.isConnected && !$0.modes.isEmpty } }
  }
}

typealias ConnectorSurvey = DeviceSurvey<DRMDevice>

extension DeviceSurvey {
  /// Looks at the devices at these paths: at those that are open already, and at others by opening
  /// them. Without `probing` the kernel says what it knows of the displays.
  ///
  /// `isGiven` is whether the path was asked for, and not found by looking.
  ///
  /// Of several devices, those on which nothing is driven are left to others until something is:
  /// another process may drive them.
  init(
    of known: [Node], at paths: [String], isGiven: Bool, probing: Bool,
    open: (String) throws(KMSError) -> Node
  ) {
    var (found, refusals): ([Found], [KMSError]) = ([], [])
    for path in paths {
      do throws(KMSError) {
        if let opened = known.first(where: { $0.path == path && $0.isPresent }) {
          found.append(try Self.look(at: opened, isAsked: probing))
        } else {
          found.append(try Self.look(at: open(path), isAsked: true))
        }
      } catch {
        refusals.append(error)
      }
    }
    if paths.count > 1 { for found in found { found.device.releaseMasterWhileIdle() } }
    // With nothing of our own to show pictures on, that another process has a device is the news.
    let isOther = refusals.first { if case .notMaster = $0 { true } else { false } }
    if let isOther, !found.contains(where: \.hasDisplay) {
      self = .nothing(isOther)
    } else if found.isEmpty {
      self = .nothing(Self.reason(refusals, isGiven: isGiven))
    } else {
      self = .devices(found)
    }
  }

  private static func look(at device: Node, isAsked: Bool) throws(KMSError) -> Found {
    // Another terminal's program, or one that came before us, may have it. What the kernel knows
    // it tells others, too.
    if isAsked || device.isDriven, !device.becomeMaster() {
      throw KMSError.notMaster(path: device.path, holders: DeviceHolder.all(of: device.path))
    }
    return Found(
      device: device,
      connectors: device.connectors(probing: isAsked).filter { !$0.isWriteback })
  }

  private static func reason(_ refusals: [KMSError], isGiven: Bool) -> KMSError {
    if isGiven, let only = refusals.first { return only }
    // A node that we may not open is the likeliest reason; its message has the cure.
    let closed = refusals.first { if case .cannotOpen = $0 { true } else { false } }
    return closed ?? .noDevice(refusals: refusals.map(\.description))
  }

  var found: [Found] { if case .devices(let found) = self { found } else { [] } }
  var devices: [Node] { found.map(\.device) }
  /// Those of all devices: the kernel gives no name to two.
  var connectors: [Connector] { found.flatMap(\.connectors) }

  /// The device that a connector belongs to.
  func device(of connector: Connector) -> Node? {
    found.first { $0.connectors.contains { $0.name == connector.name } }?.device
  }

  /// Whether anything can show pictures.
  var isLit: Bool { found.contains(where: \.hasDisplay) }

  /// Whether displays of the same devices say something else of themselves than in `other`.
  func differs(from other: DeviceSurvey) -> Bool {
    guard !devices.isEmpty, devices.elementsEqual(other.devices, by: ===) else { return false }
    return !connectors.elementsEqual(other.connectors) { a, b in
      (a.name, a.isConnected, a.edid) == (b.name, b.isConnected, b.edid) && a.modes == b.modes
    }
  }
}

extension ConnectorSurvey {
  /// Why there is no picture on the connector of this name, or on any.
  func absence(of wanted: String?) -> String {
    let seen = connectors.map { "\($0.name) (\($0.isConnected ? "without a mode" : "empty"))" }
    return KMSError.noConnector(wanted: wanted, seen: seen).description
  }
}
