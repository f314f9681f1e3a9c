/// A card in /dev/dri.
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
  /// Nil if it can be used.
  public var refusal: Refusal?
  /// Whether it had no DRM master when it was checked.
  public var isFree = true
  /// The other processes that have it open, as far as this user can see.
  public var holders: [HolderFacts] = []
  public var connectors: [ConnectorFacts] = []

  public init(_ path: String) { self.path = path }
}

/// Another process that has a device open.
public struct HolderFacts: Hashable, Sendable {
  public var name: String
  public var processID: Int
  /// Its system unit, such as `lightdm.service`.
  public var unit: String?
  /// Whether it is DRM master; nil if only root could find out.
  public var isMaster: Bool?

  public init(name: String, processID: Int, unit: String? = nil, isMaster: Bool? = nil) {
    self.name = name
    self.processID = processID
    self.unit = unit
    self.isMaster = isMaster
  }

  /// Whether it is a Vitrine player.
  var isPlayer: Bool { name == "vitrine" }

  var words: String { "\(name) (process \(processID))" }
}

/// A connector, and the mode and planes it would use.
public struct ConnectorFacts: Hashable, Sendable {
  /// How the planes would be used.
  public enum Route: Hashable, Sendable {
    /// Video on one plane, the overlay on another above it.
    case twoPlanes
    case videoOnly
    /// The CPU converts everything.
    case rgb
    case none([String])
  }

  public var name: String
  public var isConnected = true
  public var isLinkBad = false
  /// Whether the display sent an EDID, and whether it is valid.
  public var hasEDID = true
  public var isEDIDGood = true
  /// The display's name from its EDID.
  public var display: String?
  public var modes: [String] = []
  /// The configured mode; nil if the display decides.
  public var pinned: String?
  /// The available mode closest to it.
  public var nearest: String?
  /// The mode that would be set, its size in pixels, and the reason.
  public var chosen: String?
  public var width = 0
  public var height = 0
  public var reason = ""
  /// Whether the mode is a fallback because the display lists none.
  public var isStandIn = false
  public var route = Route.twoPlanes

  public init(_ name: String) { self.name = name }
}

extension Facts {
  /// The card that a player would use: the first with a display, or else the first that can drive
  /// one.
  var display: DisplayFacts? {
    let usable = (displays.value ?? []).filter { $0.refusal == nil }
    return usable.first { $0.connectors.contains(where: \.isConnected) } ?? usable.first
  }

  /// The connector that a player would use.
  var connector: ConnectorFacts? {
    let connected = (display?.connectors ?? []).filter(\.isConnected)
    guard let wantedConnector else { return connected.first }
    return connected.first { $0.name == wantedConnector }
  }

  /// Whether a Vitrine player uses the display.
  var isPlaying: Bool {
    guard let display, !display.isFree else { return false }
    return display.owners.contains(where: \.isPlayer) || display.owners.isEmpty && isServing
  }

  /// Whether the service or its safe mode runs.
  var isServing: Bool { service.value.map { $0.isRunning || $0.isSafe } ?? false }
}

extension DisplayFacts {
  /// The owners if known; otherwise all processes that could be.
  var owners: [HolderFacts] {
    let masters = holders.filter { $0.isMaster == true }
    if !masters.isEmpty { return masters }
    let others = holders.filter { $0.isMaster == nil && $0.name != "systemd-logind" }
    return others.isEmpty ? holders.filter { $0.isMaster == nil } : others
  }
}
