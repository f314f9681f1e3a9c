import VitrineLinux
package import VitrinePictures
package import VitrineTiming

/// A renderer of the subtitles of one track at the display's resolution. Thread-bound.
///
/// It holds a bounded part of the track: subtitles that ended more than a minute before the latest
/// drawing make room for others, and those that still do not fit are dropped.
package struct SubtitleScreen: ~Copyable {
  package private(set) var layout: SubtitleLayout
  private var renderer: ScriptRenderer?
  private var lines: ScriptLines
  private var pictures: SubtitlePictures
  /// In milliseconds, like all internal times.
  private var lastDrawn: Int64
  /// Whether there were captions.
  private var hasCaptions: Bool
  private let binding: ThreadBinding

  /// How long ended subtitles stay if memory is short, in milliseconds.
  private static let retentionAfterEnd: Int64 = 60_000
  /// The duration of a line without an end, in milliseconds.
  private static let endless: Int64 = 5_000
  /// A caption whose end was lost disappears after a minute. In milliseconds.
  private static let longestCaption: Int64 = 60_000
  /// How long captions stay after their end, in milliseconds.
  private static let captionRetention: Int64 = 2000
  /// The frame duration of animated lines.
  private static let frame = MediaTime(1, 30)

  /// `attachments` are files in the track's container; the fonts among them are used.
  package init(
    form: SubtitleForm, attachments: [Demuxer.Attachment], layout: SubtitleLayout
  ) throws(MediaError) {
    var renderer: ScriptRenderer?
    switch form {
    case .pictures: renderer = nil
    case .plainText(let header):
      renderer = ScriptRenderer(header: header, isPlain: true, fonts: attachments)
    case .script(let header):
      renderer = ScriptRenderer(header: header, isPlain: false, fonts: attachments)
    }
    if form != .pictures, renderer == nil { throw .call("libass", .invalidData) }
    renderer?.place(layout)
    self.renderer = renderer
    (self.layout, lines, pictures) = (layout, ScriptLines(), SubtitlePictures())
    (lastDrawn, hasCaptions) = (0, false)
    binding = ThreadBinding()
  }

  /// Whether no events are known.
  package var isEmpty: Bool { lines.isEmpty && pictures.isEmpty }

  /// The number of known lines.
  var lineCount: Int { lines.lines.count }

  /// Changes the layout, such as for another display mode or picture size.
  package mutating func change(to layout: SubtitleLayout) {
    binding.check()
    guard layout != self.layout else { return }
    let isRestyled = layout.style != self.layout.style
    self.layout = layout
    renderer?.place(layout)
    // libass keeps lines that it has drawn where they are.
    if isRestyled { addLinesAgain() }
  }

  private mutating func addLinesAgain() {
    renderer?.removeAll()
    for line in lines.lines { renderer?.add(line.text, start: line.start, end: line.end) }
  }

  /// Adds an event, in any order. Known events are ignored.
  package mutating func add(_ event: SubtitleEvent) {
    binding.check()
    let start = milliseconds(event.start)
    let end = event.end.map(milliseconds)
    switch event.content {
    case .line(let text):
      if let line = ScriptLines.Line(text, start: start, end: end ?? start + Self.endless) {
        add(line)
      }
    case .captions(let texts):
      hasCaptions = true
      // Captions are played once, in order: earlier ones are not needed again.
      lines.removeAll(endingBefore: min(lastDrawn, start) - Self.captionRetention)
      if lines.end(at: start) { addLinesAgain() }
      for text in texts {
        let line = ScriptLines.Line(text, start: start, end: end ?? start + Self.longestCaption)
        if let line, line.isVisible { add(line) }
      }
    case .pictures(let parts, let canvas):
      guard !canvas.isEmpty, canvas.isWithin(SubtitlePicture.largestSide),
        parts.allSatisfy({ PixelRect(canvas).contains($0.place) })
      else { return }
      add(.init(start: start, end: end ?? .max, pictures: parts, canvas: canvas))
    }
  }

  private mutating func add(_ line: ScriptLines.Line) {
    if lines.isFull(for: line) { makeRoomForLines() }
    guard !lines.isFull(for: line), lines.insert(line) else { return }
    renderer?.add(line.text, start: line.start, end: line.end)
  }

  /// libass can only remove all lines.
  private mutating func makeRoomForLines() {
    let count = lines.lines.count
    lines.removeAll(endingBefore: lastDrawn - Self.retentionAfterEnd)
    if lines.lines.count < count { addLinesAgain() }
  }

  private mutating func add(_ showing: SubtitlePictures.Showing) {
    if pictures.isFull(for: showing) {
      pictures.removeAll(endingBefore: lastDrawn - Self.retentionAfterEnd)
    }
    if pictures.isFull(for: showing) { pictures.removeAll(endingBefore: lastDrawn) }
    if !pictures.isFull(for: showing) { pictures.insert(showing) }
  }

  /// Removes all events: after a seek, or when a track starts over.
  package mutating func flush() {
    (lines, pictures, lastDrawn) = (ScriptLines(), SubtitlePictures(), 0)
    renderer?.removeAll()
  }

  /// Returns the next time at which the subtitles may change, as far as events are known: a start,
  /// an end, or the next frame of animated lines.
  package func nextChange(after time: MediaTime) -> MediaTime? {
    let now = earlierMilliseconds(time)
    let known = [lines.nextChange(after: now), pictures.nextChange(after: now)]
    let next = known.compactMap(\.self).min().map { MediaTime($0, 1000) }
    guard let next, lines.isAnimated(at: now) else { return next }
    return min(next, time + Self.frame)
  }

  /// The text at `time` if the style says that it is read aloud; nil otherwise, and for pictures.
  package func words(at time: MediaTime) -> SubtitleWords? {
    guard layout.style.speech == .on, renderer != nil else { return nil }
    var words = SubtitleWords(isGrowing: hasCaptions)
    lines.appendText(at: earlierMilliseconds(time), to: &words)
    return words
  }

  /// Draws the subtitles at `time` over the content of `bytes`, and returns the part of the panel
  /// that it drew on; nil if there is none.
  ///
  /// `bytes` is a picture of the panel's size with `pitch` bytes in each row: 32-bit ARGB, little
  /// endian, premultiplied. The caller clears the part drawn before. It is read as well as written,
  /// which may be slow in a display's memory.
  package mutating func draw(
    at time: MediaTime, into bytes: UnsafeMutableRawBufferPointer, pitch: Int
  ) -> PixelRect? {
    binding.check()
    guard
      var picture = unsafe PanelPicture(
        bytes, pitch: pitch, panel: layout.panel, rotation: layout.rotation)
    else { preconditionFailure("the buffer is too small for the panel's picture") }
    let now = earlierMilliseconds(time)
    lastDrawn = now
    pictures.showing(at: now)?.draw(layout, onto: &picture)
    if lines.isShowing(at: now) {
      renderer?.draw(at: now, onto: &picture)
    } else if layout.sample != nil, pictures.isEmpty {
      renderer?.drawSample(onto: &picture)
    }
    return picture.touched.map { layout.rotation.onPanel($0, of: layout.panel) }
  }
}

/// Returns the nearest millisecond, for starts and ends.
private func milliseconds(_ time: MediaTime) -> Int64 {
  let nanoseconds = time.nanoseconds
  return (nanoseconds / 1000 + (nanoseconds < 0 ? -500 : 500)) / 1000
}

/// Returns the millisecond that contains `time`, so that a time is at a start exactly if the start
/// was reached.
private func earlierMilliseconds(_ time: MediaTime) -> Int64 {
  let (quotient, remainder) = time.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
  return remainder < 0 ? quotient - 1 : quotient
}

extension PixelRect {
  fileprivate func contains(_ other: PixelRect) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width
      && other.y + other.height <= y + height
  }
}
