import CVitrineDRM
import Glibc
package import VitrineLinux

extension DRMDevice: AtomicDevice {
  /// Commits a request to the kernel. Wraps `drmModeAtomicCommit`.
  package func commit(_ request: AtomicRequest, _ kind: CommitKind) throws(Errno) {
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
  package func makeBlob(_ bytes: [UInt8], called name: String) throws(KMSError) -> PropertyBlob {
    var number = UInt32(0)
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe drmModeCreatePropertyBlob(descriptor, bytes.baseAddress, bytes.count, &number)
    }
    guard result == 0 else { throw .call("property blob of \(name)", Errno(rawValue: -result)) }
    return PropertyBlob(owning: number, on: self)
  }

  /// Wraps `drmModeGetPropertyBlob`.
  package func bytes(ofBlob number: UInt64, upTo limit: Int) -> [UInt8]? {
    guard number != 0,
      let raw = unsafe drmModeGetPropertyBlob(descriptor, UInt32(truncatingIfNeeded: number))
    else { return nil }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    let count = unsafe Int(raw.pointee.length)
    guard 1...limit ~= count, let data = unsafe raw.pointee.data else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: data, count: count))
  }

  package func destroyBlob(_ number: UInt32) { _ = drmModeDestroyPropertyBlob(descriptor, number) }
}

extension DRMDevice {
  /// Starts storing the flips of this CRTC; `wakeup` rings when another output's thread has read
  /// them.
  package func subscribeToFlips(of crtc: CRTC, wakeup: Wakeup) {
    router.open(crtc, wakeup: wakeup)
  }

  /// A number for the next commit of a CRTC, which identifies its flip.
  package func flipNumber(of crtc: CRTC) -> UInt64 { router.number(for: crtc) }

  package func unsubscribeFromFlips(of crtc: ObjectID<CRTC>) { router.close(crtc) }

  /// The CRTC's flips since the previous call, without waiting.
  package func drainFlips(of crtc: ObjectID<CRTC>) -> [PageFlip] {
    router.drain(crtc) { PageFlip.pending(on: descriptor) }
  }

  /// Reads the flips of other outputs and of closed ones, which would otherwise keep the node
  /// readable.
  package func routeFlips() { _ = router.drain(nil) { PageFlip.pending(on: descriptor) } }
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
