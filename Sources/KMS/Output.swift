public import VitrinePictures

/// A connector, the CRTC that feeds it and the mode that it runs: what we drive.
public struct Output: Sendable {
  public let connector: Connector
  public let crtc: CRTC
  public let mode: Mode
  /// The planes that reach the CRTC.
  public let planes: [Plane]
  /// Connectors that the CRTC feeds besides, and that no output drives: they get no picture any more.
  public let otherConnectors: [Connector]

  public var size: PixelSize { mode.size }

  /// Of parts that are known.
  public init(
    _ connector: Connector, fedBy crtc: CRTC, mode: Mode, planes: [Plane],
    otherConnectors: [Connector] = []
  ) {
    (self.connector, self.crtc, self.mode, self.planes) = (connector, crtc, mode, planes)
    self.otherConnectors = otherConnectors
  }

  /// Drives a connector in a mode, by the best CRTC that is free for it. The CRTC is claimed until
  /// `release`.
  public init(_ connector: Connector, mode: Mode, on device: any AtomicDevice) throws(KMSError) {
    try self.init(connector, mode, on: device, leaving: nil) { ordered in
      device.claims.take(oneOf: ordered, for: connector.id)
    }
  }

  /// As it would be driven; nothing is claimed. `left` is the connector of an output that would be
  /// given up for it.
  public init(
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
    // What the kernel knows costs no look at the displays.
    let connectors = device.connectors(probing: false)
    guard let crtc = choose(connector.crtcs(of: device.crtcs(), among: connectors)) else {
      throw .noCRTC(connector: connector.name)
    }
    self.init(
      connector, fedBy: crtc, mode: mode,
      planes: device.planes().filter { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 },
      otherConnectors: connector.others(among: connectors, fedBy: crtc.id).filter {
        $0.id == left || !device.claims.isTaken($0.id)
      })
  }
}

extension Connector {
  /// The number of the CRTC that feeds it, by its properties; nil for none.
  public var currentCRTC: ObjectID<CRTC>? {
    properties["CRTC_ID"].flatMap {
      ObjectID(rawValue: UInt32(truncatingIfNeeded: $0.value))
    }
  }

  /// The CRTCs that can feed it, best first: the one that does, to save a modeset; those that feed
  /// nothing; and those that feed other connectors, as a console or the DRM master before left
  /// them, and that few of them can share. `connectors` are all of them as they are now.
  func crtcs(of all: [CRTC], among connectors: [Connector]) -> [CRTC] {
    let possible = all.filter { possibleCRTCs & (1 << UInt32($0.index)) != 0 }
    let current = connectors.first { $0.id == id }?.currentCRTC
    func rank(_ crtc: CRTC) -> Int {
      if crtc.id == current { return 0 }
      return others(among: connectors, fedBy: crtc.id).isEmpty ? 1 : 2
    }
    return (0...2).flatMap { wanted in possible.filter { rank($0) == wanted } }
  }

  /// The connectors but this one that a CRTC feeds. Writeback connectors are no displays.
  func others(among connectors: [Connector], fedBy crtc: ObjectID<CRTC>) -> [Connector] {
    connectors.filter { $0.id != id && !$0.isWriteback && $0.currentCRTC == crtc }
  }
}

extension Connector {
  /// That it has no mode as it was wished for; names the nearest.
  public func refusal(of policy: ModePolicy) -> KMSError {
    var request: ModeRequest?
    if case .pin(let pinned) = policy { request = pinned }
    return .noMode(
      connector: name, wanted: request?.description ?? "that this board can scan out",
      nearest: request.flatMap { modes.nearest(to: $0)?.description })
  }
}

extension AtomicRequest {
  /// Runs the output in its mode, which `blob` holds, without what the DRM master before may have left on:
  /// the gamma tables of a night light, or variable refresh (VRR). `gamma` is a table of ours.
  public mutating func enable(
    _ output: Output, mode blob: PropertyBlob, gamma: PropertyBlob? = nil
  ) throws(KMSError) {
    let crtc = output.crtc
    try set("MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: blob)
    try set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 1)
    resetColors(of: crtc, gamma: gamma)
    for connector in output.otherConnectors { detach(connector) }
    try attach(output.connector, to: crtc)
    let properties = output.connector.properties
    // A link that had failed is tried again by saying that it is good.
    setIfPresent(
      "link-status", of: properties, object: output.connector.id.rawValue,
      to: properties["link-status"]?.names["Good"] ?? 0)
  }

  /// Turns gamma tables, colour matrix and variable refresh (VRR) off: pictures leave the CRTC as they
  /// are but for a table of ours, at one rate.
  mutating func resetColors(of crtc: CRTC, gamma: PropertyBlob? = nil) {
    for name in CRTC.colorTables where name != CRTC.gammaTable {
      setIfPresent(name, of: crtc.properties, object: crtc.id.rawValue, to: 0)
    }
    setGamma(gamma, of: crtc)
    setIfPresent("VRR_ENABLED", of: crtc.properties, object: crtc.id.rawValue, to: 0)
  }

  /// Turns the output off; it keeps its mode and its planes.
  public mutating func disable(_ output: Output) throws(KMSError) {
    let crtc = output.crtc
    try set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 0)
  }

  /// Feeds a connector, or the writeback connector, from a CRTC.
  public mutating func attach(_ connector: Connector, to crtc: CRTC) throws(KMSError) {
    try set(
      "CRTC_ID", of: connector.properties, object: connector.id.rawValue,
      to: UInt64(crtc.id.rawValue))
  }

  /// Feeds a connector from nothing.
  public mutating func detach(_ connector: Connector) {
    setIfPresent("CRTC_ID", of: connector.properties, object: connector.id.rawValue, to: 0)
  }
}
