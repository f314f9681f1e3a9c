internal import VitrineLinux
package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback

/// Composes the output of a display without writeback in software.
package enum Composition {
  /// The picture at its position, black around it, and the layers above, as XRGB of the display's
  /// size; with a `screen`, of the whole screen around it.
  package static func compose(
    _ layers: Layers, size: PixelSize, on screen: PixelRect? = nil
  ) throws(PlaybackError) -> ScanoutBuffer {
    let target = try makeScreen(size)
    var converter = PictureConverter()
    try compose(layers, into: target, &converter, isExact: true)
    guard let screen, screen != PixelRect(size) else { return target }
    let whole = try makeScreen(screen.size)
    let part = PixelRect(x: -screen.x, y: -screen.y, width: size.width, height: size.height)
    whole.copy(pictureOf: target, to: part)
    return whole
  }

  /// A black picture.
  private static func makeScreen(_ size: PixelSize) throws(PlaybackError) -> ScanoutBuffer {
    guard
      let layout = BufferLayout(format: .xrgb8888, size: size, pitch: size.width * 4)
    else { throw PlaybackError(.display, "no screenshot of \(size)", exitStatus: .bug) }
    do {
      return try ScanoutBuffer(plain: layout)
    } catch {
      throw PlaybackError(.display, "screenshot: \(error)", exitStatus: .unavailable)
    }
  }

  /// Like `compose`, into memory of the display's size that is fast to read and already black around
  /// the picture: RGB, or YUV with this encoding.
  static func compose(
    _ layers: Layers, into target: ScanoutBuffer, as color: ColorDescription? = nil,
    _ converter: inout PictureConverter, isExact: Bool = false
  ) throws(PlaybackError) {
    // Pictures are mixed before they are shown.
    let picture = layers.mixture == nil ? layers.picture : layers.scanned
    try compose(picture, into: target, as: color, &converter, isExact: isExact)
    let isMixed = layers.mixture != nil && layers.flattened != nil
    for inset in isMixed && layers.insetPlanes == nil ? [] : layers.insets {
      try compose(inset, into: target, as: color, &converter, isExact: isExact)
    }
    guard layers.mixture == nil || layers.flattened == nil || layers.isInterfaceApart else {
      return
    }
    if let layer = layers.interface { compose(layer, into: target, as: color) }
  }

  /// Composes a picture alone.
  static func compose(
    _ picture: ScanoutPicture, into target: ScanoutBuffer, as color: ColorDescription? = nil,
    _ converter: inout PictureConverter, isExact: Bool = false
  ) throws(PlaybackError) {
    let readable = try readable(picture)
    var (frame, job) = try read(picture, in: readable, onto: target.layout)
    (job.destinationColor, job.isExact) = (color, isExact)
    do throws(MediaError) {
      try withExtendedLifetime(readable) { () throws(MediaError) in
        unsafe try converter.convert(frame, job, into: target.bytes)
      }
    } catch {
      throw PlaybackError(.display, "composition: \(error)", exitStatus: .unavailable)
    }
  }

  /// Draws a layer over a composed picture.
  static func compose(
    _ layer: InterfaceLayer, into target: ScanoutBuffer, as color: ColorDescription? = nil
  ) {
    if let color, let pass = GraphicsPass(over: color, target.layout) {
      let pitch = layer.buffer.layout.planes[0].pitch
      return unsafe pass.blend(
        layer.box, of: UnsafeRawBufferPointer(layer.buffer.bytes), pitch: pitch,
        over: target.bytes)
    }
    let tones = layer.transfer.map(GraphicsTones.init(from:))
    target.blend(layer.box, of: layer.buffer, through: tones)
  }

  /// The picture's memory, or a readable copy.
  private static func readable(
    _ picture: ScanoutPicture
  ) throws(PlaybackError) -> ScanoutBuffer {
    do throws(Errno) {
      if let readable = try picture.buffer.readable() { return readable }
    } catch {
      throw PlaybackError(.display, "a decoder's frame: \(error)", exitStatus: .unavailable)
    }
    throw PlaybackError(
      .display, "a decoder's frame with a tiled layout cannot be read", exitStatus: .unavailable)
  }

  /// The picture in its fastest readable form, and its position on the screen.
  private static func read(
    _ picture: ScanoutPicture, in buffer: ScanoutBuffer, onto screen: BufferLayout
  ) throws(PlaybackError) -> (Frame, PictureConverter.Job) {
    if let decoded = picture.decoded { return (decoded.frame, decoded.job(picture.plan, screen)) }
    guard
      let frame = unsafe Frame(
        showing: buffer.bytes, layout: buffer.layout, color: picture.plan.color)
    else {
      throw PlaybackError(.display, "out of memory for the composition", exitStatus: .unavailable)
    }
    return (frame, .composing(picture.plan, screen))
  }
}

extension PictureConverter.Job {
  /// The conversion of a plan's buffer to its position on the screen, as SDR.
  fileprivate static func composing(_ plan: ScanoutPlan, _ screen: BufferLayout) -> Self {
    var (source, shown) = (plan.plane.source, plan.plane.destination)
    if let visible = shown.intersection(PixelRect(screen.size)), visible != shown {
      // The buffer includes margins, which are not on the screen.
      (source, shown) = (visible.scaled(with: shown, onto: source), visible)
    }
    return Self(
      source: source, sourceColor: plan.color, destination: shown, layout: screen,
      rotation: plan.plane.rotation, tones: plan.hdr)
  }
}

extension ScanoutBuffer {
  /// Blends a part of a premultiplied ARGB picture of the same size over this RGB picture; `tones`
  /// maps it to this picture's colours.
  func blend(_ box: PixelRect, of overlay: ScanoutBuffer, through tones: GraphicsTones? = nil) {
    let (pitch, overlayPitch) = (layout.planes[0].pitch, overlay.layout.planes[0].pitch)
    for row in box.y..<box.y + box.height {
      for column in box.x..<box.x + box.width {
        let from = row * overlayPitch + column * 4
        var over = unsafe overlay.bytes.loadUnaligned(fromByteOffset: from, as: UInt32.self)
        guard over != 0 else { continue }
        if let tones { over = tones.mapped(over) }
        let place = row * pitch + column * 4
        let under = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
        unsafe bytes.storeBytes(of: over.laid(over: under), toByteOffset: place, as: UInt32.self)
      }
    }
  }

  /// Writes a patch with the canvas of the same size blended over it, within a part of this
  /// picture; `tones` maps both to this picture's colours. It never reads this memory, which may be
  /// slow to read.
  package func put(
    _ patch: PixelPatch, under canvas: ScanoutBuffer, within part: PixelRect,
    through tones: GraphicsTones? = nil
  ) {
    guard let box = patch.box.intersection(part) else { return }
    let (pitch, canvasPitch) = (layout.planes[0].pitch, canvas.layout.planes[0].pitch)
    for row in box.y..<box.bottom {
      let from = (row - patch.box.y) * patch.box.width - patch.box.x
      for column in box.x..<box.right {
        let over = unsafe canvas.bytes.loadUnaligned(
          fromByteOffset: row * canvasPitch + column * 4, as: UInt32.self)
        var mixed = over.laid(over: patch.pixels[from + column])
        if let tones { mixed = tones.mapped(mixed) }
        unsafe bytes.storeBytes(of: mixed, toByteOffset: row * pitch + column * 4, as: UInt32.self)
      }
    }
  }
}

extension UInt32 {
  /// Blends this premultiplied ARGB pixel over another one.
  func laid(over under: UInt32) -> UInt32 {
    let rest = 255 - self >> 24
    guard rest > 0 else { return self }
    // Two components at a time, each with headroom; rounded like (x + 128) * 257 >> 16.
    func scaled(_ pair: UInt32) -> UInt32 {
      let product = pair * rest + 0x0080_0080
      return (product + (product >> 8 & 0x00FF_00FF)) >> 8 & 0x00FF_00FF
    }
    return self &+ (scaled(under & 0x00FF_00FF) | scaled(under >> 8 & 0x00FF_00FF) << 8)
  }
}
