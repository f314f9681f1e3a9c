public import VitrinePictures
public import VitrineScenes
public import VitrineTiming

// What is seen.
extension Interface {
  /// What is to be seen at a moment, from the lowest to the uppermost. Empty while the picture is
  /// alone.
  public func drawings(at now: HostTime) -> [Drawing] {
    let above =
      own.scene.above + service.drawings(context, at: now) + notice.drawings(context, at: now)
    guard !context.options.isBare else { return own.scene.below + above }
    return own.scene.below + screen.drawings(context, at: now)
      + presence.countdown.drawings(context, above: countdownBottom, at: now) + above
  }

  /// Above the slider, whether that is shown or not; over the list, which has none, at its edge.
  private var countdownBottom: Double {
    let (layout, points) = (context.layout, context.metrics.points)
    let edge = layout.screen.height - points(24)
    return screen.list == nil ? (layout.slider?.y).map { $0 - points(12) } ?? edge : edge
  }

  /// Whether what plays is not to be seen for what it is: the list, or a menu, lies over it. What is there
  /// for a glance, as the bars are, hides nothing.
  public func hidesPicture(at now: HostTime) -> Bool {
    if service.fade.opacity(at: now) > 0 { return true }
    return !context.options.isBare && (screen.list != nil || screen.video?.menu != nil)
  }

  /// Whether something moves: the next refresh shows another picture then.
  public func isMoving(at now: HostTime) -> Bool {
    own.isMoving || notice.isMoving(at: now) || service.fade.isMoving(at: now)
      || !context.options.isBare && isMovingBelow(at: now)
  }

  private func isMovingBelow(at now: HostTime) -> Bool {
    context.isMoving(at: now) || screen.isMoving(at: now)
      || presence.countdown.fade.isMoving(at: now)
  }

  /// What a tap would bring, to be ready for it. Empty in the list.
  public func rehearsal(at now: HostTime) -> [Drawing] {
    context.options.isBare ? [] : screen.video?.rehearsal(context, at: now) ?? []
  }

  /// The part of the display that subtitles should stay in at a moment, in pixels: above the
  /// slider while the bars are shown, above the countdown while there is one, and above what the
  /// program wants them to. Nil where nothing is in their way.
  public func roomForSubtitles(at now: HostTime) -> Rect? {
    let room = roomBesideControls(at: now)
    guard let bottom = own.scene.subtitleBottom else { return room }
    let screen = Rect(context.metrics.size)
    let height = min(room?.bottom ?? screen.height, max(bottom, 0))
    return Rect(x: 0, y: 0, width: screen.width, height: height)
  }

  private func roomBesideControls(at now: HostTime) -> Rect? {
    guard screen.list == nil, presence.countdown.fade.opacity(at: now) > 0 else {
      return screen.video?.roomForSubtitles(context, at: now)
    }
    let card = presence.countdown.frame(context, above: countdownBottom)
    return Rect(x: 0, y: 0, width: card.right + card.x, height: card.y - context.metrics.points(8))
  }

  /// Whether the list plays for passers-by.
  public var isAttracting: Bool { screen.video?.isAttracting ?? false }

  /// Entries whose posters are worth loading now, the nearest first.
  public var wantedPosters: [Int] { screen.list?.wantedPosters ?? [] }
}
