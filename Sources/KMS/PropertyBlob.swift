/// A value too large for a property, kept by the kernel until its last owner is released: the
/// requests that contain it, and the output with this mode.
public final class PropertyBlob: Sendable {
  public let id: UInt32
  private let device: any KernelObjects

  /// Takes ownership of a blob that `device` has created.
  public init(owning id: UInt32, on device: any KernelObjects) {
    self.id = id
    self.device = device
  }

  deinit { device.destroyBlob(id) }
}

extension PropertyBlob: Hashable {
  public static func == (a: PropertyBlob, b: PropertyBlob) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
