public import Gestures
import Pictures
internal import Playback
public import Timing

extension Interface {
  /// All fingers of a touchscreen at one moment, in pixels of the upright display.
  public mutating func receive(_ frame: TouchFrame) -> [InterfaceRequest] {
    let owed = pass(to: frame.time)
    if isListShown { catalogue.advance(to: frame.time) }
    let hits = self
    let gestures = recogniser.feed(frame) { place, sequence in
      hits.region(at: place, sequence: sequence)
    }
    return owed + gestures.flatMap { receive($0, at: frame.time) }
  }

  /// A touchscreen has gone, and its fingers with it.
  public mutating func loseTouches(at now: HostTime) -> [InterfaceRequest] {
    let owed = pass(to: now)
    return owed + recogniser.cancel(at: now).flatMap { receive($0, at: now) }
  }

  /// The glass is another one, or elsewhere. What fingers were about is undone; they mean nothing
  /// until they are lifted.
  public mutating func undoTouches(at now: HostTime) -> [InterfaceRequest] {
    let owed = pass(to: now)
    return owed + recogniser.ignoreCurrentTouches(at: now).flatMap { receive($0, at: now) }
  }

  /// Somebody is there.
  mutating func noteActivity(at now: HostTime) {
    lastActivity = now
    attract.activity(at: now)
    visibility.keep(at: now)
  }

  /// What lies at a place. A tap that follows another stays with it, although it has brought
  /// something else below the finger: nobody has looked at that yet.
  func region(at place: Point, sequence: Region?) -> Region {
    if let sequence, isGone(sequence) { return sequence }
    let third = Region.picture(layout.third(of: place))
    return sequence == third ? third : region(at: place)
  }

  /// Whether what was tapped cannot be tapped any more.
  private func isGone(_ region: Region) -> Bool {
    switch region {
    case .picture, .control: isListShown || menu != nil
    case .backdrop, .row, .outside: menu == nil
    case .message: !message.fade.isShown
    case .catalogue: !isListShown
    }
  }

  private func region(at place: Point) -> Region {
    if message.fade.isShown, layout.message.contains(place) { return .message }
    if isListShown { return .catalogue(catalogue.region(at: place)) }
    if let menu { return region(at: place, in: menu) }
    if visibility.isShown, let control = control(at: place) { return .control(control) }
    return .picture(layout.third(of: place))
  }

  private func region(at place: Point, in menu: TrackMenu) -> Region {
    guard layout.menu.contains(place) else { return .outside }
    let row = ((place.y - layout.menuTop + menu.offset) / layout.rowHeight).rounded(.down)
    guard row >= 0, row < Double(menu.rows.count) else { return .backdrop }
    return .row(Int(row))
  }

  mutating func receive(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    guard status.isDisplayOn else { return receiveUnseen(gesture, at: now) }
    let awake = gesture.isByFinger ? keepAwake(at: now) : []
    return awake + receiveSeen(gesture, at: now)
  }

  mutating func receiveSeen(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    if gesture.isByFinger { noteActivity(at: now) }
    if isListShown { return receiveInList(gesture, at: now) }
    // A finger that was on the list when a key has left it lets go of it.
    if let inList = gesture.inCatalogue { _ = catalogue.receive(inList, at: now) }
    if isAttracting { return endAttracting(gesture, at: now) }
    if gesture.isByFinger { (focus, isMenuByKey) = (nil, false) }
    return receiveOverVideo(gesture, at: now)
  }

  private mutating func receiveOverVideo(
    _ gesture: Gesture<Region>, at now: HostTime
  ) -> [InterfaceRequest] {
    switch gesture {
    case .pressed(_, let region): pressed = region
    case .released: pressed = nil
    case .tap(let place, let region, let count):
      pressed = nil
      return tap(region, at: place, count: count, now)
    case .tapsEnded(let region, let count): endTaps(region, count: count, now)
    case .longPress(_, .picture): openMenu(at: now)
    case .longPress: break
    case .twoFingerTap: return togglePlaying(at: now)
    case .dragBegan(let drag): return begin(drag, at: now)
    case .dragMoved(let drag): return move(drag, at: now)
    case .dragEnded(let drag): return end(drag, isCancelled: false, at: now)
    case .dragCancelled(let drag): return end(drag, isCancelled: true, at: now)
    }
    return []
  }
}

extension Gesture {
  /// Whether a finger does it; time alone tells that no more taps follow.
  var isByFinger: Bool {
    if case .tapsEnded = self { false } else { true }
  }
}
