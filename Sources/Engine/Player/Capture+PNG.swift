internal import VitrineCanvas
package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout

extension Capture {
  /// In pixels of the panel.
  package var size: PixelSize { buffer.layout.size }

  /// The colour of a panel pixel as 0xRRGGBB; black outside the panel.
  package func color(x: Int, y: Int) -> UInt32 {
    let layout = buffer.layout
    guard (0..<layout.size.width).contains(x), (0..<layout.size.height).contains(y) else {
      return 0
    }
    let place = y * layout.planes[0].pitch + 4 * x
    return unsafe UInt32(
      littleEndian: buffer.bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      & 0xFFFFFF
  }

  /// Writes the picture as a PNG file, at most `width` pixels wide. Takes tens of milliseconds: do
  /// not call it on the display's thread.
  package func writePNG(to path: String, width: Int? = nil) throws(PlaybackError) {
    let layout = buffer.layout
    do {
      unsafe try PNGFile.write(
        buffer.bytes, size: layout.size, pitch: layout.planes[0].pitch, width: width, to: path)
    } catch {
      throw PlaybackError(.configuration, error.description, exitStatus: .cannotWrite)
    }
  }
}
