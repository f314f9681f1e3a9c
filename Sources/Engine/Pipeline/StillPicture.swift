internal import VitrineCanvas
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
package import VitrineScanout
internal import VitrineScenes
internal import VitrineTiming

/// A picture that is not from a video track: a title card, a cover or one colour. It stays on
/// screen for its whole run.
struct StillPicture {
  private let display: any PictureDisplay

  init(_ display: any PictureDisplay) {
    self.display = display
  }

  /// Shows the cover, or the title on black, as the only picture of a run. If neither picture nor
  /// sound was selected, the run starts at the requested time.
  func showCard(title: String, cover: CoverImage?, in queues: RunQueues) {
    let start = queues.mayHaveSound ? nil : queues.bounds.start ?? queues.origin
    show(in: queues, start: start) { () throws(PlaybackError) in
      if let cover, let frame = decode(cover) { return frame }
      return try card(title: title)
    }
  }

  /// Queues the picture made by `make` as the only one of a run. If the run has sound, it starts
  /// with the sound and `start` is nil.
  func show(
    in queues: RunQueues, start: MediaTime? = nil, _ make: () throws(PlaybackError) -> Frame
  ) {
    defer { queues.pictures.close() }
    do throws(PlaybackError) {
      queues.pictures.push(try picture(of: try make(), run: queues.run))
      queues.recordStart(of: .video, at: start)
      display.nudge()
    } catch {
      queues.report(.failed(error))
    }
  }

  /// Copies a frame to its own scanout memory.
  func picture(of frame: Frame, run: Run) throws(PlaybackError) -> ScanoutPicture {
    let description = frame.description
    // Stills are shown in SDR: switching the signal to HDR would blank the display before and after
    // each.
    let plan = try display.plan(for: description.inSDR)
    let buffer = try display.makeBuffer(plan.format, size: plan.bufferSize, room: nil)
    buffer.clear(plan.color)
    var converter = PictureConverter()
    do {
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: plan.picturePart, sourceColor: description.color, destination: plan.bufferPart,
          layout: buffer.layout, rotation: plan.rotation, tones: plan.tones(of: description),
          isExact: true),
        into: buffer.bytes)
    } catch {
      throw PlaybackError(error)
    }
    let isRead = plan.isFlattened ? try !display.isCached() : false
    return ScanoutPicture(
      run: run, pts: .zero, duration: .zero, buffer: buffer, plan: plan, holder: .none,
      decoded: isRead ? DecodedPicture(frame, description) : nil)
  }

  /// A cover that cannot be decoded does not prevent playback.
  private func decode(_ cover: CoverImage) -> Frame? {
    guard var decoder = try? Decoder(of: cover.track), (try? decoder.send(cover.packet)) == true,
      (try? decoder.send(nil)) == true, case .frame(let frame)? = try? decoder.receive()
    else { return nil }
    return frame
  }

  /// The first picture of a file; nil if none can be decoded.
  static func firstFrame(of path: String) -> Frame? {
    guard var reader = try? StillReader(path: path, interrupter: .init()) else { return nil }
    return try? reader.picture(near: .zero)
  }

  /// A card with a title and details, of the display's size: in the colours of the theme or of the
  /// severity, or on black for the player's own messages.
  func card(
    title: String, detail: String = "", _ severity: Severity? = nil
  ) throws(PlaybackError) -> Frame {
    let theme = display.theme
    return unsafe try drawn { size, pitch, bytes in
      unsafe TextCard.draw(
        title: title, detail: detail, style: CardStyle(severity?.sign, theme), font: theme.font,
        size: size, pitch: pitch, into: bytes)
    }
  }

  /// One colour, 0xRRGGBB.
  func color(_ color: UInt32) throws(PlaybackError) -> Frame {
    unsafe try drawn { _, _, bytes in
      unsafe bytes.bindMemory(to: UInt32.self).update(repeating: color.littleEndian)
    }
  }

  private func drawn(
    _ draw: (PixelSize, Int, UnsafeMutableRawBufferPointer) -> Void
  ) throws(PlaybackError) -> Frame {
    let size = try display.uprightSize()
    let color = ColorDescription(matrix: nil, range: .full, of: size)
    guard let frame = unsafe Frame(drawn: size, color: color, draw) else {
      throw PlaybackError(.display, "out of memory for a card", exitStatus: .unavailable)
    }
    return frame
  }
}

extension SharedDisplay {
  /// Fills the screen with one colour, 0xRRGGBB.
  package func picture(of color: UInt32, run: Run) throws(PlaybackError) -> ScanoutPicture {
    let still = StillPicture(self)
    return try still.picture(of: try still.color(color), run: run)
  }
}
