package import VitrineGestures
internal import VitrinePictures
package import VitrineScenes
package import VitrineTiming

// The layers of the stage and of the program: their drawings, touches on them, and the keys that the program claims.
extension Interface {
  /// Sets the program's drawing; nil removes it.
  package mutating func draw(_ drawing: CustomDrawing?) { own.set(drawing) }

  /// Sets the drawing of overlays and zones; nil removes it.
  package mutating func drawStage(_ drawing: CustomDrawing?) { stage.set(drawing) }

  /// Whether there are overlays or zones, shown or not.
  package var hasStage: Bool { stage.isSet }

  /// Sets which input the program receives. Releases held keys if the claimed keys change.
  package mutating func setListener(_ listener: InputListener) {
    if listener.keys != self.listener.keys { _ = repeater.releaseAll(except: .power) }
    self.listener = listener
  }

  /// Redraws the stage and the program's drawing if necessary. Calls their closures.
  package mutating func redrawOwn(at now: HostTime) {
    stage.redraw(at: now)
    own.redraw(at: now)
  }

  /// Called when the latest drawings are on screen.
  package mutating func recordFlip(at time: HostTime) {
    stage.recordFlip(at: time)
    own.recordFlip(at: time)
  }

  /// When to call `redrawOwn` if nothing else happens and the display is free.
  package var ownDeadline: HostTime? {
    [stage.deadline, own.deadline].compactMap(\.self).min()
  }

  /// Whether touches are processed: for the interface, or for the program's layer.
  var isTouched: Bool {
    isOperated || listener.isActive || !own.scene.areas.isEmpty || !stage.scene.areas.isEmpty
  }

  /// The region at a position; the topmost one wins.
  func region(at place: Point, sequence: Region?) -> Region {
    // The program's drawings are clipped to the part of the display that is within reach.
    let isWithin = Rect(context.metrics.size).contains(place)
    if isWithin, let id = own.scene.area(at: place, isAbove: true) { return .own(id) }
    // A tap next to the program's areas does not continue a sequence on them.
    let isOwn = sequence?.own != nil || sequence?.stage != nil
    let before = isOwn ? nil : sequence
    let region =
      context.options.isBare
      ? .picture(context.layout.third(of: place))
      : screen.region(at: place, sequence: before, context)
    guard case .picture = region else { return region }
    if isWithin, let id = own.scene.area(at: place, isAbove: false) { return .own(id) }
    // A touch there also ends the attract loop.
    guard !isAttracting else { return region }
    // A ticker may be beyond reach.
    let onDisplay = Point(place.x, place.y + Double(context.metrics.top))
    return stage.scene.area(at: onDisplay, isAbove: false).map { .stage($0) } ?? region
  }

  /// Reports a gesture to the program, and passes it to the screen unless it is on one of the
  /// program's areas.
  mutating func deliver(_ gesture: Gesture<Region>, at now: HostTime) -> [InterfaceRequest] {
    switch gesture {
    case .pressed(_, let region): own.press(region.own)
    case .tapsEnded: break
    default: own.press(nil)
    }
    if case .released = gesture { stage.cancelTouch() }
    if let id = gesture.region?.stage {
      stage.touch(id, gesture.areaTouches(below: Double(context.metrics.top)))
      if case .tap = gesture { stage.tap(id, at: now) }
      return []
    }
    let touch = listener.isActive ? gesture.ownTouch(at: now, in: context.metrics) : nil
    let requests = touch.map { [InterfaceRequest.own(.touch($0))] } ?? []
    if let touch, touch.area != nil { presence.recordProgramInput() }
    guard !context.options.isBare, gesture.region?.own == nil else { return requests }
    return requests + following(screen.receive(gesture, &context, at: now))
  }

  /// Carries out the requests of a screen that concern the interface itself.
  mutating func following(_ requests: [InterfaceRequest]) -> [InterfaceRequest] {
    // The program handles Back, and may leave something behind for the next visitor.
    if requests.contains(.back) { presence.recordProgramInput() }
    return requests.flatMap { request in
      guard case .language(let language) = request else { return [request] }
      return [request] + setLanguage(language)
    }
  }

  /// The requests that report a key to the program, and whether the program claims the key.
  mutating func reportKey(
    _ name: String, isDown: Bool, at now: HostTime
  ) -> (requests: [InterfaceRequest], isOwn: Bool) {
    // PIN digits go to the service menu only.
    guard listener.isActive, !service.isShown else { return ([], false) }
    var requests = [InterfaceRequest.own(.key(name, isDown: isDown, at: now))]
    guard listener.keys.contains(name) else { return (requests, false) }
    if isDown {
      requests += keepAwake(at: now)
      presence.recordProgramInput()
    }
    recordUse(at: now)
    return (requests, true)
  }
}

extension Region {
  /// The id of the program's area.
  var own: String? { if case .own(let id) = self { id } else { nil } }

  /// The id of the stage's area.
  var stage: String? { if case .stage(let id) = self { id } else { nil } }

  /// Whether the program receives touches there; those on the interface's controls are not
  /// reported.
  fileprivate var isReported: Bool {
    switch self {
    case .own, .picture: true
    default: false
    }
  }
}

extension Gesture where Region == VitrineOverlay.Region {
  /// Nil for gestures without a region.
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

  fileprivate func ownTouch(at now: HostTime, in metrics: Metrics) -> AppTouch? {
    guard let region, region.isReported else { return nil }
    func touch(_ kind: AppTouch.Kind, _ start: Point, _ place: Point) -> AppTouch {
      AppTouch(
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

extension Gesture where Region == VitrineOverlay.Region {
  /// The touches of the stage, which begins `top` above the part within reach. A tap is down if it was not pressed
  /// before.
  fileprivate func areaTouches(below top: Double) -> [AreaTouch] {
    func place(_ point: Point) -> Point { Point(point.x, point.y + top) }
    return switch self {
    case .pressed(let start, _): [.down(place(start))]
    case .tap(let start, _, _): [.down(place(start)), .up]
    case .dragBegan(let drag): [.down(place(drag.start)), .moved(place(drag.latest))]
    case .dragMoved(let drag): [.moved(place(drag.latest))]
    case .dragEnded(let drag): [.moved(place(drag.latest)), .up]
    case .dragCancelled: [.cancelled]
    case .released, .tapsEnded, .longPress, .twoFingerTap: []
    }
  }
}

extension Metrics {
  fileprivate func inPoints(_ place: Point) -> Point { Point(place.x / scale, place.y / scale) }
}
