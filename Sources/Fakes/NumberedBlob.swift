package import VitrineKMS

extension PropertyBlob {
  /// A blob of a device without resources, for comparing requests.
  package static func numbered(_ number: UInt32) -> PropertyBlob {
    PropertyBlob(owning: number, on: NothingKept())
  }
}

private final class NothingKept: KernelObjects {
  func destroyBlob(_ number: UInt32) {}
  func removeFramebuffer(_ id: ObjectID<Framebuffer>) {}
  func destroyBuffer(_ handle: UInt32) {}
  func releaseHandle(_ handle: UInt32) {}
}
