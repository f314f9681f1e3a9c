import CVitrineDRM
import VitrineLinux
package import VitrinePictures

/// A framebuffer that planes can scan out, with its memory. Removed when its owner releases it.
///
/// Removing a framebuffer that is on screen turns off its plane, so an output retains each
/// framebuffer until one flip after it was replaced.
package struct Framebuffer: ~Copyable, Sendable {
  package let id: ObjectID<Framebuffer>
  package let buffer: DumbBuffer
  private let device: any KernelObjects

  /// Takes ownership of a framebuffer that `device` has created from a buffer.
  package init(
    owning id: ObjectID<Framebuffer>, of buffer: consuming DumbBuffer,
    on device: any KernelObjects
  ) {
    self.id = id
    self.device = device
    self.buffer = buffer
  }

  deinit { device.removeFramebuffer(id) }
}

extension DRMDevice {
  /// Allocates dumb memory with a framebuffer. Wraps `drmModeAddFB2`.
  package func makeFramebuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool
  ) throws(KMSError) -> Framebuffer {
    let buffer = try makeBuffer(format, size: size, room: room, populating: populating)
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
      descriptor, UInt32(size.width), UInt32(size.height), format.rawValue, &handles, &pitches,
      &offsets, &number, 0)
    guard result == 0, let id = ObjectID<Framebuffer>(rawValue: number) else {
      throw .bufferRefused(size, format, Errno(rawValue: -result))
    }
    return Framebuffer(owning: id, of: buffer, on: self)
  }

  package func removeFramebuffer(_ id: ObjectID<Framebuffer>) {
    _ = drmModeRmFB(descriptor, id.rawValue)
  }
}
