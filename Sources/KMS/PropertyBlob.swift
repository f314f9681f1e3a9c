/// A value too large for a property itself, kept by the kernel until its last owner lets go: the
/// requests that name it, and the output whose mode it is.
public final class PropertyBlob: Sendable {
  public let id: UInt32
  private let device: any KernelObjects

  /// Takes a blob over that `device` has made.
  public init(owning id: UInt32, on device: any KernelObjects) {
    (self.id, self.device) = (id, device)
  }

  deinit { device.destroyBlob(id) }
}

extension PropertyBlob: Hashable {
  public static func == (a: PropertyBlob, b: PropertyBlob) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
