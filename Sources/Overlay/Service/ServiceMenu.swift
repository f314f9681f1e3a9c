internal import VitrineGestures
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// What those who look after the screen find behind a corner that is held and a PIN: where its remote is,
/// what it is connected to, what is wrong, and what has to be set in front of it. Over everything, and all
/// touches and keys are its own meanwhile. A value.
struct ServiceMenu: Sendable {
  /// What is shown, or was when it was closed.
  enum Stage: Hashable, Sendable { case asking, open }

  var hold = CornerHold()
  private(set) var stage = Stage.asking
  private(set) var entry = PINEntry()
  private(set) var facts: ScreenFacts?
  private(set) var fade = Appearance()
  private(set) var pressed: ServicePart?
  /// Where the arrow keys are; nil until one is used.
  private(set) var focus: ServicePart?
  /// Until when one more touch restarts the program.
  private(set) var sureUntil: HostTime?
  private var latestUse: HostTime?
  private var nextFacts: HostTime?

  /// How long it stays without a touch or key.
  static let stay = Duration.seconds(60)
  /// How often it is asked how the machine is.
  static let renewal = Duration.seconds(5)
  private static let doubt = Duration.seconds(5)

  var isShown: Bool { fade.isShown }

  mutating func open(at now: HostTime) {
    (stage, pressed, focus, latestUse) = (.asking, nil, nil, now)
    (sureUntil, nextFacts, facts) = (nil, nil, nil)
    entry.clear()
    fade.show(at: now)
  }

  mutating func close(at now: HostTime) {
    (pressed, focus, nextFacts, latestUse) = (nil, nil, nil, nil)
    fade.hide(at: now)
  }

  mutating func receive(_ facts: ScreenFacts) { self.facts = facts }

  func layout(_ context: ScreenContext) -> ServiceLayout {
    ServiceLayout(stage, context, isAway: facts?.isAway ?? false)
  }

  // What happens.

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
    let layout = layout(context)
    switch (press.action, press.kind) {
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
    case .close: close(at: now)
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
    (stage, focus, nextFacts) = (.open, nil, now + Self.renewal)
    return [.screenFacts]
  }

  /// What is set here is how the operator has it: visitors who go leave it so.
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
    for case .perform(let command) in requests { context.options.home.note(command) }
    return requests
  }

  /// Asks once more before it does.
  private mutating func restart(at now: HostTime) -> [InterfaceRequest] {
    guard stage == .open, facts?.isRestartable == true else { return [] }
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
    return [hold.deadline, latestUse.map { $0 + Self.stay }, nextFacts, sureUntil, lock]
      .compactMap(\.self).min()
  }

  /// Deals with what is due; the corner's hold aside.
  mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    guard isShown else { return [] }
    if let sureUntil, sureUntil <= now { self.sureUntil = nil }
    entry.timePassed(now)
    if let latestUse, latestUse + Self.stay <= now { close(at: now) }
    guard let due = nextFacts, due <= now else { return [] }
    nextFacts = now + Self.renewal
    return [.screenFacts]
  }
}
