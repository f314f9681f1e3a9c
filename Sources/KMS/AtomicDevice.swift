package import VitrineLinux
package import VitrinePictures
package import VitrineTiming

/// A device that accepts atomic commits: a DRM node, or a simulated board in tests. Thread-safe.
///
/// It covers only what an output needs: objects with their properties, memory to scan out, blobs,
/// commits, and their flip events.
package protocol AtomicDevice: KernelObjects {
  var path: String { get }
  /// The kernel driver's name, such as `vc4`; selects the quirks.
  var driver: String { get }
  /// The outputs' claims to the device's CRTCs and planes.
  var claims: Claims { get }

  /// Lists all connectors. With `probing` the kernel probes each connector; otherwise it returns
  /// the results of the latest probe at once.
  func connectors(probing: Bool) -> [Connector]
  func crtcs() -> [CRTC]
  func planes() -> [Plane]

  /// The current values of some of a CRTC's properties.
  func values(of names: [String], _ crtc: CRTC) -> [String: UInt64]
  /// The bytes of the blob with this number; nil if it is empty or larger than `limit`.
  func bytes(ofBlob number: UInt64, upTo limit: Int) -> [UInt8]?

  /// Creates a property blob; `name` is for the error message.
  func makeBlob(_ bytes: [UInt8], called name: String) throws(KMSError) -> PropertyBlob

  /// Allocates memory with a framebuffer. With `room`, its rows are at least that long, and there
  /// are at least that many. Without `populating`, it uses almost no memory until it is written.
  func makeFramebuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool
  ) throws(KMSError) -> Framebuffer

  /// Creates a framebuffer on another device's memory with the given layout.
  func importFramebuffer(
    _ memory: [DMABuffer], _ layout: DMABufferLayout
  ) throws(KMSError) -> ImportedFramebuffer

  /// Commits a request to the kernel.
  func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno)

  /// Starts storing the flips of this CRTC for its output; `wakeup` rings when another output's
  /// thread has read them.
  func subscribeToFlips(of crtc: CRTC, wakeup: Wakeup)
  /// A number for the next commit of a CRTC, which identifies its flip.
  func flipNumber(of crtc: CRTC) -> UInt64
  func unsubscribeFromFlips(of crtc: ObjectID<CRTC>)
  /// The CRTC's flips since the previous call, without waiting.
  func drainFlips(of crtc: ObjectID<CRTC>) -> [PageFlip]
  /// The number and time of the latest vblank; nil if the driver has no vblanks.
  func latestVblank(of crtc: ObjectID<CRTC>) -> (sequence: UInt32, time: HostTime)?
}

/// Releases kernel objects of this process by number. Called only by the owners of the numbers:
/// `PropertyBlob`, `Framebuffer`, `DumbBuffer`, `ImportedFramebuffer`.
package protocol KernelObjects: AnyObject, Sendable {
  func destroyBlob(_ number: UInt32)
  func removeFramebuffer(_ id: ObjectID<Framebuffer>)
  func destroyBuffer(_ handle: UInt32)
  func releaseHandle(_ handle: UInt32)
}

/// How a request is committed.
package enum CommitKind: Hashable, Sendable {
  /// Tests whether the kernel would accept it, without changing anything.
  case test(allowModeset: Bool)
  /// Waits for completion; may set a mode. There is no event.
  case blocking(allowModeset: Bool)
  /// Takes effect at the next vblank, followed by an event with `id`.
  case flip(id: UInt64)
}

extension AtomicDevice {
  package func connectors() -> [Connector] { connectors(probing: true) }

  /// Creates a property blob of a mode: a `struct drm_mode_modeinfo`.
  package func makeBlob(of mode: Mode) throws(KMSError) -> PropertyBlob {
    try makeBlob(mode.bytes, called: "\(mode)")
  }

  /// Creates a property blob of the changed parts of a framebuffer: `struct drm_mode_rect`s.
  package func makeBlob(ofDamage damage: [PixelRect]) throws(KMSError) -> PropertyBlob {
    // The kernel rejects parts that are empty or extend beyond the framebuffer.
    precondition(damage.allSatisfy { !$0.size.isEmpty }, "an empty damage rectangle")
    let values = damage.flatMap { part in
      [part.x, part.y, part.x + part.width, part.y + part.height].map(
        Int32.init(truncatingIfNeeded:))
    }
    return try makeBlob(unsafe values.withUnsafeBytes { unsafe Array($0) }, called: "damage")
  }

  /// Creates a property blob of HDR metadata, for `HDR_OUTPUT_METADATA`.
  package func makeBlob(of metadata: HDRMetadata) throws(KMSError) -> PropertyBlob {
    try makeBlob(metadata.outputMetadata, called: "HDR metadata")
  }
}
