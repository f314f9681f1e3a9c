internal import VitrineEngine
internal import VitrinePictures
internal import VitrinePlayback
package import VitrineScanout

/// A picture of the screen as people see it, interface and all.
public struct Screenshot: Sendable {
  let capture: Capture

  package init(capture: Capture) { self.capture = capture }

  /// In pixels of the display as it hangs.
  public var width: Int { capture.size.width }
  /// In pixels of the display as it hangs.
  public var height: Int { capture.size.height }
  /// Whether the display's own hardware wrote it; else it was put together as the display was told to.
  public var isFromHardware: Bool { capture.origin == .writeback }

  /// Red, green and blue at a place, as `0xRRGGBB`.
  public func color(x: Int, y: Int) -> UInt32 {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "within the picture")
    return capture.color(x: x, y: y)
  }

  /// Writes it as a PNG file, no wider than `width` pixels; it is another thread that works.
  ///
  /// - Throws: `PlayerError` of the category `configuration` where the file cannot be written.
  public func write(to path: String, width: Int? = nil) async throws(PlayerError) {
    try await onThread("png") { [capture] () throws(PlayerError) in
      do throws(PlaybackError) {
        try capture.writePNG(to: path, width: width)
      } catch {
        throw PlayerError(error)
      }
    }
  }
}
