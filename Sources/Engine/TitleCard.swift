internal import Canvas
internal import Linux
internal import Media
internal import Pictures
internal import Playback
internal import Timing

/// The picture of an item that has none: its title on black, shown for as long as it sounds.
struct TitleCard {
  private let pipeline: Pipeline
  private let title: String
  private let display: any PictureDisplay

  init(_ pipeline: Pipeline, title: String, _ display: any PictureDisplay) {
    (self.pipeline, self.title, self.display) = (pipeline, title, display)
  }

  /// Draws the card and queues it, as the only picture of its run.
  func show() {
    defer { pipeline.pictures.close() }
    // It takes the place of the run's earliest moment, which only the sound knows.
    let pts = MediaTime.zero
    do throws(PlaybackError) {
      let (buffer, plan) = try picture()
      let card = ScanoutPicture(
        run: pipeline.run, pts: pts, duration: .zero, buffer: buffer, plan: plan, holder: .none)
      pipeline.pictures.push(card)
      pipeline.noteStart(of: .video, at: nil)
      display.nudge()
    } catch {
      pipeline.tell(.failed(error))
    }
  }

  private func picture() throws(PlaybackError) -> (ScanoutBuffer, ScanoutPlan) {
    let size = try display.size()
    let color = ColorDescription(matrix: nil, range: nil, of: size)
    let description = PictureDescription(
      format: .xrgb8888, depth: 8, chroma: .rgb, size: size, color: color)
    let plan = try display.plan(for: description)
    let buffer = try display.makeBuffer(plan.format, size: plan.bufferSize, room: nil)
    buffer.clear(color)
    if plan.format == .xrgb8888 || plan.format == .argb8888, plan.bufferSize == size {
      unsafe draw(buffer.layout, into: buffer.bytes)
    } else {
      try convert(description, to: buffer, plan)
    }
    return (buffer, plan)
  }

  private func draw(_ layout: BufferLayout, into bytes: UnsafeMutableRawBufferPointer) {
    unsafe TextCard.draw(
      title: title, size: layout.size, pitch: layout.planes[0].pitch, into: bytes)
  }

  /// Where no plane takes the card as it is drawn, it goes the way of every other picture.
  private func convert(
    _ description: PictureDescription, to buffer: ScanoutBuffer, _ plan: ScanoutPlan
  ) throws(PlaybackError) {
    let size = description.size
    guard let layout = BufferLayout(format: .xrgb8888, size: size, pitch: size.width * 4) else {
      throw PlaybackError(.display, "no card of \(size)", exitStatus: .bug)
    }
    do {
      let drawn = try ScanoutBuffer(plain: layout)
      unsafe draw(layout, into: drawn.bytes)
      guard let frame = unsafe Frame(showing: drawn.bytes, layout: layout, color: description.color)
      else { throw PlaybackError(.display, "no memory for a card", exitStatus: .unavailable) }
      var converter = PictureConverter()
      unsafe try converter.convert(
        frame,
        PictureConverter.Job(
          source: plan.picturePart, sourceColor: description.color, destination: plan.bufferPart,
          layout: buffer.layout),
        into: buffer.bytes)
    } catch let error as PlaybackError {
      throw error
    } catch {
      throw PlaybackError(.display, "card: \(error)", exitStatus: .unavailable)
    }
  }
}
