import VitrinePictures
import VitrineTiming

/// Strokes and gestures.
extension GestureRecognizer {
  /// The single finger, or the one that drags; it was proven first.
  var leader: Int? { strokes.firstIndex { $0.isProven } }

  /// Carries out what is due at exactly this time.
  mutating func fire(at now: HostTime) {
    if prove(at: now) { decide(at: now) }
    pressLong(at: now)
    if let sequence, sequence.expires <= now, !isHeld(sequence) { endTaps() }
  }

  /// Proves strokes that are old enough. Returns whether there are new fingers.
  private mutating func prove(at now: HostTime) -> Bool {
    var isNew = false
    for index in strokes.indices where !strokes[index].isProven && strokes[index].provenAt <= now {
      strokes[index].isProven = true
      isNew = true
    }
    if isNew { count(at: now) }
    return isNew
  }

  /// Changes the phase by the number of fingers.
  private mutating func count(at now: HostTime) {
    let fingers = strokes.count { $0.isProven }
    let haveMeaning = strokes.allSatisfy { !$0.isProven || $0.landing != nil }
    switch (phase, fingers) {
    case (.ignoring, _), (.dragging, 2): break
    case (.idle, 1) where haveMeaning: beginSingle()
    case (.idle, 2) where haveMeaning, (.single, 2) where haveMeaning:
      release()
      endTaps()
      phase = .pair
    default: ignore(at: now)
    }
  }

  private mutating func beginSingle() {
    guard let stroke = leader.map({ strokes[$0] }), let region = regions[stroke.landing]
    else { return }
    let isPressed = !stroke.hasStrayed(beyond: limits.slop)
    phase = .single(isPressed: isPressed)
    if isPressed { gestures.append(.pressed(stroke.start, region)) }
  }

  /// Decides by the positions of the fingers, and by their lifting.
  mutating func decide(at now: HostTime) {
    switch phase {
    case .idle: break
    case .ignoring: stopIgnoringIfLifted()
    case .single: decideSingle(at: now)
    case .pair: decidePair(at: now)
    case .dragging(let drag): continueDrag(drag, at: now)
    }
  }

  private mutating func decideSingle(at now: HostTime) {
    guard let leader, let region = regions[strokes[leader].landing] else { return }
    let stroke = strokes[leader]
    if let lifted = stroke.lifted {
      guard !mayHaveCompany(until: lifted) else { return }
      strokes.remove(at: leader)
      finish(stroke, on: region, lifted: lifted)
    } else if stroke.hasStrayed(beyond: limits.slop) {
      let drag = stroke.drag(region, stroke.axis(), at: now)
      release()
      endTaps()
      phase = .dragging(drag)
      gestures.append(.dragBegan(drag))
    }
  }

  private mutating func finish(
    _ single: Stroke, on region: Region, lifted: HostTime
  ) {
    if isPatient(region) || lifted - single.landed <= limits.longestTap {
      tap(single, on: region, lifted: lifted)
    } else {
      release()
      endTaps()
    }
    phase = .idle
  }

  /// Whether another contact has landed that is not proven yet. A finger lifted meanwhile waits a
  /// few milliseconds for that.
  private func mayHaveCompany(until lifted: HostTime) -> Bool {
    strokes.contains { !$0.isProven && $0.landed < lifted }
  }

  private mutating func tap(_ stroke: Stroke, on region: Region, lifted: HostTime) {
    var count = 1
    if let sequence, sequence.isContinued(by: stroke, on: region) {
      count += sequence.count
    } else {
      endTaps()
    }
    sequence = TapSequence(on: region, count: count, lifted: lifted, limits)
    gestures.append(.tap(stroke.start, region, count: count))
  }

  private mutating func decidePair(at now: HostTime) {
    let pair = strokes.filter { $0.isProven }
    guard pair.count == 2, !pair.contains(where: { $0.hasStrayed(beyond: limits.slop) }) else {
      return ignore(at: now)
    }
    guard let lifted = pair[0].lifted, let otherLifted = pair[1].lifted,
      !mayHaveCompany(until: max(lifted, otherLifted))
    else { return }
    strokes.removeAll { $0.isProven }
    phase = .idle
    guard max(lifted, otherLifted) - pair[0].landed <= limits.twoFingerTap else { return }
    let sum = pair[0].start + pair[1].start
    gestures.append(.twoFingerTap(Point(sum.x / 2, sum.y / 2)))
  }

  private mutating func continueDrag(_ before: Drag<Region>, at now: HostTime) {
    guard let leader else { return }
    let stroke = strokes[leader]
    if !stroke.isOnGlass {
      gestures.append(.dragEnded(stroke.drag(before.region, before.axis, at: now)))
      strokes.remove(at: leader)
      phase = .ignoring(isStorm: false)
      ignoreStrokes()
    } else if stroke.latest != before.latest {
      let drag = stroke.drag(before.region, before.axis, at: now)
      phase = .dragging(drag)
      gestures.append(.dragMoved(drag))
    }
  }

  private mutating func pressLong(at now: HostTime) {
    guard case .single = phase, let stroke = leader.map({ strokes[$0] }), stroke.isOnGlass,
      let region = regions[stroke.landing], !isPatient(region),
      stroke.landed + limits.longPress <= now
    else { return }
    ignore(at: now)
    gestures.append(.longPress(stroke.start, region))
  }
}
