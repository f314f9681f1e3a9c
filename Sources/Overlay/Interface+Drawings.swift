package import VitrinePictures
package import VitrineScenes
package import VitrineTiming

// Drawing.
extension Interface {
  /// The drawings at a moment, from bottom to top. Empty while only the picture is visible.
  package func drawings(at now: HostTime) -> [Drawing] {
    let drawings = drawingsWithin(at: now)
    guard context.metrics.top > 0, !drawings.isEmpty else { return stage.scene.below + drawings }
    return stage.scene.below + fillBeyond(at: now) + onDisplay(drawings)
  }

  /// Places drawings of the part within reach on the display.
  private func onDisplay(_ drawings: [Drawing]) -> [Drawing] {
    let top = Double(context.metrics.top)
    guard top > 0 else { return drawings }
    let reach = Rect(context.metrics.size).moved(0, top)
    return drawings.compactMap { drawing in
      var moved = drawing
      moved.frame = drawing.frame.moved(0, top)
      guard let clip = (drawing.clip?.moved(0, top) ?? moved.frame).intersection(reach) else {
        return nil
      }
      if clip != moved.frame { moved.clip = clip }
      return moved
    }
  }

  /// Continues the background of the part within reach on the rest of the display.
  private func fillBeyond(at now: HostTime) -> [Drawing] {
    let (metrics, theme) = (context.metrics, context.options.theme)
    let (width, top) = (Double(metrics.size.width), Double(metrics.top))
    let bottom = top + Double(metrics.size.height)
    let parts = [
      Rect(x: 0, y: 0, width: width, height: top),
      Rect(x: 0, y: bottom, width: width, height: Double(metrics.display.height) - bottom),
    ].filter { $0.height > 0 }
    func fill(_ color: Color, _ opacity: Double = 1) -> [Drawing] {
      parts.map { Drawing(.box(color), in: $0, opacity: opacity) }
    }
    var fills: [Drawing] = []
    if !context.options.isBare, screen.video == nil { fills = fill(theme.background) }
    if screen.video?.menu?.page == .all { fills += fill(theme.scrim.opacity(0.6)) }
    let service = service.fade.opacity(at: now)
    return fills + (service > 0 ? fill(theme.scrim.opacity(0.8), service) : [])
  }

  /// In pixels of the part of the display that is within reach.
  private func drawingsWithin(at now: HostTime) -> [Drawing] {
    let above =
      own.scene.above + service.drawings(context, at: now) + notice.drawings(context, at: now)
      + pointer.drawings(context.metrics, at: now)
    guard !context.options.isBare else { return own.scene.below + above }
    return own.scene.below + screen.drawings(context, at: now)
      + presence.countdown.drawings(context, above: countdownBottom, at: now) + above
  }

  /// Above the slider, whether that is shown or not; over the gallery, at the edge.
  private var countdownBottom: Double {
    let (layout, points) = (context.layout, context.metrics.points)
    let edge = layout.screen.height - points(24)
    return screen.list == nil ? (layout.slider?.y).map { $0 - points(12) } ?? edge : edge
  }

  /// The part of the display for the film, in pixels: on a page of the list, in the program's layer, or in a zone. Nil
  /// for all of it.
  package var filmArea: PixelRect? {
    let place = screen.filmPlace ?? own.scene.film.map { Rect($0) }
    return place.map { $0.moved(0, Double(context.metrics.top)).pixels } ?? stage.scene.film
  }

  /// How far the film must be moved down, in even pixels of the upright display.
  package func filmFall(at now: HostTime) -> Int {
    context.options.isBare ? 0 : screen.fall(context, at: now)
  }

  /// Whether the gallery or a menu covers the picture. Controls that disappear soon do not count.
  package func hidesPicture(at now: HostTime) -> Bool {
    if service.fade.opacity(at: now) > 0 { return true }
    return !context.options.isBare && (screen.hidesVideo || screen.video?.menu != nil)
  }

  /// Whether an animation is running, so that the next refresh shows another picture.
  package func isMoving(at now: HostTime) -> Bool {
    stage.isMoving || own.isMoving || pointer.appearance.isMoving(at: now)
      || notice.isMoving(at: now)
      || service.fade.isMoving(at: now)
      || !context.options.isBare && isMovingBelow(at: now)
  }

  private func isMovingBelow(at now: HostTime) -> Bool {
    context.isMoving(at: now) || screen.isMoving(at: now)
      || presence.countdown.fade.isMoving(at: now)
  }

  /// The drawings that a tap would show, so that they can be prepared. Empty in the gallery.
  package func rehearsal(at now: HostTime) -> [Drawing] {
    context.options.isBare ? [] : onDisplay(screen.video?.rehearsal(context, at: now) ?? [])
  }

  /// The area for subtitles at a moment, in pixels: above the slider, the countdown, and the limit
  /// set by the program. Nil if nothing restricts it.
  package func roomForSubtitles(at now: HostTime) -> Rect? {
    let top = Double(context.metrics.top)
    let room = roomWithin(at: now).map { room in
      Rect(x: room.x, y: 0, width: room.width, height: room.bottom + top)
    }
    guard let bottom = stage.scene.subtitleBottom else { return room }
    let display = Rect(context.metrics.display)
    let height = min(room?.height ?? display.height, max(bottom, 0))
    return Rect(x: room?.x ?? 0, y: 0, width: room?.width ?? display.width, height: height)
  }

  private func roomWithin(at now: HostTime) -> Rect? {
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

  /// A line that shows the style of subtitles while a visitor changes it.
  /// The menu covers a part of the display's width, from the right.
  package var subtitleSample: (text: String, covered: Double)? {
    guard screen.video?.isStylingSubtitles ?? false else { return nil }
    let layout = context.layout
    return (
      context.options.wording.subtitleSample, 1 - layout.menu.x / max(layout.screen.width, 1)
    )
  }

  /// Whether the attract loop is running.
  package var isAttracting: Bool { screen.video?.isAttracting ?? false }

  /// Entries whose posters should be loaded, nearest first.
  package var wantedPosters: [Int] { screen.list?.wantedPosters ?? [] }

  /// The entry whose page needs a larger poster than its card.
  package var wantedPagePicture: Int? { screen.list?.catalogue.page?.entry.id }

  /// The larger poster for the page of an entry.
  package mutating func receivePagePicture(_ picture: PictureID, of id: Int) {
    screen.changeList { $0.receivePagePicture(picture, of: id) }
  }
}
