public import Pictures
public import Timing

// What is seen.
extension Interface {
  /// What is to be seen at a moment, from the lowest to the uppermost. Empty while the picture is
  /// alone.
  public func drawings(at now: HostTime) -> [Drawing] { screen.drawings(context, at: now) }

  /// Whether something moves: the next refresh shows another picture then.
  public func isMoving(at now: HostTime) -> Bool {
    context.isMoving(at: now) || screen.isMoving(at: now)
  }

  /// What a tap would bring, to be ready for it. Empty in the list.
  public func rehearsal(at now: HostTime) -> [Drawing] {
    screen.video?.rehearsal(context, at: now) ?? []
  }

  /// The part of the display that subtitles should stay in at a moment, in pixels: above the
  /// slider while the bars are shown. Nil where nothing is in their way.
  public func roomForSubtitles(at now: HostTime) -> Rect? {
    screen.video?.roomForSubtitles(context, at: now)
  }

  /// Whether the list plays for passers-by.
  public var isAttracting: Bool { screen.video?.isAttracting ?? false }

  /// Entries whose posters are worth loading now, the nearest first.
  public var wantedPosters: [Int] { screen.list?.wantedPosters ?? [] }
}
