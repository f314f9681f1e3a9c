internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// Scrubbing with a finger, on the slider or across the picture.
struct Scrubbing: Hashable, Sendable {
  /// The position at the start, for cancelling.
  let origin: MediaTime
  private(set) var target: MediaTime
  let isFine: Bool
  /// The thumbnail for the target or a time near it; nil until there is one.
  var thumbnail: PictureID?
  /// The range at the start; a live window moves meanwhile.
  let span: SliderSpan
  /// When the target was last sent to the player.
  private var renewed: HostTime

  /// The range of a drag across the full width of the picture.
  static let fineRange = MediaTime(90, 1)

  init(from origin: MediaTime, in span: SliderSpan, isFine: Bool, at now: HostTime) {
    self.origin = origin
    self.span = span
    self.isFine = isFine
    (target, renewed) = (origin, now)
  }

  /// Whether to send the target again, so that the player knows that the finger is still there.
  mutating func isToBeRenewed(at now: HostTime) -> Bool {
    guard now - renewed >= ScrubLease.renewal else { return false }
    renewed = now
    return true
  }

  /// Whether the target is the live edge.
  var isAtLiveEnd: Bool { span.isLive && target >= span.end }

  /// The finger is at this fraction of the slider, 0 to 1.
  mutating func move(toShare share: Double) {
    target = span.place(atShare: share)
  }

  /// The finger has moved by this fraction of the picture's width.
  mutating func move(byWidths widths: Double) {
    guard widths.isFinite else { return }
    let range = min(Self.fineRange, span.length).seconds
    target = span.place(atSeconds: origin.seconds - span.start.seconds + widths * range)
  }
}

// Drawing: the time above the finger, and the thumbnail above that.
extension Scrubbing {
  func drawings(_ context: ScreenContext, opacity: Double) -> [Drawing] {
    let (layout, brush) = (context.layout, context.brush)
    let pill = layout.bubble(at: span.share(of: target), hasPicture: thumbnail != nil)
    let time = brush.text(
      span.text(of: target) ?? context.options.wording.live, .body, in: pill, weight: .medium,
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

/// The range of the slider: a whole item, or the window of a live stream, which ends at the live
/// edge.
struct SliderSpan: Hashable, Sendable {
  let range: ClosedRange<MediaTime>
  let isLive: Bool

  var start: MediaTime { range.lowerBound }
  var end: MediaTime { range.upperBound }
  var length: MediaTime { end - start }

  /// The position at this fraction, 0 to 1.
  func place(atShare share: Double) -> MediaTime { snapped(range.place(at: share)) }

  /// The fraction for a position, 0 to 1.
  func share(of place: MediaTime) -> Double { range.part(at: place) }

  /// The position this many seconds from the start, clamped, in milliseconds.
  func place(atSeconds seconds: Double) -> MediaTime {
    guard seconds.isFinite, length > .zero else { return start }
    return place(atShare: seconds / length.seconds)
  }

  /// Snaps to the live edge, which a finger cannot hit exactly.
  private func snapped(_ place: MediaTime) -> MediaTime {
    guard isLive else { return place }
    let reach = min(max(LatencyController.near.seconds, length.seconds / 50), length.seconds / 4)
    return end.seconds - place.seconds <= reach ? end : place
  }

  /// The label of a position: its time, or the delay behind the live edge; nil at the live edge.
  func text(of place: MediaTime) -> String? {
    guard isLive else { return timeText(place, end) }
    return place < end ? "−" + timeText(end - place) : nil
  }
}
