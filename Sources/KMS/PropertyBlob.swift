/// A value too large for a property, kept by the kernel until its last owner is released: the
/// requests that contain it, and the output with this mode.
package final class PropertyBlob: Sendable {
  package let id: UInt32
  private let device: any KernelObjects

  /// Takes ownership of a blob that `device` has created.
  package init(owning id: UInt32, on device: any KernelObjects) {
    self.id = id
    self.device = device
  }

  deinit { device.destroyBlob(id) }
}

extension PropertyBlob: Hashable {
  package static func == (a: PropertyBlob, b: PropertyBlob) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
