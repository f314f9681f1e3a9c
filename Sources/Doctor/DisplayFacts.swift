/// A card under /dev/dri.
public struct DisplayFacts: Hashable, Sendable {
  /// Why a card cannot be used.
  public enum Refusal: Hashable, Sendable {
    case denied
    /// A GPU without outputs.
    case noDisplays
    case noAtomic
    case failed(String)
  }

  public var path: String
  public var driver = "unknown"
  /// Nil when it can be used.
  public var refusal: Refusal?
  /// Whether it had no DRM master when it was looked at.
  public var isFree = true
  /// Who else has it open, as far as this user may see.
  public var holders: [HolderFacts] = []
  public var connectors: [ConnectorFacts] = []

  public init(_ path: String) { self.path = path }
}

/// Another process that has a device.
public struct HolderFacts: Hashable, Sendable {
  public var name: String
  public var processID: Int
  /// The system's unit that it belongs to, such as `lightdm.service`.
  public var unit: String?
  /// Whether it owns the display; nil where only root could know.
  public var isMaster: Bool?

  public init(name: String, processID: Int, unit: String? = nil, isMaster: Bool? = nil) {
    (self.name, self.processID) = (name, processID)
    (self.unit, self.isMaster) = (unit, isMaster)
  }

  /// Whether it is one of ours.
  var isPlayer: Bool { name == "vitrine" }

  var words: String { "\(name) (process \(processID))" }
}

/// A connector and what would be shown on it.
public struct ConnectorFacts: Hashable, Sendable {
  /// How the planes would be used.
  public enum Route: Hashable, Sendable {
    /// Video on one plane, the interface on one above it.
    case twoPlanes
    case videoOnly
    /// Everything is converted by the CPU.
    case rgb
    case none([String])
  }

  public var name: String
  public var isConnected = true
  public var isLinkBad = false
  /// Whether it sent an EDID, and whether that adds up.
  public var hasEDID = true
  public var isEDIDGood = true
  /// What the display calls itself.
  public var display: String?
  public var modes: [String] = []
  /// What the configuration asks for by name; nil leaves it to the display.
  public var pinned: String?
  /// Of the modes there are, the one nearest to that.
  public var nearest: String?
  /// What would be set, its size in pixels, and why.
  public var chosen: String?
  public var width = 0
  public var height = 0
  public var reason = ""
  /// The mode stands in for what the display does not say.
  public var isStandIn = false
  public var route = Route.twoPlanes

  public init(_ name: String) { self.name = name }
}

extension Facts {
  /// The card that a player would take: the first with a display, else the first that drives
  /// any.
  var display: DisplayFacts? {
    let usable = (displays.value ?? []).filter { $0.refusal == nil }
    return usable.first { $0.connectors.contains(where: \.isConnected) } ?? usable.first
  }

  /// The connector that a player would take.
  var connector: ConnectorFacts? {
    let connected = (display?.connectors ?? []).filter(\.isConnected)
    guard let wantedConnector else { return connected.first }
    return connected.first { $0.name == wantedConnector }
  }

  /// Whether a player of ours has the display.
  var isPlaying: Bool {
    guard let display, !display.isFree else { return false }
    return display.owners.contains(where: \.isPlayer) || display.owners.isEmpty && isServing
  }

  /// Whether the service runs, or its safe mode.
  var isServing: Bool { service.value.map { $0.isRunning || $0.isSafe } ?? false }
}

extension DisplayFacts {
  /// Those that own it, where that is known; else all who could.
  var owners: [HolderFacts] {
    let masters = holders.filter { $0.isMaster == true }
    if !masters.isEmpty { return masters }
    let others = holders.filter { $0.isMaster == nil && $0.name != "systemd-logind" }
    return others.isEmpty ? holders.filter { $0.isMaster == nil } : others
  }
}
