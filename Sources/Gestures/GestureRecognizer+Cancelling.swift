import VitrinePictures
import VitrineTiming

/// Cancelling and resetting.
extension GestureRecognizer {
  /// Cancels the current gesture; the present fingers are ignored until they are lifted.
  mutating func ignore(isStorm: Bool = false, at now: HostTime) {
    release()
    if case .dragging(let drag) = phase {
      let last = leader.map { strokes[$0].drag(drag.region, drag.axis, at: now) }
      gestures.append(.dragCancelled(last ?? drag))
    }
    endTaps()
    phase = .ignoring(isStorm: isStorm || self.isStorm)
    ignoreStrokes()
  }

  private var isStorm: Bool {
    if case .ignoring(isStorm: true) = phase { true } else { false }
  }

  /// Ignores the present fingers. If there are none, ends the ignoring phase.
  mutating func ignoreStrokes() {
    strokes.removeAll { $0.isProven && !$0.isOnGlass }
    for index in strokes.indices { strokes[index].ignore() }
    stopIgnoringIfLifted()
  }

  /// Flickering ghost contacts do not have to end for this: some panels always have one.
  mutating func stopIgnoringIfLifted() {
    if !isStorm, !strokes.contains(where: { $0.isProven }) { phase = .idle }
  }

  /// A storm ends when there are no contacts at all.
  mutating func endStorm(at now: HostTime) {
    guard isStorm else { return }
    (phase, quietUntil) = (.ignoring(isStorm: false), now + limits.quietAfterStorm)
    stopIgnoringIfLifted()
  }

  /// Resets everything after a clock change: known times have lost their meaning, and the present
  /// fingers are ignored.
  mutating func startAnew(at now: HostTime) {
    ignore(at: now)
    let left = strokes.filter { $0.isOnGlass }
    forget()
    strokes = left.map { stroke(Contact(id: $0.id, at: $0.latest), landing: nil, at: now) }
  }

  mutating func forget() {
    (strokes, phase, quietUntil) = ([], .idle, nil)
  }

  mutating func release() {
    guard case .single(isPressed: true) = phase else { return }
    phase = .single(isPressed: false)
    gestures.append(.released)
  }

  mutating func endTaps() {
    guard let ended = sequence else { return }
    sequence = nil
    gestures.append(.tapsEnded(ended.region, count: ended.count))
  }
}
