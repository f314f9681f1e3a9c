internal import VitrineLinux
public import VitrineMedia
public import VitrinePictures
public import VitrinePlayback

/// A layer above the picture: memory of the display's size, premultiplied ARGB.
public struct InterfaceLayer: Sendable {
  public let buffer: ScanoutBuffer
  /// The part of it that is not transparent.
  public let box: PixelRect
  /// The changes from the layer with the previous number; nil if everything may have changed.
  let damage: [PixelRect]?
  /// Incremented with each drawing; nil for layers that do not form a sequence.
  let number: Int?
  /// The transfer function of the HDR pictures that its colours are mapped for; nil for SDR.
  public let transfer: HDRMetadata.Transfer?
  private let lease: BufferLease

  /// `damage` and `number` are for layers that form a sequence.
  public init(
    _ lease: BufferLease, box: PixelRect, damage: [PixelRect]? = nil, number: Int? = nil,
    for transfer: HDRMetadata.Transfer? = nil
  ) {
    self.lease = lease
    self.box = box
    self.damage = damage
    self.number = number
    self.transfer = transfer
    buffer = lease.buffer
  }
}

/// Layers that are shown together: the picture, and the layer above it.
public struct Layers: Sendable {
  public let picture: ScanoutPicture
  public let interface: InterfaceLayer?
  /// Both in one, if the display has no plane for the layer.
  var flattened: ScanoutPicture?

  public init(_ picture: ScanoutPicture, interface: InterfaceLayer? = nil) {
    self.picture = picture
    self.interface = interface
  }

  /// The picture that the display reads.
  var scanned: ScanoutPicture { flattened ?? picture }
}

extension ScanoutBuffer {
  /// A transparent canvas in ordinary memory, of a display's size.
  public convenience init(canvasOf size: PixelSize) throws(PlaybackError) {
    guard let layout = BufferLayout(format: .argb8888, size: size, pitch: size.width * 4) else {
      throw PlaybackError(.display, "no interface of \(size)", exitStatus: .bug)
    }
    do {
      try self.init(plain: layout)
    } catch {
      throw PlaybackError(.display, "memory for \(size): \(error)", exitStatus: .unavailable)
    }
  }

  /// Makes a part of a 32-bit picture transparent.
  public func clear(_ box: PixelRect) {
    forRows(of: box) { offset, count in
      _ = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .initializeMemory(as: UInt32.self, repeating: 0)
    }
  }

  /// Copies a part of an ARGB picture of the same size to the same position, with other colours.
  public func copy(_ box: PixelRect, from other: ScanoutBuffer, through tones: GraphicsTones) {
    let (pitch, otherPitch) = (layout.planes[0].pitch, other.layout.planes[0].pitch)
    for row in box.y..<box.bottom {
      let (from, to) = (row * otherPitch + box.x * 4, row * pitch + box.x * 4)
      unsafe tones.map(
        UnsafeRawBufferPointer(rebasing: other.bytes[from..<from + box.width * 4]),
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[to..<to + box.width * 4]))
    }
  }

  /// Copies a part of a 32-bit picture of the same size to the same position.
  public func copy(_ box: PixelRect, from other: ScanoutBuffer) {
    let (pitch, otherPitch) = (layout.planes[0].pitch, other.layout.planes[0].pitch)
    forRows(of: box) { offset, count in
      let row = offset / pitch
      let from = row * otherPitch + offset - row * pitch
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[from..<from + count]))
    }
  }

  /// Calls `body` with the offset and length of each row in a part of a 32-bit picture.
  public func forRows(of box: PixelRect, _ body: (_ offset: Int, _ count: Int) -> Void) {
    let pitch = layout.planes[0].pitch
    for row in box.y..<box.y + box.height { body(row * pitch + box.x * 4, box.width * 4) }
  }
}
