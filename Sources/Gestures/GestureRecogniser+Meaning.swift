import Pictures
import Timing

/// From strokes to gestures.
extension GestureRecogniser {
  /// The single finger, or the one that drags: no other is proven before it.
  var leader: Int? { strokes.firstIndex { $0.isProven } }

  /// Does what is due at exactly this time.
  mutating func fire(at now: HostTime) {
    if prove(at: now) { decide(at: now) }
    pressLong(at: now)
    if let sequence, sequence.expires <= now, !isHeld(sequence) { endTaps() }
  }

  /// Whether there are new fingers.
  private mutating func prove(at now: HostTime) -> Bool {
    var isNew = false
    for index in strokes.indices where !strokes[index].isProven && strokes[index].provenAt <= now {
      strokes[index].isProven = true
      isNew = true
    }
    if isNew { count(at: now) }
    return isNew
  }

  /// What the number of fingers says.
  private mutating func count(at now: HostTime) {
    let fingers = strokes.count { $0.isProven }
    switch (phase, fingers) {
    case (.idle, 1): beginSingle()
    case (.idle, 2), (.single, 2):
      release()
      endTaps()
      phase = .pair
    case (.dragging, 2): break
    default: enterVoid(at: now)
    }
  }

  private mutating func beginSingle() {
    guard let stroke = leader.map({ strokes[$0] }) else { return }
    phase = .single
    guard !stroke.hasStrayed(beyond: limits.slop) else { return }
    isPressed = true
    news.append(.pressed(stroke.start, stroke.region))
  }

  /// What the places of the fingers, and their absence, say.
  mutating func decide(at now: HostTime) {
    switch phase {
    case .idle, .void: break
    case .single: decideSingle(at: now)
    case .pair: decidePair(at: now)
    case .dragging(let drag): goOn(drag, at: now)
    }
  }

  private mutating func decideSingle(at now: HostTime) {
    guard let leader else { return }
    let stroke = strokes[leader]
    if let lifted = stroke.lifted {
      guard !mayHaveCompany(until: lifted) else { return }
      strokes.remove(at: leader)
      finish(stroke, lifted: lifted)
    } else if stroke.hasStrayed(beyond: limits.slop) {
      let drag = stroke.drag(stroke.axis, at: now)
      release()
      endTaps()
      phase = .dragging(drag)
      news.append(.dragBegan(drag))
    }
  }

  private mutating func finish(_ single: Stroke<Region>, lifted: HostTime) {
    phase = .idle
    if lifted - single.landed <= limits.longestTap {
      tap(single, lifted: lifted)
    } else {
      release()
      endTaps()
    }
  }

  /// Whether another contact landed beside it, and is neither a finger yet nor a ghost. A finger
  /// that is lifted meanwhile waits for the answer: a few milliseconds.
  private func mayHaveCompany(until lifted: HostTime) -> Bool {
    strokes.contains { !$0.isProven && $0.landed < lifted }
  }

  private mutating func tap(_ stroke: Stroke<Region>, lifted: HostTime) {
    isPressed = false
    var count = 1
    if let sequence, sequence.isContinued(by: stroke) {
      count += sequence.count
    } else {
      endTaps()
    }
    sequence = TapSequence(on: stroke.region, count: count, lifted: lifted, limits)
    news.append(.tap(stroke.start, stroke.region, count: count))
  }

  private mutating func decidePair(at now: HostTime) {
    let pair = strokes.filter { $0.isProven }
    guard pair.count == 2, !pair.contains(where: { $0.hasStrayed(beyond: limits.slop) }) else {
      return enterVoid(at: now)
    }
    guard let lifted = pair[0].lifted, let otherLifted = pair[1].lifted,
      !mayHaveCompany(until: max(lifted, otherLifted))
    else { return }
    strokes.removeAll { $0.isProven }
    phase = .idle
    guard max(lifted, otherLifted) - pair[0].landed <= limits.twoFingerTap else { return }
    let sum = pair[0].start + pair[1].start
    news.append(.twoFingerTap(Point(sum.x / 2, sum.y / 2)))
  }

  private mutating func goOn(_ before: Drag<Region>, at now: HostTime) {
    guard let leader else { return }
    let stroke = strokes[leader]
    if !stroke.isOnGlass {
      news.append(.dragEnded(stroke.drag(before.axis, at: now)))
      // Fingers that came beside it have missed their time.
      phase = strokes.count > 1 ? .void : .idle
      strokes = []
    } else if stroke.latest != before.latest {
      let drag = stroke.drag(before.axis, at: now)
      phase = .dragging(drag)
      news.append(.dragMoved(drag))
    }
  }

  private mutating func pressLong(at now: HostTime) {
    guard case .single = phase, let stroke = leader.map({ strokes[$0] }), stroke.isOnGlass,
      stroke.landed + limits.longPress <= now
    else { return }
    enterVoid(at: now)
    news.append(.longPress(stroke.start, stroke.region))
  }

  /// Cancels what is going on; the fingers that are there mean nothing more.
  mutating func enterVoid(at now: HostTime) {
    release()
    if case .dragging(let drag) = phase {
      let last = leader.map { strokes[$0].drag(drag.axis, at: now) }
      news.append(.dragCancelled(last ?? drag))
    }
    endTaps()
    phase = .void
    strokes = []
  }

  /// Cancels what is going on, as no time that is known means anything any more.
  mutating func abandon(at now: HostTime) {
    let wasTouched: Bool = if case .void = phase { true } else { strokes.contains { $0.isOnGlass } }
    enterVoid(at: now)
    if !wasTouched { phase = .idle }
    (isStorm, quietUntil) = (false, nil)
  }

  private mutating func release() {
    guard isPressed else { return }
    isPressed = false
    news.append(.released)
  }

  private mutating func endTaps() {
    guard let ended = sequence else { return }
    sequence = nil
    news.append(.tapsEnded(ended.region, count: ended.count))
  }
}
