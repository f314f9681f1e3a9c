import CDRM
public import Linux
public import Pictures

/// Memory that the display can scan out and the CPU can write, mapped for as long as it lives.
///
/// The corresponding C calls are `DRM_IOCTL_MODE_CREATE_DUMB`, `…_MAP_DUMB` and
/// `…_DESTROY_DUMB`. On real boards it is write-combined: write it once, in order, never read it.
public struct DumbBuffer: ~Copyable, Sendable {
  public let layout: BufferLayout
  let handle: UInt32
  public let mapping: Mapping
  private let device: DRMDevice

  /// Room for a picture of `size`, with rows at least `alignedWidth` pixels long and
  /// `allocatedRows` of them where a decoder writes beyond the picture. Without `populating`
  /// it costs next to nothing until it is written.
  public init(
    on device: DRMDevice, format: PixelFormat, size: PixelSize, alignedWidth: Int? = nil,
    allocatedRows: Int? = nil, populating: Bool = true
  ) throws(KMSError) {
    guard let first = format.memoryPlanes?.first else {
      throw .bufferRefused(size, format, .invalid)
    }
    let least = BufferLayout.leastPitch(format: format, width: max(size.width, alignedWidth ?? 0))
    guard
      let draft = BufferLayout(
        format: format, size: size, pitch: least, allocatedRows: allocatedRows)
    else { throw .bufferRefused(size, format, .invalid) }
    var request = drm_mode_create_dumb()
    // One buffer object for all planes: pixels of the first one, and as many rows as all need.
    request.bpp = UInt32(first.bytes * 8 / first.across)
    request.width = UInt32(least / first.bytes * first.across)
    request.height = UInt32((draft.byteCount + least - 1) / least)
    guard unsafe vitrine_create_dumb(device.descriptor, &request) == 0 else {
      throw .bufferRefused(size, format, .last)
    }
    guard
      let layout = BufferLayout(
        format: format, size: size, pitch: Int(request.pitch), allocatedRows: allocatedRows),
      layout.byteCount <= Int(request.size)
    else {
      Self.destroy(request.handle, on: device)
      throw .bufferRefused(size, format, .invalid)
    }
    do {
      mapping = try Self.map(request.handle, count: Int(request.size), populating, on: device)
    } catch {
      Self.destroy(request.handle, on: device)
      throw .bufferRefused(size, format, error)
    }
    self.layout = layout
    self.device = device
    handle = request.handle
  }

  deinit { Self.destroy(handle, on: device) }

  private static func map(
    _ handle: UInt32, count: Int, _ populating: Bool, on device: DRMDevice
  ) throws(Errno) -> Mapping {
    var request = drm_mode_map_dumb()
    request.handle = handle
    guard unsafe vitrine_map_dumb(device.descriptor, &request) == 0 else { throw .last }
    return try Mapping(
      of: device.node, offset: Int(request.offset), count: count, populating: populating)
  }

  private static func destroy(_ handle: UInt32, on device: DRMDevice) {
    var request = drm_mode_destroy_dumb()
    request.handle = handle
    _ = unsafe vitrine_destroy_dumb(device.descriptor, &request)
  }
}
