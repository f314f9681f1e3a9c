import CVitrineDRM
import Glibc
public import VitrineLinux
public import VitrineTiming

extension DRMDevice: AtomicDevice {
  /// Commits a request to the kernel. Wraps `drmModeAtomicCommit`.
  public func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno) {
    guard let raw = unsafe drmModeAtomicAlloc() else { throw Errno(rawValue: ENOMEM) }
    defer { unsafe drmModeAtomicFree(raw) }
    for assignment in request.assignments {
      let added = unsafe drmModeAtomicAddProperty(
        raw, assignment.object, assignment.property, assignment.value)
      guard added >= 0 else { throw Errno(rawValue: -added) }
    }
    // A number and not a pointer: an event may arrive after its output is gone.
    var id: UInt64 = 0
    if case .flip(let number) = kind { id = number }
    let result = unsafe drmModeAtomicCommit(
      descriptor, raw, kind.flags, UnsafeMutableRawPointer(bitPattern: UInt(id)))
    guard result == 0 else { throw Errno(rawValue: -result) }
  }

  /// Wraps `drmModeCreatePropertyBlob`.
  public func makeBlob(_ bytes: [UInt8], called name: String) throws(KMSError) -> PropertyBlob {
    var number = UInt32(0)
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe drmModeCreatePropertyBlob(descriptor, bytes.baseAddress, bytes.count, &number)
    }
    guard result == 0 else { throw .call("property blob of \(name)", Errno(rawValue: -result)) }
    return PropertyBlob(owning: number, on: self)
  }

  /// Wraps `drmModeGetPropertyBlob`.
  public func bytes(ofBlob number: UInt64, upTo limit: Int) -> [UInt8]? {
    guard number != 0,
      let raw = unsafe drmModeGetPropertyBlob(descriptor, UInt32(truncatingIfNeeded: number))
    else { return nil }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    let count = unsafe Int(raw.pointee.length)
    guard 1...limit ~= count, let data = unsafe raw.pointee.data else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
  }

  public func destroyBlob(_ number: UInt32) { _ = drmModeDestroyPropertyBlob(descriptor, number) }
}

/// A completed page flip.
public struct PageFlip: Hashable, Sendable {
  /// The number passed to the commit; see `DRMDevice.flipNumber`.
  public let id: UInt64
  /// The vblank's number and time.
  public let sequence: UInt32
  public let time: HostTime
  /// Nil for kernels too old to report it.
  public let crtc: ObjectID<CRTC>?

  public init(id: UInt64, sequence: UInt32, time: HostTime, crtc: ObjectID<CRTC>? = nil) {
    self.id = id
    self.sequence = sequence
    self.time = time
    self.crtc = crtc
  }
}

extension DRMDevice {
  /// Starts storing the flips of this CRTC; `wakeup` rings when another output's thread has read
  /// them.
  public func subscribeToFlips(of crtc: CRTC, wakeup: Wakeup) {
    router.open(crtc, wakeup: wakeup)
  }

  /// A number for the next commit of a CRTC, which identifies its flip.
  public func flipNumber(of crtc: CRTC) -> UInt64 { router.number(for: crtc) }

  public func unsubscribeFromFlips(of crtc: ObjectID<CRTC>) { router.close(crtc) }

  /// The CRTC's flips since the previous call, without waiting.
  public func drainFlips(of crtc: ObjectID<CRTC>) -> [PageFlip] {
    router.drain(crtc) { readFlips() }
  }

  /// Reads the flips of other outputs and of closed ones, which would otherwise keep the node
  /// readable.
  public func routeFlips() { _ = router.drain(nil) { readFlips() } }

  /// Reads the pending flips without waiting. The node delivers `struct drm_event_vblank`s (see
  /// drm.h); other events are ignored.
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

  /// Parses events; stops at one with an invalid length.
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
        let time = Int64(
          seconds: Int64(event.tv_sec), nanoseconds: Int64(event.tv_usec) * 1000)
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

extension CommitKind {
  fileprivate var flags: UInt32 {
    switch self {
    case .test(let modeset):
      UInt32(DRM_MODE_ATOMIC_TEST_ONLY) | (modeset ? UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) : 0)
    case .blocking(let modeset): modeset ? UInt32(DRM_MODE_ATOMIC_ALLOW_MODESET) : 0
    case .flip: UInt32(DRM_MODE_ATOMIC_NONBLOCK) | UInt32(DRM_MODE_PAGE_FLIP_EVENT)
    }
  }
}
