public import VitrineGestures
internal import VitrinePictures
public import VitrinePlayback
public import VitrineScenes
public import VitrineTiming

/// All that a person sees beside the video, and does: takes touches, keys and what the player
/// reports, and answers with what is wanted; says what to draw at any moment.
///
/// A value that knows no device, thread or clock: time comes with everything that happens. What it
/// means is for the screen that is shown to decide.
public struct Interface: Sendable {
  // What it shows, for its other files.
  var screen: Screen
  var context: ScreenContext

  var recogniser: GestureRecogniser<Region>
  private let keys: KeyTable
  var repeater = KeyRepeater()
  var presence: Presence
  var notice = ShownNotice()
  var service = ServiceMenu()
  var own: OwnLayer
  public internal(set) var listener = Listener()
  /// What a call that answers nothing has to ask for; the next one that can does.
  private var owed: [InterfaceRequest] = []
  /// The latest moment that it was told.
  private var latest: HostTime

  /// A tap is a finger that moves less than this.
  private static let slopPoints = 14.0

  public init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    screen = Screen(options, metrics: metrics, now: now)
    context = ScreenContext(options, metrics: metrics)
    // A button of the program's own is pressed for as long as a finger likes to.
    recogniser = GestureRecogniser(Self.limits(metrics)) {
      $0 == .control(.slider) || $0.own != nil
    }
    own = OwnLayer(theme: options.theme, metrics: metrics)
    keys = KeyTable(overrides: options.keys)
    presence = Presence(options.idle, now: now)
    latest = now
    settle(at: now)
  }

  private static func limits(_ metrics: Metrics) -> TouchLimits {
    TouchLimits(slop: metrics.points(slopPoints))
  }

  /// Takes the time of what happens, and answers what is owed.
  private mutating func pass(to now: HostTime) -> [InterfaceRequest] {
    latest = now
    defer { owed = [] }
    return owed
  }

  // The display.

  /// The display was turned, or is another one. What a finger was about is undone: it is somewhere
  /// else now.
  public mutating func setMetrics(_ metrics: Metrics) {
    let undone = undoTouches(at: latest)
    owed += undone
    context.metrics = metrics
    recogniser.limits = Self.limits(metrics)
    own.setMetrics(metrics)
    let layout = context.layout
    screen.changeList { $0.resize(to: metrics) }
    screen.changeVideo { $0.resize(to: layout) }
  }

  // Fingers.

  /// All fingers of a touchscreen at one moment, in pixels of the upright display.
  public mutating func receive(_ frame: TouchFrame) -> [InterfaceRequest] {
    let owed = pass(to: frame.time)
    defer { settle(at: frame.time) }
    watchCorner(frame)
    guard isTouched else { return owed }
    if !frame.contacts.isEmpty { presence.noteTouchscreen(at: frame.time) }
    screen.advance(to: frame.time)
    let (seen, menu) = (self, service.isShown ? service.layout(context) : nil)
    let gestures = recogniser.feed(frame) { place, sequence in
      if seen.notice.covers(place, seen.context) { return .notice }
      return menu.map { .service($0.region(at: place)) }
        ?? seen.region(at: place, sequence: sequence)
    }
    return owed + receive(gestures, at: frame.time)
  }

  /// A touchscreen has gone, and its fingers with it.
  public mutating func loseTouches(at now: HostTime) -> [InterfaceRequest] {
    let owed = pass(to: now)
    defer { settle(at: now) }
    service.hold.cancel()
    return owed + receive(recogniser.cancel(at: now), at: now)
  }

  /// The glass is another one, or elsewhere. What fingers were about is undone; they mean nothing
  /// until they are lifted.
  public mutating func undoTouches(at now: HostTime) -> [InterfaceRequest] {
    let owed = pass(to: now)
    defer { settle(at: now) }
    service.hold.cancel()
    return owed + receive(recogniser.ignoreCurrentTouches(at: now), at: now)
  }

  private mutating func receive(
    _ gestures: [Gesture<Region>], at now: HostTime
  ) -> [InterfaceRequest] {
    if presence.countdown.isShown, gestures.contains(where: \.isByFinger) { return stay(at: now) }
    return gestures.flatMap { receive($0, at: now) }
  }

  private mutating func receive(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    guard context.status.isDisplayOn else { return receiveInDark(gesture, at: now) }
    let wake = gesture.isByFinger ? keepAwake(at: now) : []
    return wake + route(gesture, at: now)
  }

  private mutating func route(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    if gesture.isByFinger { noteUse(at: now) }
    return service.isShown
      ? service.receive(gesture, &context, at: now) : deliver(gesture, at: now)
  }

  /// A finger on a dark display is a visitor, who acts on nothing unseen: it means nothing else
  /// until it is lifted. Of ghosts, palms and storms there are no gestures.
  private mutating func receiveInDark(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    guard gesture.isByFinger else { return [] }
    _ = recogniser.ignoreCurrentTouches(at: now)
    return keepAwake(at: now)
  }

  // Keys.

  /// A key goes down or up; `name` is libevdev's. One without a meaning is none.
  public mutating func receiveKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    var requests = pass(to: now)
    defer { settle(at: now) }
    let heard = hearKey(name, isDown: isDown, at: now)
    requests += heard.requests
    guard !heard.isOwn, isOperated, let action = keys[name], action != .none else {
      return requests
    }
    // The remote's own key for it is another matter.
    if action != .power {
      if isDown { requests += keepAwake(at: now) }
      if !context.status.isDisplayOn { return requests }
      if isDown, presence.countdown.isShown { return requests + stay(at: now) }
    }
    noteUse(at: now)
    let presses = isDown ? repeater.press(action, at: now) : repeater.release(action, at: now)
    return requests + presses.flatMap { receive($0, at: now) }
  }

  /// A device has gone on which this key was down.
  public mutating func loseKey(_ name: String, at now: HostTime) -> [InterfaceRequest] {
    _ = repeater.releaseAll()
    return pass(to: now) + hearKey(name, isDown: false, at: now).requests
  }

  private mutating func receive(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    if press.action == .power {
      // Whatever is shown: a visitor who switches the display on has not seen it.
      return press.kind == .pressed ? [.perform(.power(.toggle))] : []
    }
    noteUse(at: now)
    if service.isShown { return service.receive(press, &context, at: now) }
    // The key that ends the attract loop does not move anything in the list when it is held.
    if isAttracting, press.kind == .pressed { _ = repeater.releaseAll() }
    return noted(screen.receive(press, &context, at: now))
  }

  // A display that sleeps.

  /// Has a display that is off switched on, and any other stay on for as long.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] {
    context.options.isWaking ? presence.keepAwake(at: now) : []
  }

  /// What was being done is undone, and what is on the glass means nothing more. The key that
  /// switched the display off is still down.
  private mutating func fallAsleep(at now: HostTime) -> [InterfaceRequest] {
    presence.displaySwitchedOff()
    _ = repeater.releaseAll(except: .power)
    screen.changeVideo { $0.displaySwitchedOff(at: now) }
    return recogniser.ignoreCurrentTouches(at: now).flatMap { route($0, at: now) }
  }

  // The player.

  /// The player has another status.
  public mutating func receive(_ status: PlaybackStatus, at now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    defer { settle(at: now) }
    let before = context.status
    context.status = status
    if !status.isDisplayOn, before.isDisplayOn { requests += fallAsleep(at: now) }
    guard !context.options.isBare else { return requests }
    // What a visitor has left in the evening has its time in the morning, too.
    if status.isDisplayOn, !before.isDisplayOn { presence.noteUse(at: now) }
    return requests + screen.receiveStatus(after: before, context, at: now)
  }

  /// Shows this over everything, or nothing any more.
  public mutating func show(_ notice: Notice?, at now: HostTime) {
    self.notice.show(notice, at: now)
  }

  // Time.

  /// When to call `timePassed` if nothing else happens.
  public func deadline(_ now: HostTime) -> HostTime? {
    let above = [notice.deadline, service.deadline].compactMap(\.self).min()
    let touches = [above, isTouched ? recogniser.deadline : nil, owed.isEmpty ? nil : now]
      .compactMap(\.self).min()
    guard !context.options.isBare else { return touches }
    return [
      touches, repeater.deadline, screen.deadline(now, context.status),
      context.volume.appearance.deadline(isHeld: screen.isSettingVolume),
      context.message.appearance.deadline(), presence.deadline(at: now),
    ].compactMap(\.self).min()
  }

  /// Deals with what is due.
  public mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    notice.timePassed(now)
    requests += passServiceTime(now)
    if isTouched { requests += receive(recogniser.timePassed(now), at: now) }
    guard !context.options.isBare else { return requests }
    defer { settle(at: now) }
    for press in repeater.timePassed(now) { requests += receive(press, at: now) }
    context.volume.appearance.timePassed(now, isHeld: screen.isSettingVolume)
    context.message.appearance.timePassed(now)
    if presence.hasLeft(at: now) { requests += depart(at: now) }
    return requests + passTime(now).filter { !requests.contains($0) }
  }
}
