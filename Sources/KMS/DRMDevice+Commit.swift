import CDRM
import Glibc
public import Linux
public import Pictures
public import Timing

extension DRMDevice {
  /// How a commit is done.
  public enum CommitKind: Hashable, Sendable {
    /// Asks whether the kernel would take it; changes nothing.
    case test(allowModeset: Bool)
    /// Waits until it is done; may set a mode. No event comes.
    case blocking(allowModeset: Bool)
    /// Takes effect at the next vblank, then an event with `id` comes.
    case flip(id: UInt64)

    var flags: UInt32 {
      switch self {
      case .test(let modeset):
        UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | (modeset ? UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) : 0)
      case .blocking(let modeset): modeset ? UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) : 0
      case .flip: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
      }
    }
  }

  /// Gives a request to the kernel. The corresponding C function is `drmModeAtomicCommit`.
  public func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno) {
    guard let raw = unsafe drmModeAtomicAlloc() else { throw Errno(rawValue: ENOMEM) }
    defer { unsafe drmModeAtomicFree(raw) }
    for assignment in request.assignments {
      let added = unsafe drmModeAtomicAddProperty(
        raw, assignment.object, assignment.property, assignment.value)
      guard added >= 0 else { throw Errno(rawValue: -added) }
    }
    // The id and not a pointer: an event may come after what it belonged to is gone.
    var id: UInt64 = 0
    if case .flip(let number) = kind { id = number }
    let result = unsafe drmModeAtomicCommit(
      descriptor, raw, kind.flags, UnsafeMutableRawPointer(bitPattern: UInt(id)))
    guard result == 0 else { throw Errno(rawValue: -result) }
  }

  /// Makes a property blob of a mode. The corresponding C function is
  /// `drmModeCreatePropertyBlob`.
  public func makeBlob(of mode: Mode) throws(KMSError) -> PropertyBlob {
    try PropertyBlob(of: mode, on: self)
  }

  /// Makes a property blob of the new parts of a framebuffer: `struct drm_mode_rect`s.
  public func makeBlob(ofDamage damage: [PixelRect]) throws(KMSError) -> PropertyBlob {
    try PropertyBlob(ofDamage: damage, on: self)
  }
}

/// A value too large for a property itself, kept by the kernel until its owner lets go.
public struct PropertyBlob: ~Copyable, Sendable {
  public let id: UInt32
  private let device: DRMDevice

  init(of mode: Mode, on device: DRMDevice) throws(KMSError) {
    var (info, number) = (mode.info, UInt32(0))
    let result = unsafe drmModeCreatePropertyBlob(
      device.descriptor, &info, MemoryLayout<drmModeModeInfo>.size, &number)
    guard result == 0 else {
      throw .call("property blob of \(mode)", Errno(rawValue: -result))
    }
    id = number
    self.device = device
  }

  init(ofDamage damage: [PixelRect], on device: DRMDevice) throws(KMSError) {
    // The kernel refuses parts that are empty or reach beyond the framebuffer.
    precondition(damage.allSatisfy { !$0.size.isEmpty }, "damage has a size")
    let values = damage.flatMap { part in
      [part.x, part.y, part.x + part.width, part.y + part.height].map(
        Int32.init(truncatingIfNeeded:))
    }
    let bytes = unsafe values.withUnsafeBytes { unsafe Array($0) }
    try self.init(bytes: bytes, called: "damage", on: device)
  }

  init(bytes: [UInt8], called name: String, on device: DRMDevice) throws(KMSError) {
    var number = UInt32(0)
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe drmModeCreatePropertyBlob(device.descriptor, bytes.baseAddress, bytes.count, &number)
    }
    guard result == 0 else { throw .call("property blob of \(name)", Errno(rawValue: -result)) }
    id = number
    self.device = device
  }

  deinit { _ = drmModeDestroyPropertyBlob(device.descriptor, id) }
}

/// A flip that has happened.
public struct PageFlip: Hashable, Sendable {
  /// As given to the commit; see `DRMDevice.flipNumber`.
  public let id: UInt64
  /// The vblank's number and its moment.
  public let sequence: UInt32
  public let time: HostTime
  /// Nil from a kernel too old to say.
  public let crtc: ObjectID<CRTC>?

  public init(id: UInt64, sequence: UInt32, time: HostTime, crtc: ObjectID<CRTC>? = nil) {
    (self.id, self.sequence, self.time, self.crtc) = (id, sequence, time, crtc)
  }
}

extension DRMDevice {
  /// From now on the flips of this CRTC are kept for who asks for them; `wakeup` rings when
  /// another output's thread has read them.
  public func keepFlips(of crtc: CRTC, wakeup: Wakeup) {
    post.open(crtc, wakeup: wakeup)
  }

  /// A number for the next commit of a CRTC, by which its flip is known.
  public func flipNumber(of crtc: CRTC) -> UInt64 { post.number(for: crtc) }

  public func forgetFlips(of crtc: ObjectID<CRTC>) { post.close(crtc) }

  /// The flips of a CRTC that have come since the last look, without waiting.
  public func takeFlips(of crtc: ObjectID<CRTC>) -> [PageFlip] {
    post.take(crtc) { readFlips() }
  }

  /// Reads what has come for others, or for nobody any more: until then the node stays readable.
  public func sortFlips() { _ = post.take(nil) { readFlips() } }

  /// The flips that have come since the last look, without waiting. The node speaks in
  /// `struct drm_event_vblank`s (see drm.h); other events are left out.
  private func readFlips() -> [PageFlip] {
    var flips: [PageFlip] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
      while true {
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        unsafe flips += Self.flips(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return flips
  }

  /// Takes events apart; stops at one that does not fit its length.
  static func flips(in bytes: UnsafeRawBufferPointer) -> [PageFlip] {
    var (flips, offset) = ([PageFlip](), 0)
    let headSize = MemoryLayout<drm_event>.size
    while bytes.count - offset >= headSize {
      let head = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: drm_event.self)
      let length = Int(head.length)
      guard length >= headSize, length <= bytes.count - offset else { break }
      if head.type == UInt32(DRM_EVENT_FLIP_COMPLETE),
        length >= MemoryLayout<drm_event_vblank>.size
      {
        let event = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: drm_event_vblank.self)
        let time = Int64(event.tv_sec) * 1_000_000_000 + Int64(event.tv_usec) * 1000
        flips.append(
          PageFlip(
            id: event.user_data, sequence: event.sequence, time: HostTime(nanoseconds: time),
            crtc: ObjectID(rawValue: event.crtc_id)))
      }
      offset += length
    }
    return flips
  }
}
