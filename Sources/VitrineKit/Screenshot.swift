internal import VitrineEngine
internal import VitrinePictures
internal import VitrinePlayback
package import VitrineScanout

/// A picture of the screen with everything drawn over the video; see ``Player/screenshot()``.
public struct Screenshot: Sendable {
  let capture: Capture

  package init(capture: Capture) { self.capture = capture }

  /// The width in pixels, in the display's own orientation.
  public var width: Int { capture.size.width }
  /// The height in pixels, in the display's own orientation.
  public var height: Int { capture.size.height }
  /// Whether the display hardware wrote it (writeback), rather than the player composing it from
  /// what it has sent to the display.
  public var isFromHardware: Bool { capture.origin == .writeback }

  /// Returns the colour of a pixel as `0xRRGGBB`.
  ///
  /// - Precondition: The position is within the picture.
  public func color(x: Int, y: Int) -> UInt32 {
    precondition((0..<width).contains(x) && (0..<height).contains(y), "position out of bounds")
    return capture.color(x: x, y: y)
  }

  /// Writes a PNG file, on another thread.
  ///
  /// - Parameters:
  ///   - path: The path of the file, which is replaced.
  ///   - width: The maximum width in pixels; nil does not scale.
  /// - Throws: `PlayerError` of the category `configuration` if the file cannot be written.
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
