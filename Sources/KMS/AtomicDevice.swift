public import VitrineLinux
public import VitrinePictures
public import VitrineTiming

/// What takes atomic commits: a DRM node, or a test's imagined board. Thread-safe.
///
/// It is as narrow as what an output needs: objects with their properties, memory to scan out,
/// blobs, commits, and the flips that answer them.
public protocol AtomicDevice: KernelObjects {
  var path: String { get }
  /// The kernel driver's name, such as `vc4`; quirks go by it.
  var driver: String { get }
  /// Which output has what of it.
  var claims: Claims { get }

  /// All connectors. Each is asked what is connected to it; without `probing` the kernel tells
  /// what it found last, at once.
  func connectors(probing: Bool) -> [Connector]
  func crtcs() -> [CRTC]
  func planes() -> [Plane]

  /// What some of a CRTC's properties are now.
  func values(of names: [String], _ crtc: CRTC) -> [String: UInt64]
  /// The bytes of a blob that a property names; nil where there are none, or more than `limit`.
  func bytes(ofBlob number: UInt64, upTo limit: Int) -> [UInt8]?

  /// Makes a property blob; `name` is for the error.
  func makeBlob(_ bytes: [UInt8], called name: String) throws(KMSError) -> PropertyBlob

  /// Memory with a framebuffer on it. With `room` its rows are at least so long, and there are at
  /// least so many of them. Without `populating` it costs next to nothing until it is written.
  func makeFramebuffer(
    _ format: PixelFormat, size: PixelSize, room: PixelSize?, populating: Bool
  ) throws(KMSError) -> Framebuffer

  /// A framebuffer on memory of another device, whose size and arrangement are as stated.
  func importFramebuffer(
    _ memory: [DMABuffer], _ layout: StatedLayout
  ) throws(KMSError) -> ImportedFramebuffer

  /// Gives a request to the kernel.
  func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno)

  /// From now on the flips of this CRTC are kept for its output; `wakeup` rings when another
  /// output's thread has read them.
  func keepFlips(of crtc: CRTC, wakeup: Wakeup)
  /// A number for the next commit of a CRTC, by which its flip is known.
  func flipNumber(of crtc: CRTC) -> UInt64
  func forgetFlips(of crtc: ObjectID<CRTC>)
  /// The flips of a CRTC that have come since the last look, without waiting.
  func takeFlips(of crtc: ObjectID<CRTC>) -> [PageFlip]
  /// The number and time of the latest vblank; nil where the driver has no vblanks.
  func latestVblank(of crtc: ObjectID<CRTC>) -> (sequence: UInt32, time: HostTime)?
}

/// What is kept by number for a process until it lets go. Called by the owners of these numbers
/// alone: `PropertyBlob`, `Framebuffer`, `DumbBuffer`, `ImportedFramebuffer`.
public protocol KernelObjects: AnyObject, Sendable {
  func destroyBlob(_ number: UInt32)
  func removeFramebuffer(_ id: ObjectID<Framebuffer>)
  func destroyBuffer(_ handle: UInt32)
  func releaseHandle(_ handle: UInt32)
}

/// How a commit is done.
public enum CommitKind: Hashable, Sendable {
  /// Asks whether the kernel would take it; changes nothing.
  case test(allowModeset: Bool)
  /// Waits until it is done; may set a mode. No event comes.
  case blocking(allowModeset: Bool)
  /// Takes effect at the next vblank, then an event with `id` comes.
  case flip(id: UInt64)
}

extension AtomicDevice {
  public func connectors() -> [Connector] { connectors(probing: true) }

  /// Makes a property blob of a mode: a `struct drm_mode_modeinfo`.
  public func makeBlob(of mode: Mode) throws(KMSError) -> PropertyBlob {
    try makeBlob(mode.bytes, called: "\(mode)")
  }

  /// Makes a property blob of the new parts of a framebuffer: `struct drm_mode_rect`s.
  public func makeBlob(ofDamage damage: [PixelRect]) throws(KMSError) -> PropertyBlob {
    // The kernel refuses parts that are empty or reach beyond the framebuffer.
    precondition(damage.allSatisfy { !$0.size.isEmpty }, "damage has a size")
    let values = damage.flatMap { part in
      [part.x, part.y, part.x + part.width, part.y + part.height].map(
        Int32.init(truncatingIfNeeded:))
    }
    return try makeBlob(unsafe values.withUnsafeBytes { unsafe Array($0) }, called: "damage")
  }

  /// Makes a property blob of what a display is told of HDR pictures, for `HDR_OUTPUT_METADATA`.
  public func makeBlob(of metadata: HDRMetadata) throws(KMSError) -> PropertyBlob {
    try makeBlob(metadata.outputMetadata, called: "HDR metadata")
  }
}
