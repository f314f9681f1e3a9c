import CDRM
import Linux
import Pictures

/// A framebuffer that planes can scan out, with the dumb buffer under it. Removed when its
/// owner lets go.
///
/// Removing one that is on screen turns its plane off, so an output keeps each framebuffer
/// until one flip after the one that replaced it.
/// The corresponding C functions are `drmModeAddFB2` and `drmModeRmFB`.
public struct Framebuffer: ~Copyable, Sendable {
  public let id: ObjectID<Framebuffer>
  public let buffer: DumbBuffer
  private let device: DRMDevice

  public init(_ buffer: consuming DumbBuffer, on device: DRMDevice) throws(KMSError) {
    let layout = buffer.layout
    var handles = [UInt32](repeating: 0, count: 4)
    var pitches = handles
    var offsets = handles
    for (index, plane) in layout.planes.enumerated() {
      handles[index] = buffer.handle
      pitches[index] = UInt32(plane.pitch)
      offsets[index] = UInt32(plane.offset)
    }
    var number: UInt32 = 0
    let result = unsafe drmModeAddFB2(
      device.descriptor, UInt32(layout.size.width), UInt32(layout.size.height),
      layout.format.rawValue, &handles, &pitches, &offsets, &number, 0)
    guard result == 0, let id = ObjectID<Framebuffer>(rawValue: number) else {
      throw .bufferRefused(layout.size, layout.format, Errno(rawValue: -result))
    }
    self.id = id
    self.buffer = buffer
    self.device = device
  }

  deinit { _ = drmModeRmFB(device.descriptor, id.rawValue) }
}
