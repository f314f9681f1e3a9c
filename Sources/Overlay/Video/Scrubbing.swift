internal import Pictures
internal import Playback
internal import Timing

/// A finger that looks for a place in the item: on the slider, or across the picture.
struct Scrubbing: Hashable, Sendable {
  /// Where it began, to go back to.
  let origin: MediaTime
  private(set) var target: MediaTime
  let isFine: Bool
  /// Of the target, or of a time near it; nil until there is one.
  var thumbnail: PictureID?
  private let duration: MediaTime

  /// What a drag across all of the picture's width is worth.
  static let fineRange = MediaTime(90, 1)

  init(from origin: MediaTime, duration: MediaTime, isFine: Bool) {
    (self.origin, self.duration, self.isFine) = (origin, duration, isFine)
    target = origin
  }

  /// The finger is on the slider at this part of its length, 0 to 1.
  mutating func move(toShare share: Double) {
    target = Self.time(atShare: share, of: duration)
  }

  /// The finger has gone this part of the picture's width.
  mutating func move(byWidths widths: Double) {
    guard widths.isFinite else { return }
    let range = min(Self.fineRange, duration).seconds
    target = Self.time(min(max(origin.seconds + widths * range, 0), duration.seconds))
  }

  static func time(atShare share: Double, of duration: MediaTime) -> MediaTime {
    guard share.isFinite else { return .zero }
    return time(duration.seconds * min(max(share, 0), 1))
  }

  /// Finer than a millisecond no finger is. A damaged file claims to be longer than all time.
  private static func time(_ seconds: Double) -> MediaTime {
    MediaTime(Int64((min(max(seconds, 0), 9e9) * 1000).rounded()), 1000)
  }
}

// What is seen of it: the time above the finger, and over that the small picture.
extension Scrubbing {
  func drawings(_ context: ScreenContext, opacity: Double) -> [Drawing] {
    guard let duration = context.status.duration, duration > .zero else { return [] }
    let (layout, brush) = (context.layout, context.brush)
    let share = min(max(target.seconds / duration.seconds, 0), 1)
    let pill = layout.bubble(at: share, hasPicture: thumbnail != nil)
    let time = brush.text(
      timeText(target, duration), 16, in: pill, weight: .medium, alignment: .center,
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
