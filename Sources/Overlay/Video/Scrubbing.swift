internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// A finger that looks for a place in the item: on the slider, or across the picture.
struct Scrubbing: Hashable, Sendable {
  /// Where it began, to go back to.
  let origin: MediaTime
  private(set) var target: MediaTime
  let isFine: Bool
  /// Of the target, or of a time near it; nil until there is one.
  var thumbnail: PictureID?
  /// As it was when the finger came: what is live goes on meanwhile.
  let span: SliderSpan
  /// When the player was told of it last.
  private var renewed: HostTime

  /// What a drag across all of the picture's width is worth.
  static let fineRange = MediaTime(90, 1)

  init(from origin: MediaTime, in span: SliderSpan, isFine: Bool, at now: HostTime) {
    (self.origin, self.span, self.isFine) = (origin, span, isFine)
    (target, renewed) = (origin, now)
  }

  /// Whether the player is to be told again, while the finger rests, that it is there.
  mutating func isToBeRenewed(at now: HostTime) -> Bool {
    guard now - renewed >= ScrubLease.renewal else { return false }
    renewed = now
    return true
  }

  /// Whether it is what happens that is looked for.
  var isAtLiveEnd: Bool { span.isLive && target >= span.end }

  /// The finger is on the slider at this part of its length, 0 to 1.
  mutating func move(toShare share: Double) {
    target = span.place(atShare: share)
  }

  /// The finger has gone this part of the picture's width.
  mutating func move(byWidths widths: Double) {
    guard widths.isFinite else { return }
    let range = min(Self.fineRange, span.length).seconds
    target = span.place(atSeconds: origin.seconds - span.start.seconds + widths * range)
  }
}

// What is seen of it: the time above the finger, and over that the small picture.
extension Scrubbing {
  func drawings(_ context: ScreenContext, opacity: Double) -> [Drawing] {
    let (layout, brush) = (context.layout, context.brush)
    let pill = layout.bubble(at: span.share(of: target), hasPicture: thumbnail != nil)
    let time = brush.text(
      span.text(of: target) ?? context.options.wording.live, 16, in: pill, weight: .medium,
      alignment: .center,
      isTabular: true, opacity: opacity)
    let drawings = brush.surface(pill, radius: pill.height / 2, opacity: opacity) + [time]
    guard let thumbnail else { return drawings }
    return picture(thumbnail, in: layout.picture(over: pill), brush, opacity) + drawings
  }

  private func picture(
    _ id: PictureID, in frame: Rect, _ brush: Brush, _ opacity: Double
  ) -> [Drawing] {
    let width = brush.points(2)
    let border = frame.inset(-width, -width)
    let radius = brush.points(brush.theme.cornerRadius * 0.75)
    return [
      Drawing(.box(brush.theme.text, radius: radius + width), in: border, opacity: opacity),
      Drawing(.picture(id, radius: radius), in: frame, opacity: opacity),
    ]
  }
}

/// What the slider stands for: all of a film, or the window of what is live, at whose end that happens.
struct SliderSpan: Hashable, Sendable {
  let range: ClosedRange<MediaTime>
  let isLive: Bool

  var start: MediaTime { range.lowerBound }
  var end: MediaTime { range.upperBound }
  var length: MediaTime { end - start }

  /// The place at this part of it, 0 to 1.
  func place(atShare share: Double) -> MediaTime { snapped(range.place(at: share)) }

  /// The part of it that lies before a place, 0 to 1.
  func share(of place: MediaTime) -> Double { range.part(at: place) }

  /// So many seconds from its start, to the millisecond, no further than it reaches.
  func place(atSeconds seconds: Double) -> MediaTime {
    guard seconds.isFinite, length > .zero else { return start }
    return place(atShare: seconds / length.seconds)
  }

  /// No finger hits the end by itself; nor is it worth a delay to be a moment behind what happens.
  private func snapped(_ place: MediaTime) -> MediaTime {
    guard isLive else { return place }
    let reach = min(max(LiveHold.near.seconds, length.seconds / 50), length.seconds / 4)
    return end.seconds - place.seconds <= reach ? end : place
  }

  /// What a place is called: its time, or how far it is behind what happens; nil of that itself.
  func text(of place: MediaTime) -> String? {
    guard isLive else { return timeText(place, end) }
    return place < end ? "−" + timeText(end - place) : nil
  }
}
