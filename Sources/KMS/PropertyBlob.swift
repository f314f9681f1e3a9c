/// A value too large for a property itself, kept by the kernel until its owner lets go.
public struct PropertyBlob: ~Copyable, Sendable {
  public let id: UInt32
  private let device: any KernelObjects

  /// Takes a blob over that `device` has made.
  public init(owning id: UInt32, on device: any KernelObjects) {
    (self.id, self.device) = (id, device)
  }

  deinit { device.destroyBlob(id) }
}
