internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// A video with everything above it: bars with controls, the track menu, and temporary elements.
/// Created for each video that is opened, and discarded when the gallery returns.
///
/// Over 300 lines with its extensions: touches, keys and status all change the same few states, and
/// each of these knows its own rules and look.
struct VideoScreen: Sendable {
  /// Whether this is the attract loop: the first touch or key leads back to the gallery.
  let isAttracting: Bool
  /// Whether the film still has its place on the page of its entry.
  var isGrowing: Bool
  var visibility: Visibility
  var finger = Finger.idle
  /// The way of the film back to the gallery, under a finger or by itself.
  var opening: Opening?
  var menu: TrackMenu?
  /// The control with the keyboard focus; nil until an arrow key is used.
  var focus: Control?
  var skipLabel = SkipLabel()
  var toast = Toast()
  private var spinner = Spinner()
  /// Whether OK, which is still held, has toggled playback.
  var hasToggledByOK = false
  /// Whether the bars were shown at the first tap of the current sequence.
  var hadBars = false

  /// The state of the finger on the panel.
  enum Finger: Hashable, Sendable {
    case idle
    case pressing(Region)
    case scrubbing(Scrubbing)
    case settingVolume(VolumeIndicator.Grip)
  }

  /// `stay` is how long the controls stay after the last touch or key.
  init(stay: Duration, isAttracting: Bool = false, isGrowing: Bool = false) {
    self.isAttracting = isAttracting
    self.isGrowing = isGrowing
    visibility = Visibility(stay: stay)
  }

  var scrubbing: Scrubbing? {
    if case .scrubbing(let scrubbing) = finger { scrubbing } else { nil }
  }

  var pressed: Region? { if case .pressing(let region) = finger { region } else { nil } }

  var isSettingVolume: Bool {
    if case .settingVolume = finger { true } else { pressed == .volume }
  }

  /// Whether a tap must not hide the controls.
  func isNeeded(_ status: PlaybackStatus) -> Bool {
    status.isItemPaused || scrubbing != nil || menu != nil
  }

  /// Whether a pause, a finger or a menu keeps the controls visible.
  func isHeld(_ status: PlaybackStatus) -> Bool { isNeeded(status) || pressed != nil }

  /// Whether the page for the appearance of subtitles is open: nothing but the menu is above them.
  var isStylingSubtitles: Bool { menu?.page == .subtitleStyle }

  func isSpinning(at now: HostTime) -> Bool { spinner.isShown(at: now) }

  // Drawing.

  /// From bottom to top. Empty while only the picture is visible.
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = visibility.fade.opacity(at: now)
    let isSpinning = spinner.isShown(at: now)
    var drawings: [Drawing] = []
    if opacity > 0, !isStylingSubtitles {
      let bars = ControlBars(
        context: context, layout: context.layout, scrubbing: scrubbing, pressed: pressed,
        focus: focus, opacity: opacity)
      drawings += bars.top + bars.bottom
      if scrubbing == nil { drawings += bars.sideButtons + (isSpinning ? [] : bars.centerButton) }
    }
    if isSpinning { drawings += spinner.drawings(context, at: now) }
    drawings += skipLabel.drawings(
      context, isOverButtons: opacity > 0 && visibility.isShown, at: now)
    drawings += scrubbing?.drawings(context, opacity: opacity) ?? []
    drawings += context.volume.drawings(context, at: now) + toast.drawings(context, at: now)
    drawings += menu?.drawings(context, pressed: pressed) ?? []
    return drawings + context.message.drawings(context, at: now)
  }

  /// The drawings with the controls, as after a tap.
  func rehearsal(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    var tapped = self
    tapped.visibility.show(at: now)
    return tapped.drawings(context, at: now + Appearance.length)
  }

  /// Above the slider while the controls are shown; nil if nothing restricts subtitles.
  func roomForSubtitles(_ context: ScreenContext, at now: HostTime) -> Rect? {
    guard !isStylingSubtitles, visibility.fade.opacity(at: now) > 0,
      let slider = context.layout.slider
    else {
      return nil
    }
    let screen = context.layout.screen
    return Rect(x: 0, y: 0, width: screen.width, height: slider.y - context.metrics.points(4))
  }

  func isMoving(at now: HostTime) -> Bool {
    visibility.fade.isMoving(at: now) || skipLabel.appearance.isMoving(at: now)
      || toast.appearance.isMoving(at: now) || spinner.isShown(at: now)
      || opening?.isMoving(at: now) ?? false
  }

  // Time.

  func deadline(_ now: HostTime, _ status: PlaybackStatus) -> HostTime? {
    [
      visibility.deadline(isHeld: isHeld(status)), skipLabel.appearance.deadline(),
      toast.appearance.deadline(), spinner.deadline(at: now),
      menu?.deadline(isPressed: pressed != nil),
      opening?.end,
    ].compactMap(\.self).min()
  }

  mutating func timePassed(_ now: HostTime, _ status: PlaybackStatus) {
    if let due = menu?.deadline(isPressed: pressed != nil), due <= now {
      menu = nil
      if !isNeeded(status) { visibility.hide(at: now) }
    }
    if opening?.isWhole(at: now) ?? false { opening = nil }
    visibility.timePassed(now, isHeld: isHeld(status))
    skipLabel.appearance.timePassed(now)
    toast.appearance.timePassed(now)
  }

  /// Records a touch or key.
  mutating func recordActivity(at now: HostTime) {
    menu?.latestUse = now
    visibility.keep(at: now)
  }

  // Status and theme.

  /// Receives the player's status; `before` is the previous one.
  mutating func receiveStatus(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    let (status, wasHeld) = (context.status, isHeld(before))
    var requests: [InterfaceRequest] = []
    if status.entry != before.entry { requests += forgetItem() }
    spinner.update(isWaiting: status.isWaiting && scrubbing == nil, at: now)
    menu = menu?.renewed(from: before, context)
    // An item that opens has fewer controls for a moment.
    if let focus, status.phase != .opening, context.layout.frame(of: focus) == nil {
      self.focus = context.layout.firstFocus
    }
    if status.isItemPaused, scrubbing == nil { visibility.show(at: now) }
    // The timeout starts when nothing holds the controls any longer.
    if wasHeld, !isHeld(status) { visibility.keep(at: now) }
    requests += renewScrubbing(at: now)
    // Nothing plays any longer.
    if status.phase.isOver, !before.phase.isOver { requests += leave(context) }
    return requests
  }

  /// Renews the scrub while the finger rests, because the player ends the scrub of a client that is
  /// gone.
  private mutating func renewScrubbing(at now: HostTime) -> [InterfaceRequest] {
    guard case .scrubbing(var scrubbing) = finger, scrubbing.isToBeRenewed(at: now) else {
      return []
    }
    finger = .scrubbing(scrubbing)
    return [.perform(.scrub(to: scrubbing.target))]
  }

  /// Drops everything about the previous item, including a scrub in it.
  private mutating func forgetItem() -> [InterfaceRequest] {
    menu = nil
    return dropScrubbing()
  }

  mutating func displaySwitchedOff(at now: HostTime) {
    // The controls held by the menu disappear after their timeout.
    if menu != nil { visibility.keep(at: now) }
    menu = nil
  }

  /// Hides everything that a visitor has opened, and removes the focus.
  mutating func visitorLeft(at now: HostTime) {
    (finger, menu, focus, opening) = (.idle, nil, nil, nil)
    (hasToggledByOK, hadBars) = (false, false)
    visibility.hide(at: now)
  }

  /// Removes the focus from a control that no longer exists.
  mutating func dropFocus(ifGoneFrom layout: PlayerLayout) {
    if let focus, layout.frame(of: focus) == nil { self.focus = nil }
  }

  /// Adapts to another display size.
  mutating func resize(to layout: PlayerLayout) {
    menu?.scrollToFocus(layout)
    dropFocus(ifGoneFrom: layout)
  }

  /// Adapts to parts of the theme that were hidden or shown.
  mutating func changeParts(_ context: ScreenContext) {
    dropFocus(ifGoneFrom: context.layout)
    menu = menu?.remade(context)
  }

  /// Receives a thumbnail; ignored if the scrub has ended.
  mutating func receiveThumbnail(_ id: PictureID) {
    guard case .scrubbing(var scrubbing) = finger else { return }
    scrubbing.thumbnail = id
    finger = .scrubbing(scrubbing)
  }

  // Shared by touches and keys.

  /// Goes back.
  mutating func goBack(_ context: ScreenContext) -> [InterfaceRequest] {
    switch context.options.back {
    case .list: leave(context)
    case .program: dropScrubbing() + [.back]
    case .nothing: []
    }
  }

  /// Returns to the gallery, if there is one.
  mutating func leave(_ context: ScreenContext) -> [InterfaceRequest] {
    context.options.hasList ? dropScrubbing() + [.leave] : []
  }

  /// Ends a scrub at its current position.
  mutating func dropScrubbing() -> [InterfaceRequest] {
    guard scrubbing != nil else { return [] }
    finger = .idle
    return [.perform(.endScrubbing)]
  }

  mutating func togglePlaying(at now: HostTime) -> [InterfaceRequest] {
    visibility.show(at: now)
    return [.perform(.toggle)]
  }

  mutating func skip(
    _ seconds: Int, isForward: Bool, _ status: PlaybackStatus, at now: HostTime
  ) -> [InterfaceRequest] {
    guard status.entry != nil else { return [] }
    skipLabel.add(seconds, isForward: isForward, at: now)
    let amount = MediaTime(Int64(isForward ? seconds : -seconds), 1)
    return [.perform(.skip(by: amount))]
  }

  mutating func openMenu(_ context: ScreenContext, isByKey: Bool, at now: HostTime) {
    guard context.hasMenu else { return }
    var menu = TrackMenu(context, isByKey: isByKey, at: now)
    menu.scrollToFocus(context.layout)
    self.menu = menu
    visibility.show(at: now)
  }

  mutating func choose(
    row: Int, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    guard let menu, menu.rows.indices.contains(row) else { return [] }
    visibility.show(at: now)
    if menu.rows[row] == .subtitleStyle {
      self.menu = TrackMenu(context, .subtitleStyle, isByKey: menu.isUsedByKey, at: now)
      return []
    }
    guard let request = menu.request(of: row, context) else {
      return []
    }
    // A style takes several choices.
    if menu.page == .all { self.menu = nil }
    return [request]
  }

  /// Moves the focus in the menu, which stays open meanwhile.
  mutating func moveMenuFocus(_ layout: PlayerLayout, at now: HostTime) {
    menu?.isUsedByKey = true
    menu?.latestUse = now
    menu?.moveFocusAround()
    menu?.scrollToFocus(layout)
  }

  /// Scrolls the menu by the notches of a wheel.
  mutating func scrollMenu(by notches: Int, _ layout: PlayerLayout) {
    menu?.isUsedByKey = false
    menu?.scroll(by: -Double(min(max(notches, -20), 20)) * 2 * layout.rowHeight, layout)
  }

  /// Closes the page of the menu, or the menu.
  mutating func closeMenu(_ context: ScreenContext, at now: HostTime) {
    guard let menu, menu.page == .subtitleStyle else { return self.menu = nil }
    var all = TrackMenu(context, isByKey: menu.isUsedByKey, at: now)
    all.scrollToFocus(context.layout)
    self.menu = all
  }
}
