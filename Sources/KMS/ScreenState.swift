import CDRM
import Linux

/// What a display showed before we came, to be put back when we leave.
public struct ScreenState: ~Copyable, Sendable {
  private let request: AtomicRequest
  /// Kept for as long as `request` names it.
  private let mode: PropertyBlob?
  private let device: DRMDevice
  private let output: Output

  /// Remembers the state of the output and of the planes that reach it.
  public init(of output: Output, on device: DRMDevice) throws(KMSError) {
    let properties = output.crtc.properties
    let wasActive = properties["ACTIVE"]?.value == 1
    // The kernel drops the old mode's blob when we set ours: ours is a copy.
    let copied = try PropertyBlob(
      copyOf: wasActive ? properties["MODE_ID"]?.value : nil, on: device)
    request = try Self.request(for: output, mode: copied)
    mode = copied
    self.device = device
    self.output = output
  }

  /// Every property that we are going to change, as it is now; off where it was off.
  private static func request(
    for output: Output, mode: borrowing PropertyBlob?
  ) throws(KMSError) -> AtomicRequest {
    var request = AtomicRequest()
    let (crtc, connector) = (output.crtc, output.connector)
    let blob: UInt32 =
      switch mode {
      case .some(let copy): copy.id
      case .none: 0
      }
    let isOn = blob != 0
    try request.set(
      "CRTC_ID", of: connector.properties, object: connector.id.rawValue,
      to: isOn ? connector.properties["CRTC_ID"]?.value ?? 0 : 0)
    try request.set(
      "MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: UInt64(blob))
    try request.set("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: isOn ? 1 : 0)
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
  public func restore(detaching writeback: Writeback?) {
    var whole = request
    if let connector = writeback?.connector {
      whole.setIfPresent(
        "CRTC_ID", of: connector.properties, object: connector.id.rawValue, to: 0)
    }
    if (try? device.commit(whole, .blocking(allowModeset: true))) != nil { return }
    var off = AtomicRequest()
    for plane in output.planes { try? off.disable(plane) }
    let (crtc, connector) = (output.crtc, output.connector)
    off.setIfPresent("ACTIVE", of: crtc.properties, object: crtc.id.rawValue, to: 0)
    off.setIfPresent("MODE_ID", of: crtc.properties, object: crtc.id.rawValue, to: 0)
    off.setIfPresent("CRTC_ID", of: connector.properties, object: connector.id.rawValue, to: 0)
    if let connector = writeback?.connector {
      off.setIfPresent("CRTC_ID", of: connector.properties, object: connector.id.rawValue, to: 0)
    }
    // Best effort: the process is leaving, and the kernel cleans up after it.
    try? device.commit(off, .blocking(allowModeset: true))
  }
}

extension PropertyBlob {
  /// A blob of our own with another's content; nil when that one is none.
  init?(copyOf number: UInt64?, on device: DRMDevice) throws(KMSError) {
    guard let number, number != 0,
      let raw = unsafe drmModeGetPropertyBlob(device.descriptor, UInt32(truncatingIfNeeded: number))
    else { return nil }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    guard unsafe Int(raw.pointee.length) == MemoryLayout<drmModeModeInfo>.size,
      let data = unsafe raw.pointee.data
    else { return nil }
    unsafe try self.init(of: Mode(data.load(as: drmModeModeInfo.self)), on: device)
  }
}
