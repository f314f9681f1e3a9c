package import VitrineGestures
internal import VitrinePictures
package import VitrinePlayback
internal import VitrinePlaylists
package import VitrineScenes
package import VitrineTiming

/// The on-screen interface above the video: receives touches, keys and the player's status, returns
/// requests, and draws itself for any moment.
///
/// A value type without devices, threads or a clock: callers pass the time with every event. The
/// current screen decides what an event means.
package struct Interface: Sendable {
  // State, accessible to its other files.
  var screen: Screen
  var context: ScreenContext

  var recogniser: GestureRecognizer<Region>
  private var keys: KeyTable
  var repeater = KeyRepeater()
  var presence: Presence
  var notice = ShownNotice()
  var service = ServiceMenu()
  /// The overlays and zones, below the program's own layer. They have the whole display, also beyond reach.
  var stage: CustomLayer
  var own: CustomLayer
  var pointer: Pointer
  var speech = Speech()
  var reader = SubtitleReader()
  var scanning: Scanning
  /// The texts in the default language.
  var homeWording: Wording
  package internal(set) var listener = InputListener()
  /// The triggers that were pressed and not released yet.
  private var heldTriggers: Set<String> = []
  /// Requests from functions that return none; the next function that can returns them.
  private var pendingRequests: [InterfaceRequest] = []
  /// The latest time passed in.
  private var latest: HostTime

  /// A finger that moves less than this is a tap.
  private static let slopPoints = 14.0

  package init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    var options = options
    options.wording = options.translatedWording
    homeWording = options.wording
    screen = Screen(options, metrics: metrics, now: now)
    context = ScreenContext(options, metrics: metrics)
    // A press on the program's own button may last any time.
    recogniser = GestureRecognizer(Self.limits(metrics)) {
      $0 == .control(.slider) || $0 == .volume || $0.own != nil
    }
    stage = CustomLayer(theme: options.theme, metrics: metrics.whole)
    own = CustomLayer(theme: options.theme, metrics: metrics)
    pointer = Pointer(metrics)
    scanning = Scanning(options.scanInterval)
    keys = KeyTable(overrides: options.keys)
    presence = Presence(options.idle, now: now)
    latest = now
    settle(at: now)
  }

  private static func limits(_ metrics: Metrics) -> TouchLimits {
    TouchLimits(slop: metrics.points(slopPoints))
  }

  /// Records the time of an event and returns pending requests.
  private mutating func pass(to now: HostTime) -> [InterfaceRequest] {
    latest = now
    defer { pendingRequests = [] }
    return pendingRequests
  }

  // Display.

  /// The display has rotated or changed. Cancels what fingers were doing, since they are elsewhere
  /// now.
  package mutating func setMetrics(_ metrics: Metrics) {
    let undone = undoTouches(at: latest)
    pendingRequests += undone
    context.metrics = metrics
    recogniser.limits = Self.limits(metrics)
    stage.setMetrics(metrics.whole)
    own.setMetrics(metrics)
    pointer.put(at: pointer.place, metrics)
    let layout = context.layout
    screen.changeList { $0.resize(to: metrics) }
    screen.changeVideo { $0.resize(to: layout) }
  }

  // Fingers.

  /// All fingers of a touchscreen at one moment, in pixels of the upright display.
  package mutating func receive(_ frame: TouchFrame) -> [InterfaceRequest] {
    let pendingRequests = pass(to: frame.time)
    defer { settle(at: frame.time) }
    watchCorner(frame)
    guard isTouched else { return pendingRequests }
    let frame = withinReach(frame)
    if !frame.contacts.isEmpty {
      presence.recordTouchscreen(at: frame.time)
      speech.recordFinger()
      scanning.end()
    }
    screen.advance(to: frame.time)
    let (seen, menu) = (self, service.isShown ? service.layout(context) : nil)
    let gestures = recogniser.feed(frame) { place, sequence in
      if seen.notice.covers(place, seen.context) { return .notice }
      return menu.map { .service($0.region(at: place)) }
        ?? seen.region(at: place, sequence: sequence)
    }
    return pendingRequests + receive(gestures, at: frame.time)
  }

  /// The same contacts in pixels of the part of the display that is within reach.
  private func withinReach(_ frame: TouchFrame) -> TouchFrame {
    let top = Double(context.metrics.top)
    guard top > 0 else { return frame }
    return TouchFrame(
      frame.contacts.map { Contact(id: $0.id, at: Point($0.place.x, $0.place.y - top)) },
      at: frame.time)
  }

  /// A touchscreen was disconnected, with its fingers.
  package mutating func loseTouches(at now: HostTime) -> [InterfaceRequest] {
    let pendingRequests = pass(to: now)
    defer { settle(at: now) }
    service.hold.cancel()
    return pendingRequests + receive(recogniser.cancel(at: now), at: now)
  }

  /// The touchscreen or its mapping has changed. Cancels what fingers were doing; they are ignored
  /// until they are lifted.
  package mutating func undoTouches(at now: HostTime) -> [InterfaceRequest] {
    let pendingRequests = pass(to: now)
    defer { settle(at: now) }
    service.hold.cancel()
    return pendingRequests + receive(recogniser.ignoreCurrentTouches(at: now), at: now)
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
    if gesture.isByFinger { recordUse(at: now) }
    return service.isShown
      ? service.receive(gesture, &context, at: now) : deliver(gesture, at: now)
  }

  /// A finger on a display that is off only wakes it, because the visitor could not see anything;
  /// it is ignored until it is lifted. Filtered contacts (palms, ghost touches) produce no
  /// gestures.
  private mutating func receiveInDark(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    guard gesture.isByFinger else { return [] }
    _ = recogniser.ignoreCurrentTouches(at: now)
    return keepAwake(at: now)
  }

  // Keys.

  /// A key has been pressed or released; `name` is libevdev's. Ignores keys without a meaning.
  package mutating func receiveKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    var requests = pass(to: now)
    defer { settle(at: now) }
    if service.isLearning, context.status.isDisplayOn {
      return requests + learnKey(name, isDown: isDown, at: now)
    }
    let reported = reportKey(name, isDown: isDown, at: now)
    requests += reported.requests
    if !reported.isOwn, context.options.triggers.contains(name) {
      return requests + pull(name, isDown: isDown, at: now)
    }
    guard !reported.isOwn, isOperated, let action = action(of: name), action != .none else {
      return requests
    }
    // The remote control's power key is handled separately.
    if action != .power {
      if isDown { requests += keepAwake(at: now) }
      if !context.status.isDisplayOn { return requests }
      if isDown, presence.countdown.isShown {
        speech.recordKey()
        return requests + stay(at: now)
      }
    }
    recordUse(at: now)
    if isDown { speech.recordKey() }
    let presses = isDown ? repeater.press(action, at: now) : repeater.release(action, at: now)
    return requests + presses.flatMap { receive($0, at: now) }
  }

  /// Replaces the actions of keys.
  package mutating func setKeys(_ overrides: [String: KeyAction]) {
    context.options.keys = overrides
    keys = KeyTable(overrides: overrides)
    _ = repeater.releaseAll(except: .power)
  }

  /// A reader has read a code.
  package mutating func receiveCode(_ code: String, at now: HostTime) -> [InterfaceRequest] {
    let pendingRequests = pass(to: now)
    defer { settle(at: now) }
    guard context.options.triggers.contains(code) else { return pendingRequests }
    return pendingRequests + pull(code, isDown: true, at: now) + pull(code, isDown: false, at: now)
  }

  /// A trigger was pressed or released. It does not turn the display on: a sensor may report anyone.
  private mutating func pull(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    if isDown {
      recordUse(at: now)
      heldTriggers.insert(name)
    } else {
      heldTriggers.remove(name)
    }
    return [.trigger(name, isDown: isDown)]
  }

  /// A device was disconnected while this key was down.
  package mutating func loseKey(_ name: String, at now: HostTime) -> [InterfaceRequest] {
    if context.options.triggers.contains(name) {
      return pass(to: now) + pull(name, isDown: false, at: now)
    }
    _ = repeater.releaseAll()
    return pass(to: now) + reportKey(name, isDown: false, at: now).requests
  }

  private mutating func receive(_ press: KeyPress, at now: HostTime) -> [InterfaceRequest] {
    if press.action == .power {
      // Regardless of the screen: a visitor who turns the display on cannot see it.
      return press.kind == .pressed ? [.perform(.power(.toggle))] : []
    }
    recordUse(at: now)
    if service.isShown { return service.receive(press, &context, at: now) }
    defer { scan(after: press, at: now) }
    if scanning.isEnabled, press.kind == .pressed, press.action == .ok, screen.hidesControls {
      screen.moveFocus(context, at: now)
      return []
    }
    // Holding the key that ends the attract loop must not move the focus in the gallery.
    if isAttracting, press.kind == .pressed { _ = repeater.releaseAll() }
    return following(screen.receive(press, &context, at: now))
  }

  /// OK begins a scan, and any other key ends it.
  private mutating func scan(after press: KeyPress, at now: HostTime) {
    guard press.kind == .pressed else { return }
    if press.action == .ok {
      scanning.recordPress(elements: screen.scanCount(context), at: now)
    } else {
      scanning.end()
    }
  }

  // Display power.

  /// Turns the display on, or keeps it on.
  mutating func keepAwake(at now: HostTime) -> [InterfaceRequest] {
    context.options.isWaking ? presence.keepAwake(at: now) : []
  }

  /// Cancels what was being done, and ignores fingers on the panel. The power key may still be
  /// down.
  private mutating func fallAsleep(at now: HostTime) -> [InterfaceRequest] {
    presence.displaySwitchedOff()
    _ = repeater.releaseAll(except: .power)
    screen.changeVideo { $0.displaySwitchedOff(at: now) }
    return recogniser.ignoreCurrentTouches(at: now).flatMap { route($0, at: now) }
  }

  // Player.

  /// Receives the player's status.
  package mutating func receive(_ status: PlaybackStatus, at now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    defer { settle(at: now) }
    let before = context.status
    context.status = status
    stage.setPlayback(.init(overlays: status.item?.overlays, isPaused: status.isPaused))
    if !readsSubtitles { reader.stop() }
    if !status.isDisplayOn, before.isDisplayOn { requests += fallAsleep(at: now) }
    guard !context.options.isBare else { return requests }
    // The idle timeout starts again when the display is turned on.
    if status.isDisplayOn, !before.isDisplayOn { presence.recordUse(at: now) }
    requests += screen.receiveStatus(after: before, context, at: now)
    screen.updateFilm(context, area: filmArea, at: now)
    return requests
  }

  /// Shows a notice above everything, or removes it.
  package mutating func show(_ notice: Notice?, at now: HostTime) {
    self.notice.show(notice, at: now)
  }

  /// Whether any of a notice is visible.
  package func showsNotice(at now: HostTime) -> Bool { notice.isVisible(at: now) }

  // Time.

  /// When to call `timePassed` if nothing else happens.
  package func deadline(_ now: HostTime) -> HostTime? {
    let above = [
      notice.deadline, service.deadline, pointer.appearance.deadline(isHeld: pointer.press != nil),
    ]
    .compactMap(\.self).min()
    let touches = [
      above, isTouched ? recogniser.deadline : nil, pendingRequests.isEmpty ? nil : now,
    ]
    .compactMap(\.self).min()
    guard !context.options.isBare else { return touches }
    return [
      touches, repeater.deadline, scanning.deadline, reader.deadline,
      screen.deadline(now, context.status),
      context.volume.appearance.deadline(isHeld: screen.isSettingVolume),
      context.message.appearance.deadline(), presence.deadline(at: now),
    ].compactMap(\.self).min()
  }

  /// Carries out what is due.
  package mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    notice.timePassed(now)
    requests += passServiceTime(now)
    pointer.appearance.timePassed(now, isHeld: pointer.press != nil)
    if isTouched { requests += receive(recogniser.timePassed(now), at: now) }
    guard !context.options.isBare else { return requests }
    defer { settle(at: now) }
    reader.timePassed(now)
    for press in repeater.timePassed(now) { requests += receive(press, at: now) }
    if scanning.timePassed(now) { screen.moveFocus(context, at: now) }
    context.volume.appearance.timePassed(now, isHeld: screen.isSettingVolume)
    context.message.appearance.timePassed(now)
    if presence.hasLeft(at: now) { requests += depart(at: now) }
    return requests + passTime(now).filter { !requests.contains($0) }
  }
}

// The service menu: the corner to hold, and the menu above everything else.
extension Interface {
  /// Receives the answer to `InterfaceRequest.serviceInfo`.
  package mutating func receive(_ info: ServiceInfo) { service.receive(info) }

  /// Whether touches and keys have an effect on the interface.
  var isOperated: Bool { !context.options.isBare || service.isShown }

  mutating func watchCorner(_ frame: TouchFrame) {
    guard context.options.servicePIN != nil, context.status.isDisplayOn, !service.isShown else {
      return service.hold.cancel()
    }
    service.hold.feed(frame, in: context.options.serviceCorner, context.metrics.whole)
  }

  /// Opens the menu. Cancels the effects of the finger in the corner, which is ignored until it is
  /// lifted.
  private mutating func openService(at now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.ignoreCurrentTouches(at: now) {
      requests += deliver(gesture, at: now)
    }
    _ = repeater.releaseAll(except: .power)
    // The finger's long press has opened it.
    screen.changeVideo { $0.menu = nil }
    service.open(at: now)
    return requests
  }

  /// The key wizard takes all keys.
  private mutating func learnKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> [InterfaceRequest] {
    _ = repeater.releaseAll()
    recordUse(at: now)
    let isTrigger = context.options.triggers.contains(name)
    if isDown {
      service.learn(name, isTrigger: isTrigger, at: now)
      return []
    }
    // It may have been pressed before the wizard began.
    return reportKey(name, isDown: false, at: now).requests
      + (heldTriggers.contains(name) ? pull(name, isDown: false, at: now) : [])
  }

  /// Whether keys are learned: buttons of a mouse, which count as keys otherwise, have no effect.
  package var isLearningKeys: Bool { service.isLearning }

  /// The action of a key, with those that are about to be saved.
  private func action(of name: String) -> KeyAction? {
    service.wizard?.learned[name] ?? keys[name]
  }

  mutating func passServiceTime(_ now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    if service.hold.timePassed(now) { requests += openService(at: now) }
    requests += service.timePassed(now)
    return requests
  }
}
