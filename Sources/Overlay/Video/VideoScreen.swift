internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// A video, and what lies over it: bars with controls, the track menu, and what comes for a
/// moment. A screen is made for each video that is opened, and is gone when the list comes back.
///
/// Over 300 lines with its extensions: touches, keys and status all change the same few states,
/// and each of these knows its own rules and look.
struct VideoScreen: Sendable {
  /// Whether the list plays for passers-by: the first touch or key leads back to it.
  let isAttracting: Bool
  var visibility: Visibility
  var finger = Finger.idle
  var menu: TrackMenu?
  /// Where the arrow keys are; nil until one is used.
  var focus: Control?
  var skipLabel = SkipLabel()
  var toast = Toast()
  private var spinner = Spinner()
  /// Whether OK, which is still held, has played or paused when it went down.
  var hasToggledByOK = false
  /// Whether the bars were shown when the first of the present taps came.
  var hadBars = false

  /// What a finger on the glass does.
  enum Finger: Hashable, Sendable {
    case idle
    case pressing(Region)
    case scrubbing(Scrubbing)
    case settingVolume(VolumeIndicator.Grip)
  }

  /// Bars and buttons stay for so long after the last touch or key.
  init(stay: Duration, isAttracting: Bool = false) {
    self.isAttracting = isAttracting
    visibility = Visibility(stay: stay)
  }

  var scrubbing: Scrubbing? {
    if case .scrubbing(let scrubbing) = finger { scrubbing } else { nil }
  }

  var pressed: Region? { if case .pressing(let region) = finger { region } else { nil } }

  var isSettingVolume: Bool { if case .settingVolume = finger { true } else { false } }

  /// What not even a tap hides.
  func isNeeded(_ status: PlaybackStatus) -> Bool {
    status.isItemPaused || scrubbing != nil || menu != nil
  }

  /// Bars that a paused picture, a finger or a menu needs stay.
  func isHeld(_ status: PlaybackStatus) -> Bool { isNeeded(status) || pressed != nil }

  // What is shown.

  /// From the lowest to the uppermost. Empty while the picture is alone.
  func drawings(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    let opacity = visibility.fade.opacity(at: now)
    let isSpinning = spinner.isShown(at: now)
    var drawings: [Drawing] = []
    if opacity > 0 {
      let bars = ControlBars(
        context: context, scrubbing: scrubbing, pressed: pressed, focus: focus, opacity: opacity)
      drawings += bars.top + bars.bottom
      if !isSpinning, scrubbing == nil { drawings += bars.centerButton }
    }
    if isSpinning { drawings += spinner.drawings(context, at: now) }
    drawings += skipLabel.drawings(context, at: now)
    drawings += scrubbing?.drawings(context, opacity: opacity) ?? []
    drawings += context.volume.drawings(context, at: now) + toast.drawings(context, at: now)
    drawings += menu?.drawings(context, pressed: pressed) ?? []
    return drawings + context.message.drawings(context, at: now)
  }

  /// The same with the bars, as a tap would bring them.
  func rehearsal(_ context: ScreenContext, at now: HostTime) -> [Drawing] {
    var tapped = self
    tapped.visibility.show(at: now)
    return tapped.drawings(context, at: now + Appearance.length)
  }

  /// Above the slider while the bars are shown; nil where nothing is in the way of subtitles.
  func roomForSubtitles(_ context: ScreenContext, at now: HostTime) -> Rect? {
    guard visibility.fade.opacity(at: now) > 0, let slider = context.layout.slider else {
      return nil
    }
    let screen = context.layout.screen
    return Rect(x: 0, y: 0, width: screen.width, height: slider.y - context.metrics.points(4))
  }

  func isMoving(at now: HostTime) -> Bool {
    visibility.fade.isMoving(at: now) || skipLabel.appearance.isMoving(at: now)
      || toast.appearance.isMoving(at: now) || spinner.isShown(at: now)
  }

  // Time.

  func deadline(_ now: HostTime, _ status: PlaybackStatus) -> HostTime? {
    [
      visibility.deadline(isHeld: isHeld(status)), skipLabel.appearance.deadline(),
      toast.appearance.deadline(), spinner.deadline(at: now),
      menu?.deadline(isPressed: pressed != nil),
    ].compactMap(\.self).min()
  }

  mutating func timePassed(_ now: HostTime, _ status: PlaybackStatus) {
    if let due = menu?.deadline(isPressed: pressed != nil), due <= now {
      menu = nil
      if !isNeeded(status) { visibility.hide(at: now) }
    }
    visibility.timePassed(now, isHeld: isHeld(status))
    skipLabel.appearance.timePassed(now)
    toast.appearance.timePassed(now)
  }

  /// A finger or a key has done something.
  mutating func noteActivity(at now: HostTime) {
    menu?.latestUse = now
    visibility.keep(at: now)
  }

  // What the player and the theme tell.

  /// The player has another status than `before`.
  mutating func receiveStatus(
    after before: PlaybackStatus, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    let (status, wasHeld) = (context.status, isHeld(before))
    var requests: [InterfaceRequest] = []
    if status.entry != before.entry { requests += forgetItem() }
    spinner.note(isWaiting: status.isWaiting && scrubbing == nil, at: now)
    menu = menu?.renewed(from: before, context)
    if let focus, context.layout.frame(of: focus) == nil { self.focus = context.layout.firstFocus }
    if status.isItemPaused, scrubbing == nil { visibility.show(at: now) }
    // Their time begins when nothing holds them any more, however long they were held.
    if wasHeld, !isHeld(status) { visibility.keep(at: now) }
    requests += renewScrubbing(at: now)
    // Where nothing plays any more there is nothing to see.
    if status.phase.isOver, !before.phase.isOver { requests += leave(context) }
    return requests
  }

  /// A finger that rests is no client that has gone.
  private mutating func renewScrubbing(at now: HostTime) -> [InterfaceRequest] {
    guard case .scrubbing(var scrubbing) = finger, scrubbing.isToBeRenewed(at: now) else {
      return []
    }
    finger = .scrubbing(scrubbing)
    return [.perform(.scrub(to: scrubbing.target))]
  }

  /// What concerned the item that has played until now. A finger that looked for a place in it
  /// finds none in another.
  private mutating func forgetItem() -> [InterfaceRequest] {
    menu = nil
    return dropScrubbing()
  }

  mutating func displaySwitchedOff(at now: HostTime) {
    // The bars that a menu has held go after their time.
    if menu != nil { visibility.keep(at: now) }
    menu = nil
  }

  /// Nothing is shown any more of what a visitor has brought, and no key has been used.
  mutating func visitorLeft(at now: HostTime) {
    (finger, menu, focus) = (.idle, nil, nil)
    (hasToggledByOK, hadBars) = (false, false)
    visibility.hide(at: now)
  }

  /// The arrow keys cannot be on what there is not.
  mutating func dropFocus(ifGoneFrom layout: PlayerLayout) {
    if let focus, layout.frame(of: focus) == nil { self.focus = nil }
  }

  /// The display has other metrics.
  mutating func resize(to layout: PlayerLayout) { menu?.scrollToFocus(layout) }

  /// A picture of the time that a finger looks for. One that comes when it has gone is of no use,
  /// and none for the next finger.
  mutating func receiveThumbnail(_ id: PictureID) {
    guard case .scrubbing(var scrubbing) = finger else { return }
    scrubbing.thumbnail = id
    finger = .scrubbing(scrubbing)
  }

  // What touches and keys have in common.

  /// People want to go back.
  mutating func goBack(_ context: ScreenContext) -> [InterfaceRequest] {
    switch context.options.back {
    case .list: leave(context)
    case .program: dropScrubbing() + [.back]
    case .nothing: []
    }
  }

  /// Goes back to the list, if there is one.
  mutating func leave(_ context: ScreenContext) -> [InterfaceRequest] {
    context.options.hasList ? dropScrubbing() + [.leave] : []
  }

  /// Ends what a finger on the slider has begun, where it is.
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
    guard TrackMenu.isWorthIt(context.status) else { return }
    var menu = TrackMenu(context.status, isByKey: isByKey, at: now)
    menu.scrollToFocus(context.layout)
    self.menu = menu
    visibility.show(at: now)
  }

  mutating func choose(row: Int, at now: HostTime) -> [InterfaceRequest] {
    guard let command = menu?.command(of: row) else { return [] }
    menu = nil
    visibility.show(at: now)
    return [.perform(command)]
  }
}
