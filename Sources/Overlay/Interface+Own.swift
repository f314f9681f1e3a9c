public import VitrineGestures
internal import VitrinePictures
public import VitrineScenes
public import VitrineTiming

// What the program that plays has of its own: what it draws, what of that is touched, and the keys it keeps.
extension Interface {
  /// Has it draw from now on, or anew; nil takes away what it has drawn.
  public mutating func draw(_ drawing: OwnDrawing?) { own.set(drawing) }

  /// Has it hear what people do. What is held by now is let go of where the keys are others.
  public mutating func setListener(_ listener: Listener) {
    if listener.keys != self.listener.keys { _ = repeater.releaseAll(except: .power) }
    self.listener = listener
  }

  /// Draws anew what has to be of the program's own. Calls its closure.
  public mutating func redrawOwn(at now: HostTime) { own.redraw(at: now) }

  /// The display has shown what was drawn last.
  public mutating func noteFlip(at time: HostTime) { own.noteFlip(at: time) }

  /// When to call `redrawOwn` if nothing else happens, and the display is free.
  public var ownDeadline: HostTime? { own.deadline }

  /// Whether touches are looked at: where people operate the interface, or something of the program's own.
  var isTouched: Bool { isOperated || listener.isThere || !own.scene.areas.isEmpty }

  /// What lies at a place. What is seen above something else comes before it.
  func region(at place: Point, sequence: Region?) -> Region {
    if let id = own.scene.area(at: place, isAbove: true) { return .own(id) }
    // A tap beside what is the program's own has not followed one on that.
    let before = sequence?.own == nil ? sequence : nil
    let region =
      context.options.isBare
      ? .picture(context.layout.third(of: place))
      : screen.region(at: place, sequence: before, context)
    guard case .picture = region, let id = own.scene.area(at: place, isAbove: false) else {
      return region
    }
    return .own(id)
  }

  /// Tells the program of a gesture; the screen does what there is to do, where it is not on something of the
  /// program's own.
  mutating func deliver(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    switch gesture {
    case .pressed(_, let region): own.press(region.own)
    case .tapsEnded: break
    default: own.press(nil)
    }
    let told = listener.isThere ? gesture.told(at: now, in: context.metrics) : nil
    let requests = told.map { [InterfaceRequest.own(.touch($0))] } ?? []
    if let told, told.area != nil { presence.noteProgramAsked() }
    guard !context.options.isBare, gesture.region?.own == nil else { return requests }
    return requests + noted(screen.receive(gesture, &context, at: now))
  }

  /// What the program makes of it is left behind as what it makes of a key.
  mutating func noted(_ requests: [InterfaceRequest]) -> [InterfaceRequest] {
    if requests.contains(.back) { presence.noteProgramAsked() }
    return requests
  }

  /// What the program is told of a key, and whether that is its own.
  mutating func hearKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> (requests: [InterfaceRequest], isOwn: Bool) {
    // The digits of the operator's PIN are the menu's alone.
    guard listener.isThere, !service.isShown else { return ([], false) }
    var requests = [InterfaceRequest.own(.key(name, isDown: isDown, at: now))]
    guard listener.keys.holds(name) else { return (requests, false) }
    if isDown {
      requests += keepAwake(at: now)
      presence.noteProgramAsked()
    }
    noteUse(at: now)
    return (requests, true)
  }
}

extension Region {
  /// The name of what is the program's own.
  var own: String? { if case .own(let id) = self { id } else { nil } }

  /// Whether the program is told of what is done there: the interface's controls are its own business.
  fileprivate var isHeard: Bool {
    switch self {
    case .own, .picture: true
    default: false
    }
  }
}

extension Gesture where Region == VitrineOverlay.Region {
  /// Nil for what is on nothing.
  fileprivate var region: Region? {
    switch self {
    case .pressed(_, let region), .tap(_, let region, _), .tapsEnded(let region, _),
      .longPress(_, let region):
      region
    case .dragBegan(let drag), .dragMoved(let drag), .dragEnded(let drag), .dragCancelled(let drag):
      drag.region
    case .released, .twoFingerTap: nil
    }
  }

  fileprivate func told(at now: HostTime, in metrics: Metrics) -> OwnTouch? {
    guard let region, region.isHeard else { return nil }
    func touch(_ kind: OwnTouch.Kind, _ start: Point, _ place: Point) -> OwnTouch {
      OwnTouch(
        kind, on: region.own, from: metrics.inPoints(start), to: metrics.inPoints(place), at: now)
    }
    return switch self {
    case .tap(let place, _, let count): touch(.tap(count: count), place, place)
    case .longPress(let place, _): touch(.longPress, place, place)
    case .dragBegan(let drag): touch(.dragBegan, drag.start, drag.latest)
    case .dragMoved(let drag): touch(.dragMoved, drag.start, drag.latest)
    case .dragEnded(let drag): touch(.dragEnded, drag.start, drag.latest)
    case .dragCancelled(let drag): touch(.dragCancelled, drag.start, drag.latest)
    case .pressed, .released, .tapsEnded, .twoFingerTap: nil
    }
  }
}

extension Metrics {
  fileprivate func inPoints(_ place: Point) -> Point { Point(place.x / scale, place.y / scale) }
}
