public import Pictures

/// A connector, the CRTC that feeds it and the mode that it runs: what we drive.
public struct Output: Sendable {
  public let connector: Connector
  public let crtc: CRTC
  public let mode: Mode
  /// The planes that reach the CRTC.
  public let planes: [Plane]

  public var size: PixelSize { mode.size }

  /// Chooses the connector (by name, else the first connected), a CRTC that reaches it (the
  /// one that feeds it already, to save a modeset) and the mode.
  public init(on device: DRMDevice, connector name: String?, mode wish: ModeWish?) throws(KMSError)
  {
    connector = try Self.connector(on: device, name: name)
    crtc = try Self.crtc(on: device, for: connector)
    let modes = connector.modes
    guard let mode = modes.best(for: wish) else {
      throw .noMode(
        connector: connector.name, wanted: wish?.description ?? "at all",
        nearest: wish.flatMap { modes.nearest(to: $0)?.description })
    }
    self.mode = mode
    let index = crtc.index
    planes = device.planes().filter { $0.possibleCRTCs & (1 << UInt32(index)) != 0 }
  }

  private static func connector(
    on device: DRMDevice, name: String?
  ) throws(KMSError) -> Connector {
    let all = device.connectors().filter { !$0.isWriteback }
    let found = all.first { connector in
      name.map { $0 == connector.name } ?? true && connector.isConnected
    }
    guard let found else {
      throw .noConnector(
        wanted: name, seen: all.map { "\($0.name) (\($0.isConnected ? "connected" : "empty"))" })
    }
    return found
  }

  private static func crtc(
    on device: DRMDevice, for connector: Connector
  ) throws(KMSError) -> CRTC {
    let possible = device.crtcs().filter { connector.possibleCRTCs & (1 << UInt32($0.index)) != 0 }
    let current = connector.properties["CRTC_ID"]?.value
    guard let crtc = possible.first(where: { UInt64($0.id.rawValue) == current }) ?? possible.first
    else { throw .noCRTC(connector: connector.name) }
    return crtc
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
  }

  /// Feeds a connector, or the writeback connector, from a CRTC.
  public mutating func attach(_ connector: Connector, to crtc: CRTC) throws(KMSError) {
    try set(
      "CRTC_ID", of: connector.properties, object: connector.id.rawValue,
      to: UInt64(crtc.id.rawValue))
  }
}
