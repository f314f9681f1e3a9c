public import Pictures

/// A connector, the CRTC that feeds it and the mode that it runs: what we drive.
public struct Output: Sendable {
  public let connector: Connector
  public let crtc: CRTC
  public let mode: Mode
  /// The planes that reach the CRTC.
  public let planes: [Plane]

  public var size: PixelSize { mode.size }

  init(_ connector: Connector, fedBy crtc: CRTC, mode: Mode, planes: [Plane]) {
    (self.connector, self.crtc, self.mode, self.planes) = (connector, crtc, mode, planes)
  }

  /// Drives a connector in a mode, by a CRTC that is free for it: the one that feeds it already
  /// before others, to save a modeset. The CRTC is claimed until `release`.
  public init(_ connector: Connector, mode: Mode, on device: DRMDevice) throws(KMSError) {
    let possible = device.crtcs().filter { connector.possibleCRTCs & (1 << UInt32($0.index)) != 0 }
    let current = connector.properties["CRTC_ID"]?.value
    let ordered =
      possible.filter { UInt64($0.id.rawValue) == current }
      + possible.filter { UInt64($0.id.rawValue) != current }
    guard let crtc = device.claims.take(oneOf: ordered, for: connector.id) else {
      throw .noCRTC(connector: connector.name)
    }
    (self.connector, self.crtc, self.mode) = (connector, crtc, mode)
    planes = device.planes().filter { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 }
  }
}

extension Connector {
  /// That it has no mode as it was wished for; names the nearest.
  public func refusal(of policy: ModePolicy) -> KMSError {
    var wish: ModeWish?
    if case .pin(let pinned) = policy { wish = pinned }
    return .noMode(
      connector: name, wanted: wish?.description ?? "that this board can scan out",
      nearest: wish.flatMap { modes.nearest(to: $0)?.description })
  }
}

extension AtomicRequest {
  /// Runs the output in its mode, which `blob` holds.
  public mutating func enable(
    _ output: Output, mode blob: borrowing PropertyBlob
  ) throws(KMSError) {
    let crtc = output.crtc
    try set("MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: UInt64(blob.id))
    try set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 1)
    try attach(output.connector, to: crtc)
    let properties = output.connector.properties
    // A link that had failed is tried again by saying that it is good.
    setIfPresent(
      "link-status", of: properties, object: output.connector.id.rawValue,
      to: properties["link-status"]?.names["Good"] ?? 0)
  }

  /// Turns the output off; it keeps its mode and its planes.
  public mutating func rest(_ output: Output) throws(KMSError) {
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
