import CVitrineDRM
package import VitrineLinux
package import VitrinePictures

/// A framebuffer on another device's memory, which it retains. Removed when its owner releases it,
/// like a `Framebuffer`.
package struct ImportedFramebuffer: ~Copyable, Sendable {
  package let id: ObjectID<Framebuffer>
  package let memory: [DMABuffer]
  package let layout: DMABufferLayout
  private let handles: [UInt32]
  private let device: any KernelObjects

  /// Takes ownership of a framebuffer that `device` has created on memory with these handles.
  package init(
    owning id: ObjectID<Framebuffer>, of memory: [DMABuffer], _ layout: DMABufferLayout,
    handles: [UInt32], on device: any KernelObjects
  ) {
    self.id = id
    self.memory = memory
    self.layout = layout
    self.handles = handles
    self.device = device
  }

  deinit {
    device.removeFramebuffer(id)
    for handle in handles { device.releaseHandle(handle) }
  }
}

extension DRMDevice {
  /// Wraps `drmModeAddFB2` and, for layouts other than linear, `drmModeAddFB2WithModifiers`.
  package func importFramebuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout
  ) throws(KMSError) -> ImportedFramebuffer {
    var names: [UInt32] = []
    do throws(Errno) {
      for piece in memory { names.append(try handles.importHandle(of: piece, on: node)) }
      let id = try addFramebuffer(names, layout)
      return ImportedFramebuffer(owning: id, of: memory, layout, handles: names, on: self)
    } catch {
      for name in names { releaseHandle(name) }
      throw .importRefused(layout.size, layout.format, error)
    }
  }

  private func addFramebuffer(
    _ names: [UInt32], _ layout: DMABufferLayout
  ) throws(Errno) -> ObjectID<Framebuffer> {
    var handles = [UInt32](repeating: 0, count: 4)
    var (pitches, offsets) = (handles, handles)
    var modifiers = [UInt64](repeating: 0, count: 4)
    for (index, plane) in layout.planes.enumerated() {
      handles[index] = names[plane.object]
      (pitches[index], offsets[index]) = (UInt32(plane.pitch), UInt32(plane.offset))
      modifiers[index] = layout.modifier ?? DMABufferLayout.linear
    }
    var number: UInt32 = 0
    let (width, height) = (UInt32(layout.size.width), UInt32(layout.size.height))
    // Old drivers reject the flag itself, even for linear memory.
    let result =
      layout.isLinear
      ? unsafe drmModeAddFB2(
        descriptor, width, height, layout.format.rawValue, &handles, &pitches, &offsets, &number, 0)
      : unsafe drmModeAddFB2WithModifiers(
        descriptor, width, height, layout.format.rawValue, &handles, &pitches, &offsets,
        &modifiers, &number, UInt32(DRM_MODE_FB_MODIFIERS))
    guard result == 0 else { throw Errno(rawValue: -result) }
    guard let id = ObjectID<Framebuffer>(rawValue: number) else { throw .invalid }
    return id
  }

  package func releaseHandle(_ handle: UInt32) { handles.release(handle, on: node) }
}
