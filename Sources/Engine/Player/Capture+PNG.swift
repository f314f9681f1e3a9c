internal import VitrineCanvas
internal import VitrinePictures
public import VitrinePlayback
public import VitrineScanout

extension Capture {
  /// Writes the picture as a PNG file, no wider than `width` pixels. Takes tens of milliseconds: not for the display's thread.
  public func writePNG(to path: String, width: Int? = nil) throws(PlaybackError) {
    let layout = buffer.layout
    do {
      unsafe try PNGFile.write(
        buffer.bytes, size: layout.size, pitch: layout.planes[0].pitch, width: width, to: path)
    } catch {
      throw PlaybackError(.configuration, error.description, exitStatus: .cannotWrite)
    }
  }
}
