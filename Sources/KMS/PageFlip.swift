import CVitrineDRM
import Glibc
package import VitrineTiming

/// A completed page flip.
package struct PageFlip: Hashable, Sendable {
  /// The number passed to the commit; see `DRMDevice.flipNumber`.
  package let id: UInt64
  /// The vblank's number and time.
  package let sequence: UInt32
  package let time: HostTime
  /// Nil for kernels too old to report it.
  package let crtc: ObjectID<CRTC>?

  package init(id: UInt64, sequence: UInt32, time: HostTime, crtc: ObjectID<CRTC>? = nil) {
    self.id = id
    self.sequence = sequence
    self.time = time
    self.crtc = crtc
  }
}

extension PageFlip {
  /// Reads the pending flips of a node without waiting. The node delivers
  /// `struct drm_event_vblank`s (see drm.h); other events are ignored.
  static func pending(on descriptor: CInt) -> [PageFlip] {
    var flips: [PageFlip] = []
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 8) { buffer in
      while true {
        let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else { return }
        unsafe flips += parse(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
    return flips
  }

  /// Parses events; stops at one with an invalid length.
  static func parse(_ bytes: UnsafeRawBufferPointer) -> [PageFlip] {
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
        flips.append(PageFlip(event))
      }
      offset += length
    }
    return flips
  }

  private init(_ event: drm_event_vblank) {
    let time = Int64(seconds: Int64(event.tv_sec), nanoseconds: Int64(event.tv_usec) * 1000)
    self.init(
      id: event.user_data, sequence: event.sequence, time: HostTime(nanoseconds: time),
      crtc: ObjectID(rawValue: event.crtc_id))
  }
}
