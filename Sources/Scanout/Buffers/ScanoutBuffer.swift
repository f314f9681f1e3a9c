internal import VitrineKMS
package import VitrineLinux
package import VitrinePictures

/// Memory for one picture that the display can show: own memory, mapped for its whole lifetime, or
/// a decoder's, passed on unchanged.
///
/// Passed between threads: the decoder's writes it, then the display's only reads it.
@safe package final class ScanoutBuffer: @unchecked Sendable {
  // @unchecked: a lease is held by one thread at a time; see `BufferLease`.
  enum Memory: ~Copyable {
    case framebuffer(Framebuffer)
    case plain(Mapping)
    /// A decoder's memory, with or without a framebuffer.
    case imported(ImportedFramebuffer)
    case foreign
  }

  package let layout: BufferLayout
  /// The whole memory, which may be larger than the layout needs. Empty for a decoder's memory,
  /// which only `readable` reads.
  package let bytes: UnsafeMutableRawBufferPointer
  let framebuffer: ObjectID<Framebuffer>?
  /// The epoch of the display that can show it; nil if none can.
  package let epoch: Epoch?
  private let memory: Memory
  /// A decoder's pieces of memory, and the picture's layout in them.
  private let device: (memory: [DMABuffer], layout: DMABufferLayout)?

  init(_ framebuffer: consuming Framebuffer, epoch: Epoch?) {
    self.epoch = epoch
    layout = framebuffer.buffer.layout
    unsafe bytes = unsafe framebuffer.buffer.mapping.bytes
    self.framebuffer = framebuffer.id
    device = nil
    memory = .framebuffer(framebuffer)
  }

  /// A decoder's memory. Nil for unknown formats.
  init?(_ imported: consuming ImportedFramebuffer, epoch: Epoch?) {
    guard let layout = BufferLayout(imported.layout) else { return nil }
    (self.layout, self.epoch, framebuffer) = (layout, epoch, imported.id)
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    device = (imported.memory, imported.layout)
    memory = .imported(imported)
  }

  /// A decoder's memory that only the memory display with this `epoch` can show.
  init?(foreign pieces: [DMABuffer], _ stated: DMABufferLayout, epoch: Epoch?) {
    guard let layout = BufferLayout(stated) else { return nil }
    (self.layout, self.epoch, framebuffer) = (layout, epoch, nil)
    unsafe bytes = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
    device = (pieces, stated)
    memory = .foreign
  }

  /// Ordinary memory that only the memory display with this `epoch` can show.
  package init(plain layout: BufferLayout, epoch: Epoch? = nil) throws(Errno) {
    self.epoch = epoch
    let mapping = try Mapping(anonymous: layout.byteCount)
    self.layout = layout
    unsafe bytes = unsafe mapping.bytes
    framebuffer = nil
    device = nil
    memory = .plain(mapping)
  }

  /// Whether it is a hardware decoder's memory.
  var isDecoderMemory: Bool { device != nil }

  /// The buffer itself, or a copy of a decoder's memory, which may be slow to read. Nil if the
  /// layout is not linear.
  func readable() throws(Errno) -> ScanoutBuffer? {
    guard let device else { return self }
    let pitch = layout.planes[0].pitch
    guard device.layout.isLinear,
      let plain = BufferLayout(format: layout.format, size: layout.size, pitch: pitch)
    else { return nil }
    let copy = try ScanoutBuffer(plain: plain)
    for (index, stated) in device.layout.planes.enumerated() {
      let target = plain.planes[index]
      guard target.pitch == stated.pitch else { return nil }
      unsafe try device.memory[stated.object].read { source in
        let count = min(target.pitch * target.rows, source.count - stated.offset)
        let rows = unsafe UnsafeRawBufferPointer(
          rebasing: source[stated.offset..<stated.offset + count])
        unsafe UnsafeMutableRawBufferPointer(rebasing: copy.bytes[target.offset...])
          .copyMemory(from: rows)
      }
    }
    return copy
  }

  /// Fills the buffer with black, which is not zero in YUV.
  package func clear(_ color: ColorDescription) {
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
  /// Fills it with a pattern of one or two bytes.
  fileprivate func fill(with pattern: [UInt8]) {
    guard pattern.count > 1 else {
      _ = unsafe initializeMemory(as: UInt8.self, repeating: pattern[0])
      return
    }
    let pair = UInt16(pattern[0]) | UInt16(pattern[1]) << 8
    unsafe bindMemory(to: UInt16.self).update(repeating: pair.littleEndian)
  }
}
