import Glibc
package import VitrineLinux
package import VitrinePictures

/// The connector that writes the output of a CRTC to memory.
package struct Writeback: Sendable {
  package let connector: Connector
  /// The format that it writes: the first supported one of those wanted.
  package let format: PixelFormat

  /// The writeback connector of this CRTC; nil if there is none.
  package init?(on device: any AtomicDevice, for crtc: CRTC) {
    // Without probing monitors, which is slow.
    let candidates = device.connectors(probing: false).filter {
      $0.isWriteback && $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0
    }
    for connector in candidates {
      let offered = Self.formats(of: connector, on: device)
      guard let format = [PixelFormat.xrgb8888, .argb8888].first(where: offered.contains) else {
        continue
      }
      self.connector = connector
      self.format = format
      return
    }
    return nil
  }

  private static func formats(of connector: Connector, on device: any AtomicDevice) -> [PixelFormat]
  {
    guard let blob = connector.properties["WRITEBACK_PIXEL_FORMATS"]?.value,
      let bytes = device.bytes(ofBlob: blob, upTo: mostBytes)
    else { return [] }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe bytes.bindMemory(to: UInt32.self).map { PixelFormat(rawValue: $0) }
    }
  }

  /// The maximum size of the list of formats: many times that of real hardware.
  private static let mostBytes = 1 << 16
}

/// The memory that the kernel writes a fence's descriptor to: its address must stay valid until
/// then.
@safe package final class FenceSlot: @unchecked Sendable {
  // @unchecked: written by the kernel inside of the commit call, read by its caller after it.
  private let slot: UnsafeMutablePointer<Int32>

  package init() {
    unsafe slot = .allocate(capacity: 1)
    unsafe slot.initialize(to: -1)
  }

  deinit { unsafe slot.deallocate() }

  var address: UInt64 { unsafe UInt64(UInt(bitPattern: slot)) }

  /// The fence, readable once its event has happened; nil if none was created.
  package func consume() -> FileDescriptor? {
    defer { unsafe slot.pointee = -1 }
    return unsafe slot.pointee >= 0 ? FileDescriptor(owning: slot.pointee) : nil
  }
}

extension AtomicRequest {
  /// Requests a screenshot of this commit in a framebuffer of the mode's size.
  package mutating func write(
    _ writeback: Writeback, into framebuffer: ObjectID<Framebuffer>, fence: FenceSlot
  ) throws(KMSError) {
    let connector = writeback.connector
    try set(
      "WRITEBACK_FB_ID", of: connector.properties, object: connector.id.rawValue,
      to: UInt64(framebuffer.rawValue))
    try set(
      "WRITEBACK_OUT_FENCE_PTR", of: connector.properties, object: connector.id.rawValue,
      to: fence.address)
  }
}
