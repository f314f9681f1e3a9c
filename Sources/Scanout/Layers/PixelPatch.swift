package import VitrinePictures

/// A part of a premultiplied ARGB picture in ordinary memory.
package struct PixelPatch: Sendable {
  package let box: PixelRect
  /// Row by row.
  package let pixels: [UInt32]

  /// The same pixels at another position; `box` must have the same size.
  package init(_ patch: PixelPatch, at box: PixelRect) {
    (self.box, pixels) = (box, patch.pixels)
  }

  /// Copies a part of a 32-bit picture.
  package init(_ box: PixelRect, of buffer: ScanoutBuffer) {
    self.box = box
    var copy: [UInt32] = []
    copy.reserveCapacity(box.width * box.height)
    buffer.forRows(of: box) { offset, count in
      let row = unsafe UnsafeRawBufferPointer(rebasing: buffer.bytes[offset..<offset + count])
      unsafe copy.append(contentsOf: row.bindMemory(to: UInt32.self))
    }
    pixels = copy
  }
}
