package import VitrinePictures

/// A connector, its CRTC and its mode: an output that this process drives.
package struct Output: Sendable {
  package let connector: Connector
  package let crtc: CRTC
  package let mode: Mode
  /// The planes that the CRTC can use.
  package let planes: [Plane]
  /// Connectors that the CRTC also feeds, but that belong to no output: they will no longer get a
  /// picture.
  package let otherConnectors: [Connector]
  /// The part of the mode that is used; the rest is black. On a wall of displays it is larger than the
  /// mode, which shows only a part of it.
  package var area: PixelRect
  /// How far that part moves in each direction, in pixels.
  package var reach = 0

  /// The size of the used part. Everything that is shown has its coordinates.
  package var size: PixelSize { area.size }
  /// The whole mode in these coordinates.
  package var screen: PixelRect { area.screen(of: mode.size) }
  /// The mode and its surroundings: a buffer of this size covers the mode wherever the part moves.
  package var canvas: PixelRect { area.canvas(on: mode.size, reach: reach) }
  /// The part of the area that this output shows, in its coordinates.
  package var visible: PixelRect { screen.intersection(PixelRect(size)) ?? PixelRect(size) }
  /// The parts that the outputs of a wall show, in these coordinates; empty without a wall.
  package var shares: [PixelRect] = []

  /// This output as it would show the part of another one.
  package func showing(_ share: PixelRect) -> Output {
    var other = self
    other.area = PixelRect(x: -share.x, y: -share.y, width: area.width, height: area.height)
    return other
  }

  /// Creates an output from known parts.
  package init(
    _ connector: Connector, fedBy crtc: CRTC, mode: Mode, planes: [Plane],
    otherConnectors: [Connector] = []
  ) {
    self.connector = connector
    self.crtc = crtc
    self.mode = mode
    self.planes = planes
    self.otherConnectors = otherConnectors
    area = PixelRect(mode.size)
  }

  /// Claims the best free CRTC for a connector until `release`.
  package init(_ connector: Connector, mode: Mode, on device: any AtomicDevice) throws(KMSError) {
    try self.init(connector, mode, on: device, leaving: nil) { ordered in
      device.claims.claim(oneOf: ordered, for: connector.id)
    }
  }

  /// The output as it would be driven, without a claim. `left` is the connector of an output that
  /// would be given up for it.
  package init(
    trying connector: Connector, mode: Mode, on device: any AtomicDevice,
    leaving left: ObjectID<Connector>?
  ) throws(KMSError) {
    try self.init(connector, mode, on: device, leaving: left) { ordered in
      device.claims.first(of: ordered, for: connector.id, leaving: left)
    }
  }

  private init(
    _ connector: Connector, _ mode: Mode, on device: any AtomicDevice,
    leaving left: ObjectID<Connector>?, choose: ([CRTC]) -> CRTC?
  ) throws(KMSError) {
    // The kernel's latest results suffice: no probing.
    let connectors = device.connectors(probing: false)
    guard let crtc = choose(connector.crtcs(of: device.crtcs(), among: connectors)) else {
      throw .noCRTC(connector: connector.name)
    }
    self.init(
      connector, fedBy: crtc, mode: mode,
      planes: device.planes().filter { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 },
      otherConnectors: connector.others(among: connectors, fedBy: crtc.id).filter {
        $0.id == left || !device.claims.isClaimed($0.id)
      })
  }
}

extension Connector {
  /// The CRTC that feeds it according to its properties; nil if there is none.
  package var currentCRTC: ObjectID<CRTC>? {
    properties["CRTC_ID"].flatMap {
      ObjectID(rawValue: UInt32(truncatingIfNeeded: $0.value))
    }
  }

  /// The CRTCs that can feed it, best first: the current one, to avoid a mode set; then those that
  /// feed nothing; then those that feed other connectors, as left by a console or the previous DRM
  /// master, which few connectors can share. `connectors` is the current list.
  func crtcs(of all: [CRTC], among connectors: [Connector]) -> [CRTC] {
    let possible = all.filter { possibleCRTCs & (1 << UInt32($0.index)) != 0 }
    let current = connectors.first { $0.id == id }?.currentCRTC
    func rank(_ crtc: CRTC) -> Int {
      if crtc.id == current { return 0 }
      return others(among: connectors, fedBy: crtc.id).isEmpty ? 1 : 2
    }
    return (0...2).flatMap { wanted in possible.filter { rank($0) == wanted } }
  }

  /// The other connectors that a CRTC feeds. Writeback connectors do not count.
  func others(among connectors: [Connector], fedBy crtc: ObjectID<CRTC>) -> [Connector] {
    connectors.filter { $0.id != id && !$0.isWriteback && $0.currentCRTC == crtc }
  }
}

extension Connector {
  /// The error for a connector without a suitable mode; names the nearest one.
  package func refusal(of policy: ModePolicy) -> KMSError {
    var request: ModeRequest?
    if case .pin(let pinned) = policy { request = pinned }
    return .noMode(
      connector: name, wanted: request?.description ?? "that this board can scan out",
      nearest: request.flatMap { modes.nearest(to: $0)?.description })
  }
}

extension AtomicRequest {
  /// Turns on the output in the mode of `blob`, and resets properties that the previous DRM master
  /// may have left: the gamma tables of a night light, or variable refresh rate (VRR). `gamma` is
  /// the player's own table.
  package mutating func enable(
    _ output: Output, mode blob: PropertyBlob, gamma: PropertyBlob? = nil
  ) throws(KMSError) {
    let crtc = output.crtc
    try set("MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: blob)
    try set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 1)
    resetColors(of: crtc, gamma: gamma)
    for connector in output.otherConnectors { detach(connector) }
    try attach(output.connector, to: crtc)
    let properties = output.connector.properties
    // Setting a failed link to good makes the kernel retry it.
    setIfPresent(
      "link-status", of: properties, object: output.connector.id.rawValue,
      to: properties["link-status"]?.names["Good"] ?? 0)
  }

  /// Resets gamma tables, colour matrix and variable refresh rate (VRR), except for the player's
  /// own gamma table.
  mutating func resetColors(of crtc: CRTC, gamma: PropertyBlob? = nil) {
    for name in CRTC.colorTables where name != CRTC.gammaTable {
      setIfPresent(name, of: crtc.properties, object: crtc.id.rawValue, to: 0)
    }
    setGamma(gamma, of: crtc)
    setIfPresent("VRR_ENABLED", of: crtc.properties, object: crtc.id.rawValue, to: 0)
  }

  /// Turns the output off; it keeps its mode and its planes.
  package mutating func disable(_ output: Output) throws(KMSError) {
    let crtc = output.crtc
    try set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 0)
  }

  /// Feeds a connector or the writeback connector from a CRTC.
  package mutating func attach(_ connector: Connector, to crtc: CRTC) throws(KMSError) {
    try set(
      "CRTC_ID", of: connector.properties, object: connector.id.rawValue,
      to: UInt64(crtc.id.rawValue))
  }

  /// Detaches a connector from its CRTC.
  package mutating func detach(_ connector: Connector) {
    setIfPresent("CRTC_ID", of: connector.properties, object: connector.id.rawValue, to: 0)
  }
}
