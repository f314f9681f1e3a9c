import CDRM

extension DRMDevice {
  /// What the connector's display said of itself when it was probed; empty where it said
  /// nothing. Does not ask the display again. The corresponding C function is
  /// `drmModeGetPropertyBlob`.
  public func edid(of connector: Connector) -> [UInt8] {
    guard let number = connector.properties["EDID"]?.value,
      let id = UInt32(exactly: number), id != 0,
      let blob = unsafe drmModeGetPropertyBlob(descriptor, id)
    else { return [] }
    defer { unsafe drmModeFreePropertyBlob(blob) }
    guard let data = unsafe blob.pointee.data else { return [] }
    let count = unsafe min(Int(blob.pointee.length), EDID.largestByteCount)
    return unsafe [UInt8](UnsafeRawBufferPointer(start: data, count: count))
  }
}
