import CVitrineDRM
package import VitrineLinux
package import VitrinePictures

/// Memory that the display can scan out and the CPU can write, mapped for its whole lifetime.
///
/// On real boards it is write-combined: write it once, in order, and never read it.
package struct DumbBuffer: ~Copyable, Sendable {
  package let layout: BufferLayout
  let handle: UInt32
  package let mapping: Mapping
  private let device: any KernelObjects

  /// Takes ownership of a buffer that `device` has created and mapped.
  package init(
    owning handle: UInt32, _ layout: BufferLayout, _ mapping: consuming Mapping,
    on device: any KernelObjects
  ) {
    self.handle = handle
    self.layout = layout
    self.device = device
    self.mapping = mapping
  }

  deinit { device.destroyBuffer(handle) }
}

extension DRMDevice {
  /// Wraps `DRM_IOCTL_MODE_CREATE_DUMB` and `…_MAP_DUMB`.
  func makeBuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool
  ) throws(KMSError) -> DumbBuffer {
    guard let first = format.memoryPlanes?.first else {
      throw .bufferRefused(size, format, .invalid)
    }
    let least = BufferLayout.leastPitch(format: format, width: max(size.width, room?.width ?? 0))
    guard
      let draft = BufferLayout(
        format: format, size: size, pitch: least, allocatedRows: room?.height)
    else { throw .bufferRefused(size, format, .invalid) }
    var request = drm_mode_create_dumb()
    // One buffer object for all planes: with the pixel size of the first, and as many rows as all
    // need.
    request.bpp = UInt32(first.bytes * 8 / first.across)
    request.width = UInt32(least / first.bytes * first.across)
    request.height = UInt32((draft.byteCount + least - 1) / least)
    guard unsafe vitrine_create_dumb(descriptor, &request) == 0 else {
      throw .bufferRefused(size, format, .last)
    }
    guard
      let layout = BufferLayout(
        format: format, size: size, pitch: Int(request.pitch), allocatedRows: room?.height),
      layout.byteCount <= Int(request.size)
    else {
      destroyBuffer(request.handle)
      throw .bufferRefused(size, format, .invalid)
    }
    do {
      let mapping = try map(request.handle, count: Int(request.size), populating)
      return DumbBuffer(owning: request.handle, layout, mapping, on: self)
    } catch {
      destroyBuffer(request.handle)
      throw .bufferRefused(size, format, error)
    }
  }

  private func map(
    _ handle: UInt32, count: Int, _ populating: Bool
  ) throws(Errno) -> Mapping {
    var request = drm_mode_map_dumb()
    request.handle = handle
    guard unsafe vitrine_map_dumb(descriptor, &request) == 0 else { throw .last }
    return try Mapping(
      of: node, offset: Int(request.offset), count: count, populating: populating)
  }

  /// Wraps `DRM_IOCTL_MODE_DESTROY_DUMB`.
  package func destroyBuffer(_ handle: UInt32) {
    var request = drm_mode_destroy_dumb()
    request.handle = handle
    _ = unsafe vitrine_destroy_dumb(descriptor, &request)
  }
}
