import VitrineLinux
import VitrinePictures

/// The display's state before this process changed it, to be restored at the end.
package struct ScreenState: ~Copyable, Sendable {
  private let request: AtomicRequest
  private let device: any AtomicDevice
  /// The output with this state.
  package let output: Output

  /// Saves the state of the output and its planes.
  package init(of output: Output, on device: any AtomicDevice) throws(KMSError) {
    let properties = output.crtc.properties
    let wasActive = properties["ACTIVE"]?.value == 1
    // The kernel frees the old mode's blob when another is set, so it is copied.
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
      // Left by a player that was killed: no other program dims like that.
      tables[CRTC.gammaTable] = nil
    }
    request = try Self.request(for: output, mode: copied, tables)
    self.device = device
    self.output = output
  }

  /// The maximum size of a gamma table: several times that of real hardware.
  private static let mostBytes = 8 * GammaTable.mostEntries

  /// The current value of every property that will change; off if the output was off.
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
    // HDR was left by a player that was killed: consoles do not use it.
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

  /// Restores the state. If the kernel rejects it (the old framebuffer may be gone), the output is
  /// turned off. The console's own picture then returns when the device is closed.
  package consuming func restore() {
    let connectors = device.connectors(probing: false)
    var (restored, off) = (
      request.sparing(others: output, device.claims), AtomicRequest.off(output, device.claims)
    )
    // The connector of a removed hub is gone, and a request that contains it is rejected entirely.
    if !connectors.contains(where: { $0.id == output.connector.id }) {
      let gone = output.connector.id.rawValue
      (restored, off) = (restored.without { $0.object == gone }, off.without { $0.object == gone })
    }
    for writeback in connectors where writeback.isWriteback {
      guard writeback.currentCRTC == output.crtc.id else { continue }
      restored.detach(writeback)
      off.detach(writeback)
    }
    if (try? device.commit(restored, .blocking(allowModeset: true))) != nil { return }
    // Best effort: the process is exiting, and the kernel cleans up after it.
    try? device.commit(off, .blocking(allowModeset: true))
  }
}

extension AtomicRequest {
  /// Turns an output off completely, whichever DRM master set it up, except for objects that other
  /// outputs of this process use by now.
  package static func off(_ output: Output, _ claims: Claims) -> AtomicRequest {
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

  /// Omits the objects that other outputs of this process use by now: planes shared by several
  /// CRTCs, and connectors that the output's CRTC once fed.
  func sparing(others output: Output, _ claims: Claims) -> AtomicRequest {
    let planes = output.planes.filter { !claims.isFree($0.id, for: output.crtc.id) }
    let connectors = output.otherConnectors.filter { claims.isClaimed($0.id) }
    let theirs = Set(planes.map(\.id.rawValue) + connectors.map(\.id.rawValue))
    return without { theirs.contains($0.object) }
  }
}

extension AtomicDevice {
  /// Copies a blob; returns nil if it is empty or larger than `limit`.
  fileprivate func makeBlob(
    copyOf number: UInt64?, upTo limit: Int, called name: String
  ) throws(KMSError) -> PropertyBlob? {
    guard let number, let bytes = bytes(ofBlob: number, upTo: limit) else { return nil }
    return try makeBlob(bytes, called: name)
  }

  /// Copies a blob of a mode; returns nil if it is not a mode.
  fileprivate func makeBlob(
    copyOfMode number: UInt64?
  ) throws(KMSError) -> PropertyBlob? {
    guard let number, let bytes = bytes(ofBlob: number, upTo: Mode.byteCount),
      let mode = Mode(bytes: bytes)
    else { return nil }
    return try makeBlob(of: mode)
  }
}
