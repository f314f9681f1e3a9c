internal import KMS
public import Linux
public import Pictures

/// Memory for one picture that the display can show, mapped for as long as it lives.
///
/// Passed from thread to thread: the decoder's writes it, then the display only reads it.
@safe public final class ScanoutBuffer: @unchecked Sendable {
  // @unchecked: a lease is held by one thread at a time; see `BufferLease`.
  enum Memory: ~Copyable {
    case framebuffer(Framebuffer)
    case plain(Mapping)
  }

  public let layout: BufferLayout
  /// As large as the memory, which may be more than the layout needs.
  public let bytes: UnsafeMutableRawBufferPointer
  let framebuffer: ObjectID<Framebuffer>?
  /// Of the display that can show it; nil for memory that no display shows.
  public let epoch: Epoch?
  private let memory: Memory

  init(_ framebuffer: consuming Framebuffer, epoch: Epoch?) {
    self.epoch = epoch
    layout = framebuffer.buffer.layout
    unsafe bytes = unsafe framebuffer.buffer.mapping.bytes
    self.framebuffer = framebuffer.id
    memory = .framebuffer(framebuffer)
  }

  /// Ordinary memory, which no display shows unless its `epoch` is that of one in memory.
  public init(plain layout: BufferLayout, epoch: Epoch? = nil) throws(Errno) {
    self.epoch = epoch
    let mapping = try Mapping(anonymous: layout.byteCount)
    self.layout = layout
    unsafe bytes = unsafe mapping.bytes
    framebuffer = nil
    memory = .plain(mapping)
  }

  /// Makes all of it black. YUV's black is not zero.
  public func clear(_ color: ColorDescription) {
    let isLimited = color.range == .limited
    let format = layout.format
    for (index, plane) in layout.planes.enumerated() {
      let part = unsafe UnsafeMutableRawBufferPointer(
        rebasing: bytes[plane.offset..<plane.offset + plane.pitch * plane.rows])
      switch format {
      case _ where format.isRGB: unsafe part.fill(with: [0])
      case .p010: unsafe part.fill(with: index == 0 ? [0, isLimited ? 16 : 0] : [0, 128])
      case .yuyv: unsafe part.fill(with: [isLimited ? 16 : 0, 128])
      case .uyvy: unsafe part.fill(with: [128, isLimited ? 16 : 0])
      default: unsafe part.fill(with: [index > 0 ? 128 : isLimited ? 16 : 0])
      }
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes a pattern of one or two bytes over and over.
  fileprivate func fill(with pattern: [UInt8]) {
    guard pattern.count > 1 else {
      _ = unsafe initializeMemory(as: UInt8.self, repeating: pattern[0])
      return
    }
    let pair = UInt16(pattern[0]) | UInt16(pattern[1]) << 8
    unsafe bindMemory(to: UInt16.self).update(repeating: pair.littleEndian)
  }
}
