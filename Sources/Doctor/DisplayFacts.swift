/// The cards, and the connector that the configuration asks for.
package struct ScreenFacts: Sendable {
  /// In the kernel's order.
  package var displays: Reading<[DisplayFacts]> = .notAsked
  /// The configured connector; nil for the first with a display.
  package var wantedConnector: String?
}

/// A card in /dev/dri.
package struct DisplayFacts: Hashable, Sendable {
  /// Why a card cannot be used.
  package enum Refusal: Hashable, Sendable {
    case denied
    /// A GPU without outputs.
    case noDisplays
    case noAtomic
    case failed(String)
  }

  package var path: String
  package var driver = "unknown"
  /// Nil if it can be used.
  package var refusal: Refusal?
  /// Whether it had no DRM master when it was checked.
  package var isFree = true
  /// The other processes that have it open, as far as this user can see.
  package var holders: [HolderFacts] = []
  package var connectors: [ConnectorFacts] = []

  package init(_ path: String) { self.path = path }
}

/// Another process that has a device open.
package struct HolderFacts: Hashable, Sendable {
  package var name: String
  package var processID: Int
  /// Its system unit, such as `lightdm.service`.
  package var unit: String?
  /// Whether it is DRM master; nil if only root could find out.
  package var isMaster: Bool?

  package init(name: String, processID: Int, unit: String? = nil, isMaster: Bool? = nil) {
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
package struct ConnectorFacts: Hashable, Sendable {
  /// The display's description of itself (EDID).
  package enum EDID: Hashable, Sendable {
    case missing, broken
    /// With the display's name, if it has one.
    case valid(name: String?)
  }

  /// A mode, and the reason for choosing it.
  package struct ChosenMode: Hashable, Sendable {
    package var name: String
    /// In pixels.
    package var width, height: Int
    package var reason: String
    /// Whether it is a fallback because the display lists none.
    package var isStandIn: Bool

    package init(
      _ name: String, width: Int, height: Int, reason: String = "", isStandIn: Bool = false
    ) {
      self.name = name
      self.width = width
      self.height = height
      self.reason = reason
      self.isStandIn = isStandIn
    }
  }

  /// How the planes would be used.
  package enum Route: Hashable, Sendable {
    /// Video on one plane, the overlay on another above it.
    case twoPlanes
    case videoOnly
    /// The CPU converts everything.
    case rgb
    case none([String])
  }

  package var name: String
  package var isConnected = true
  package var isLinkBad = false
  package var edid = EDID.valid(name: nil)
  package var modes: [String] = []
  /// The configured mode; nil if the display decides.
  package var pinned: String?
  /// The available mode closest to it.
  package var nearest: String?
  /// The mode that would be set; nil if there is no usable one.
  package var chosen: ChosenMode?
  package var route = Route.twoPlanes

  package init(_ name: String) { self.name = name }
}

extension ScreenFacts {
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

  /// Whether a Vitrine player uses the display. `isServing`: whether the service runs.
  func isPlaying(isServing: Bool) -> Bool {
    guard let display, !display.isFree else { return false }
    return display.owners.contains(where: \.isPlayer) || display.owners.isEmpty && isServing
  }
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
