internal import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback

/// A layer above the picture: memory of the display's size, premultiplied ARGB.
package struct InterfaceLayer: Sendable {
  package let buffer: ScanoutBuffer
  /// The part of it that is not transparent.
  package let box: PixelRect
  /// The changes from the layer with the previous number; nil if everything may have changed.
  let damage: [PixelRect]?
  /// Incremented with each drawing; nil for layers that do not form a sequence.
  let number: Int?
  /// The transfer function of the HDR pictures that its colours are mapped for; nil for SDR.
  package let transfer: HDRMetadata.Transfer?
  /// How far the picture below moves on the panel, if the display can move it.
  let filmMove: (right: Int, down: Int)
  private let lease: BufferLease

  /// `damage` and `number` are for layers that form a sequence.
  package init(
    _ lease: BufferLease, box: PixelRect, damage: [PixelRect]? = nil, number: Int? = nil,
    for transfer: HDRMetadata.Transfer? = nil, movingFilm filmMove: (right: Int, down: Int) = (0, 0)
  ) {
    self.lease = lease
    self.filmMove = filmMove
    self.box = box
    self.damage = damage
    self.number = number
    self.transfer = transfer
    buffer = lease.buffer
  }
}

/// Layers that are shown together: the picture, and the layers above it.
package struct Layers: Sendable {
  package let picture: ScanoutPicture
  package let interface: InterfaceLayer?
  /// Mixes another item's picture into the picture.
  package var mixture: Mixture?
  /// Another video's picture, above the picture and below the interface.
  package var inset: ScanoutPicture?
  /// The pictures of other players, each in its part of the display; also below the interface.
  package var zones: [ScanoutPicture] = []
  /// The planes for the insets; nil if they are composed with the picture.
  var insetPlanes: InsetPlanes?
  /// A composed picture: the mixture, and the layers for which the display has no plane.
  var flattened: ScanoutPicture?
  /// Whether the layer has a plane above the composed picture.
  var isInterfaceApart = false

  package init(_ picture: ScanoutPicture, interface: InterfaceLayer? = nil) {
    self.picture = picture
    self.interface = interface
  }

  /// The layers without the one above the picture.
  var withoutInterface: Layers {
    var layers = Layers(picture)
    (layers.mixture, layers.inset, layers.zones) = (mixture, inset, zones)
    return layers
  }

  /// The pictures of all other videos, from bottom to top.
  var insets: [ScanoutPicture] { (inset.map { [$0] } ?? []) + zones }

  /// The layers without the other videos.
  var withoutInsets: Layers {
    var layers = self
    (layers.inset, layers.zones, layers.insetPlanes) = (nil, [], nil)
    return layers
  }

  /// The insets that must be composed with the picture.
  var composedInsets: [ScanoutPicture] { insetPlanes == nil ? insets : [] }

  /// The picture that the display reads.
  var scanned: ScanoutPicture { flattened ?? picture }
}

extension ScanoutBuffer {
  /// A canvas in ordinary memory, of a display's size; transparent in ARGB.
  package convenience init(
    canvasOf size: PixelSize, _ format: PixelFormat = .argb8888
  ) throws(PlaybackError) {
    let pitch = BufferLayout.leastPitch(format: format, width: size.width)
    guard let layout = BufferLayout(format: format, size: size, pitch: pitch) else {
      throw PlaybackError(.display, "no interface of \(size)", exitStatus: .bug)
    }
    do {
      try self.init(plain: layout)
    } catch {
      throw PlaybackError(.display, "memory for \(size): \(error)", exitStatus: .unavailable)
    }
  }

  /// Makes a part of a 32-bit picture transparent.
  package func clear(_ box: PixelRect) {
    forRows(of: box) { offset, count in
      _ = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .initializeMemory(as: UInt32.self, repeating: 0)
    }
  }

  /// Copies a part of an ARGB picture of the same size to the same position, with other colours.
  package func copy(_ box: PixelRect, from other: ScanoutBuffer, through tones: GraphicsTones) {
    let (pitch, otherPitch) = (layout.planes[0].pitch, other.layout.planes[0].pitch)
    for row in box.y..<box.bottom {
      let (from, to) = (row * otherPitch + box.x * 4, row * pitch + box.x * 4)
      unsafe tones.map(
        UnsafeRawBufferPointer(rebasing: other.bytes[from..<from + box.width * 4]),
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[to..<to + box.width * 4]))
    }
  }

  /// Copies a part of a 32-bit picture of the same size to the same position.
  package func copy(_ box: PixelRect, from other: ScanoutBuffer) {
    let (pitch, otherPitch) = (layout.planes[0].pitch, other.layout.planes[0].pitch)
    forRows(of: box) { offset, count in
      let row = offset / pitch
      let from = row * otherPitch + offset - row * pitch
      unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[offset..<offset + count])
        .copyMemory(from: UnsafeRawBufferPointer(rebasing: other.bytes[from..<from + count]))
    }
  }

  /// Copies a picture of the same format to a part of this one, which has its size. Moved by an even
  /// number of pixels, it shows only what remains in the part, or in `clip`.
  func copy(
    pictureOf other: ScanoutBuffer, to part: PixelRect, movedBy move: (x: Int, y: Int) = (0, 0),
    within clip: PixelRect? = nil
  ) {
    let place = PixelRect(
      x: part.x + move.x, y: part.y + move.y, width: part.width, height: part.height)
    guard let visible = place.intersection(clip ?? part) else { return }
    let samples = layout.format.memoryPlanes ?? []
    for ((to, from), sample) in zip(zip(layout.planes, other.layout.planes), samples) {
      let count = (visible.width + sample.across - 1) / sample.across * sample.bytes
      let (left, top) = (visible.x / sample.across * sample.bytes, visible.y / sample.down)
      let skipped = (
        x: (visible.x - place.x) / sample.across * sample.bytes,
        y: (visible.y - place.y) / sample.down
      )
      let rows = (visible.height + sample.down - 1) / sample.down
      for row in 0..<min(rows, to.rows - top, from.rows - skipped.y) {
        let start = to.offset + (top + row) * to.pitch + left
        let source = from.offset + (skipped.y + row) * from.pitch + skipped.x
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start..<start + count])
          .copyMemory(
            from: UnsafeRawBufferPointer(rebasing: other.bytes[source..<source + count]))
      }
    }
  }

  /// Calls `body` with the offset and length of each row in a part of a 32-bit picture.
  package func forRows(of box: PixelRect, _ body: (_ offset: Int, _ count: Int) -> Void) {
    let pitch = layout.planes[0].pitch
    for row in box.y..<box.y + box.height { body(row * pitch + box.x * 4, box.width * 4) }
  }
}
