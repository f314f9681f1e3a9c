internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The service menu for operators, opened by holding a corner and entering a PIN: the remote's
/// address, the network, current problems, and settings for the display. It is above everything and
/// takes all touches and keys. A value type.
struct ServiceMenu: Sendable {
  /// The current page, or the last one if the menu is closed.
  enum Stage: Hashable, Sendable {
    case asking, open
    /// The key wizard, and its result.
    case learning, learned
  }

  var hold = CornerHoldRecogniser()
  private(set) var stage = Stage.asking
  private(set) var entry = PINEntry()
  private(set) var info: ServiceInfo?
  private(set) var wizard: KeyWizard?
  private(set) var fade = Appearance()
  private(set) var pressed: ServicePart?
  /// The part with the keyboard focus; nil until an arrow key is used.
  private(set) var focus: ServicePart?
  /// Until when another touch confirms the restart.
  private(set) var sureUntil: HostTime?
  private var latestUse: HostTime?
  private var nextInfo: HostTime?

  /// How long it stays open without a touch or key.
  static let stay = Duration.seconds(60)
  /// How often the data is requested.
  static let renewal = Duration.seconds(5)
  private static let doubt = Duration.seconds(5)

  var isShown: Bool { fade.isShown }

  /// Whether keys are learned instead of having an effect.
  var isLearning: Bool { isShown && stage == .learning }

  mutating func open(at now: HostTime) {
    (stage, pressed, focus, latestUse) = (.asking, nil, nil, now)
    (sureUntil, nextInfo, info, wizard) = (nil, nil, nil, nil)
    entry.clear()
    fade.show(at: now)
  }

  mutating func close(at now: HostTime) {
    (pressed, focus, nextInfo, latestUse) = (nil, nil, nil, nil)
    if wizard != nil { endWizard() }
    fade.hide(at: now)
  }

  mutating func receive(_ info: ServiceInfo) { self.info = info }

  func layout(_ context: ScreenContext) -> ServiceLayout {
    ServiceLayout(
      stage, context, isAway: info?.isAway ?? false,
      hasKeys: info?.canStoreKeys == true && !context.options.isBare)
  }

  // Events.

  mutating func receive(
    _ gesture: Gesture<Region>, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    if gesture.isByFinger { (latestUse, focus) = (now, nil) }
    switch gesture {
    case .pressed(_, .service(let part)): pressed = part
    case .tap(_, .service(let part), _):
      pressed = nil
      return act(part, &context, at: now)
    default: pressed = nil
    }
    return []
  }

  mutating func receive(
    _ press: KeyPress, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    latestUse = now
    // A key that was pressed before the wizard began may still repeat.
    guard stage != .learning else { return [] }
    let layout = layout(context)
    switch (press.action, press.kind) {
    case (.back, .pressed) where stage == .learned: endWizard()
    case (.back, .pressed): close(at: now)
    case (.ok, .pressed): return focus.map { act($0, &context, at: now) } ?? []
    case (.up, .pressed), (.down, .pressed), (.left, .pressed), (.right, .pressed),
      (.up, .repeated), (.down, .repeated), (.left, .repeated), (.right, .repeated):
      focus = layout.next(to: focus, press.action)
    case (.volumeUp, .pressed), (.volumeUp, .repeated): return act(.louder, &context, at: now)
    case (.volumeDown, .pressed), (.volumeDown, .repeated): return act(.quieter, &context, at: now)
    case (let action, .pressed):
      guard stage == .asking, let digit = ServicePart.digit(of: action) else { return [] }
      return act(.digit(digit), &context, at: now)
    default: break
    }
    return []
  }

  private mutating func act(
    _ part: ServicePart, _ context: inout ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    switch part {
    case .close where stage == .learning || stage == .learned: endWizard()
    case .close: close(at: now)
    case .keys where stage == .open:
      (stage, wizard, focus) = (.learning, KeyWizard(at: now), nil)
    case .skip where stage == .learning:
      wizard?.skip(at: now)
      showResult()
    case .discard where stage == .learned: endWizard()
    case .save where stage == .learned:
      let keys = wizard?.changes(from: context.options.keys) ?? [:]
      endWizard()
      return keys.isEmpty ? [] : [.storeKeys(keys)]
    case .keys, .skip, .discard, .save: break
    case .erase: entry.erase()
    case .digit(let digit): return type(digit, context, at: now)
    case .programme:
      guard stage == .open else { return [] }
      close(at: now)
      return [.programme]
    case .restart: return restart(at: now)
    case .backdrop: break
    case .quieter, .louder, .mute, .rotation:
      guard stage == .open else { return [] }
      return set(part, &context)
    }
    return []
  }

  private mutating func type(
    _ digit: Int, _ context: ScreenContext, at now: HostTime
  ) -> [InterfaceRequest] {
    guard stage == .asking, let pin = context.options.servicePIN,
      entry.type(digit, for: pin, at: now)
    else { return [] }
    (stage, focus, nextInfo) = (.open, nil, now + Self.renewal)
    return [.serviceInfo]
  }

  // The key wizard.

  /// A key was pressed as the answer to the wizard's question.
  mutating func learn(_ name: String, isTrigger: Bool, at now: HostTime) {
    latestUse = now
    wizard?.press(name, isTrigger: isTrigger, at: now)
  }

  /// Shows the result after the last question. OK then saves.
  private mutating func showResult() {
    guard stage == .learning, let wizard, wizard.action == nil else { return }
    guard !wizard.learned.isEmpty else { return endWizard() }
    (stage, focus) = (.learned, .save)
  }

  private mutating func endWizard() {
    (stage, wizard, focus, pressed) = (.open, nil, nil, nil)
  }

  /// Changes a setting, which also becomes part of the default state.
  private func set(_ part: ServicePart, _ context: inout ScreenContext) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    switch part {
    case .quieter:
      requests = context.set(volume: context.status.audibleVolume - VolumeIndicator.step)
    case .louder:
      requests = context.set(volume: context.status.audibleVolume + VolumeIndicator.step)
    case .mute:
      context.status.isMuted.toggle()
      requests = [.perform(.setMuted(context.status.isMuted))]
    case .rotation(let rotation) where rotation != context.status.rotation:
      requests = [.perform(.setRotation(rotation))]
    default: break
    }
    for case .perform(let command) in requests { context.options.home.record(command) }
    return requests
  }

  /// Requires a second touch as confirmation.
  private mutating func restart(at now: HostTime) -> [InterfaceRequest] {
    guard stage == .open, info?.isRestartable == true else { return [] }
    guard let sureUntil, now < sureUntil else {
      sureUntil = now + Self.doubt
      return []
    }
    close(at: now)
    return [.restart]
  }

  // Time.

  var deadline: HostTime? {
    guard isShown else { return hold.deadline }
    let lock = stage == .asking ? entry.lockedUntil : nil
    return [
      hold.deadline, latestUse.map { $0 + Self.stay }, nextInfo, sureUntil, lock, wizard?.deadline,
    ]
    .compactMap(\.self).min()
  }

  /// Carries out what is due, except for the corner hold.
  mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    guard isShown else { return [] }
    if let sureUntil, sureUntil <= now { self.sureUntil = nil }
    entry.timePassed(now)
    wizard?.timePassed(now)
    showResult()
    if let latestUse, latestUse + Self.stay <= now { close(at: now) }
    guard let due = nextInfo, due <= now else { return [] }
    nextInfo = now + Self.renewal
    return [.serviceInfo]
  }
}
