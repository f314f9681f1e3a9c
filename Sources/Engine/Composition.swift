internal import Linux
internal import Media
internal import Pictures
internal import Playback

/// What a display without writeback scans out, put together by the CPU.
enum Composition {
  /// The picture where its plan puts it, black around it, what lies over it, as XRGB of the
  /// display's size.
  static func compose(
    _ layers: Layers, size: PixelSize
  ) throws(PlaybackError) -> ScanoutBuffer {
    let picture = layers.picture
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
      if let overlay = layers.overlayBuffer, let box = layers.overlay?.box {
        target.blend(box, of: overlay)
      }
      return target
    } catch let error as PlaybackError {
      throw error
    } catch {
      throw PlaybackError(.display, "screenshot: \(error)", exitStatus: .unavailable)
    }
  }
}

extension ScanoutBuffer {
  /// Puts a part of a premultiplied ARGB picture of the same size over this one of RGB.
  func blend(_ box: PixelRect, of overlay: ScanoutBuffer) {
    let (pitch, overlayPitch) = (layout.planes[0].pitch, overlay.layout.planes[0].pitch)
    for row in box.y..<box.y + box.height {
      for column in box.x..<box.x + box.width {
        let from = row * overlayPitch + column * 4
        let over = unsafe overlay.bytes.loadUnaligned(fromByteOffset: from, as: UInt32.self)
        let rest = 255 - over >> 24
        guard rest < 255 || over != 0 else { continue }
        let place = row * pitch + column * 4
        let under = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        var mixed: UInt32 = 0
        for shift: UInt32 in [0, 8, 16] {
          let sum = (over >> shift & 255) + ((under >> shift & 255) * rest + 127) / 255
          mixed |= min(sum, 255) << shift
        }
        unsafe bytes.storeBytes(of: mixed, toByteOffset: place, as: UInt32.self)
      }
    }
  }
}
