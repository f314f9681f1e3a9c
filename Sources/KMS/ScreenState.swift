import VitrineLinux
import VitrinePictures

/// What a display showed before we came, to be put back when we leave.
public struct ScreenState: ~Copyable, Sendable {
  private let request: AtomicRequest
  private let device: any AtomicDevice
  /// The output that this was of.
  public let output: Output

  /// Remembers the state of the output and of the planes that reach it.
  public init(of output: Output, on device: any AtomicDevice) throws(KMSError) {
    let properties = output.crtc.properties
    let wasActive = properties["ACTIVE"]?.value == 1
    // The kernel drops the old mode's blob when we set ours: ours is a copy.
    let copied = try device.makeBlob(
      copyOfMode: wasActive ? properties["MODE_ID"]?.value : nil)
    func copy(_ name: String) throws(KMSError) -> PropertyBlob? {
      try device.makeBlob(
        copyOf: wasActive ? properties[name]?.value : nil, upTo: Self.mostBytes, called: name)
    }
    var tables: [String: PropertyBlob] = [:]
    for name in CRTC.colorTables { tables[name] = try copy(name) }
    if let gamma = properties[CRTC.gammaTable]?.value,
      device.bytes(ofBlob: gamma, upTo: Self.mostBytes).map(GammaTable.isDimming) == true
    {
      // What a player left that was killed: nothing else dims like that.
      tables[CRTC.gammaTable] = nil
    }
    request = try Self.request(for: output, mode: copied, tables)
    self.device = device
    self.output = output
  }

  /// Of a gamma table: several times what hardware has.
  private static let mostBytes = 8 * GammaTable.mostEntries

  /// Every property that we are going to change, as it is now; off where it was off.
  static func request(
    for output: Output, mode: PropertyBlob?, _ tables: [String: PropertyBlob] = [:]
  ) throws(KMSError) -> AtomicRequest {
    var request = AtomicRequest()
    let (crtc, connector) = (output.crtc, output.connector)
    let isOn = mode != nil
    try request.set(
      "CRTC_ID", of: connector.properties, object: connector.id.rawValue,
      to: isOn ? connector.properties["CRTC_ID"]?.value ?? 0 : 0)
    try request.set(
      "MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: mode)
    try request.set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: isOn ? 1 : 0)
    for name in CRTC.colorTables {
      request.setIfPresent(
        name, of: crtc.properties, object: crtc.id.rawValue, to: tables[name])
    }
    request.setIfPresent(
      "VRR_ENABLED", of: crtc.properties, object: crtc.id.rawValue,
      to: isOn ? crtc.properties["VRR_ENABLED"]?.value ?? 0 : 0)
    for other in output.otherConnectors where isOn {
      try request.attach(other, to: crtc)
    }
    // HDR that is found is what a player left that was killed: no console has it.
    request.setColor(
      .standard(over: connector.properties), blob: nil, of: connector.properties,
      object: connector.id.rawValue)
    let bindings = ["FB_ID", "CRTC_ID"]
    let rest = [
      "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "rotation",
      "zpos", "alpha", "pixel blend mode", "COLOR_ENCODING", "COLOR_RANGE",
    ]
    for plane in output.planes {
      for name in bindings + rest {
        guard let property = plane.properties[name] else { continue }
        let value = !isOn && bindings.contains(name) ? 0 : property.value
        request.setIfPresent(name, of: plane.properties, object: plane.id.rawValue, to: value)
      }
    }
    return request
  }

  /// Puts it back. Where the kernel refuses (the old framebuffer may be gone), the output is
  /// turned off, which brings the console's own picture back when we close the device.
  public consuming func restore() {
    let connectors = device.connectors(probing: false)
    var (whole, off) = (
      request.sparing(others: output, device.claims), AtomicRequest.off(output, device.claims)
    )
    // That of a hub goes with it, and a request that names it is refused whole.
    if !connectors.contains(where: { $0.id == output.connector.id }) {
      let gone = output.connector.id.rawValue
      (whole, off) = (whole.without { $0.object == gone }, off.without { $0.object == gone })
    }
    for writeback in connectors where writeback.isWriteback {
      guard writeback.currentCRTC == output.crtc.id else { continue }
      whole.detach(writeback)
      off.detach(writeback)
    }
    if (try? device.commit(whole, .blocking(allowModeset: true))) != nil { return }
    // Best effort: the process is leaving, and the kernel cleans up after it.
    try? device.commit(off, .blocking(allowModeset: true))
  }
}

extension AtomicRequest {
  /// Turns an output off whole, whichever DRM master set it up, but for what other outputs of ours
  /// have of it by now.
  public static func off(_ output: Output, _ claims: Claims) -> AtomicRequest {
    var off = AtomicRequest()
    let (crtc, connector) = (output.crtc, output.connector)
    for plane in output.planes { try? off.disable(plane) }
    off.setColor(
      .standard, blob: nil, of: connector.properties, object: connector.id.rawValue)
    off.setGamma(nil, of: crtc)
    off.setIfPresent("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 0)
    off.setIfPresent("MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: 0)
    off.detach(connector)
    return off.sparing(others: output, claims)
  }

  /// Without what other outputs of ours have by now: planes that several CRTCs can have, and
  /// connectors that the output's CRTC fed once.
  func sparing(others output: Output, _ claims: Claims) -> AtomicRequest {
    let planes = output.planes.filter { !claims.isFree($0.id, for: output.crtc.id) }
    let connectors = output.otherConnectors.filter { claims.isTaken($0.id) }
    let theirs = Set(planes.map(\.id.rawValue) + connectors.map(\.id.rawValue))
    return without { theirs.contains($0.object) }
  }
}

extension AtomicDevice {
  /// A blob of our own with another's bytes; nil where that one has none, or more than `limit`.
  fileprivate func makeBlob(
    copyOf number: UInt64?, upTo limit: Int, called name: String
  ) throws(KMSError) -> PropertyBlob? {
    guard let number, let bytes = bytes(ofBlob: number, upTo: limit) else { return nil }
    return try makeBlob(bytes, called: name)
  }

  /// A blob of our own with another's mode; nil where that one is none.
  fileprivate func makeBlob(
    copyOfMode number: UInt64?
  ) throws(KMSError) -> PropertyBlob? {
    guard let number, let bytes = bytes(ofBlob: number, upTo: Mode.byteCount),
      let mode = Mode(bytes: bytes)
    else { return nil }
    return try makeBlob(of: mode)
  }
}
