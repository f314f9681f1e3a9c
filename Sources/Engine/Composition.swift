internal import Linux
internal import Media
internal import Pictures
internal import Playback

/// What a display without writeback scans out, put together by the CPU.
enum Composition {
  /// The picture where its plan puts it, black around it, as XRGB of the display's size.
  static func compose(
    _ picture: ScanoutPicture, size: PixelSize
  ) throws(PlaybackError) -> ScanoutBuffer {
    let plan = picture.plan
    guard
      let layout = BufferLayout(format: .xrgb8888, size: size, pitch: size.width * 4)
    else { throw PlaybackError(.display, "no screenshot of \(size)", exitStatus: .bug) }
    do {
      let target = try ScanoutBuffer(plain: layout)
      guard
        let frame = unsafe Frame(
          showing: picture.buffer.bytes, layout: picture.buffer.layout, color: plan.color)
      else { throw PlaybackError(.display, "no memory for a screenshot", exitStatus: .unavailable) }
      var converter = PictureConverter()
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: plan.planeSource, sourceColor: plan.color,
          destination: plan.planeDestination, layout: layout),
        into: target.bytes)
      return target
    } catch let error as PlaybackError {
      throw error
    } catch {
      throw PlaybackError(.display, "screenshot: \(error)", exitStatus: .unavailable)
    }
  }
}
