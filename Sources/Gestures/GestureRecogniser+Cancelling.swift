import Pictures
import Timing

/// How things end.
extension GestureRecogniser {
  /// Cancels what is going on; the fingers that are there mean nothing more.
  mutating func enterVoid(at now: HostTime) {
    release()
    if case .dragging(let drag) = phase {
      let last = leader.map { strokes[$0].drag(drag.region, drag.axis, at: now) }
      news.append(.dragCancelled(last ?? drag))
    }
    endTaps()
    phase = .void
    spendStrokes()
  }

  /// Takes their meaning from the fingers that are there. Where none is, the void is over at once.
  mutating func spendStrokes() {
    strokes.removeAll { $0.isProven && !$0.isOnGlass }
    for index in strokes.indices { strokes[index].spend() }
    leaveVoidIfLifted()
  }

  /// Ghosts that flicker on need not be gone, too: on some panels there is always one.
  mutating func leaveVoidIfLifted() {
    if !isStorm, !strokes.contains(where: { $0.isProven }) { phase = .idle }
  }

  /// A storm is over when nothing at all is on the glass.
  mutating func endStorm(at now: HostTime) {
    guard isStorm else { return }
    (isStorm, quietUntil) = (false, now + limits.quietAfterStorm)
    leaveVoidIfLifted()
  }

  /// No time that is known means anything any more, and so do the fingers on the glass.
  mutating func startAnew(at now: HostTime) {
    enterVoid(at: now)
    let left = strokes.filter { $0.isOnGlass }
    forget()
    strokes = left.map { stroke(Contact(id: $0.id, at: $0.latest), landing: nil, at: now) }
  }

  mutating func forget() {
    (strokes, phase, isStorm, quietUntil) = ([], .idle, false, nil)
  }

  mutating func release() {
    guard isPressed else { return }
    isPressed = false
    news.append(.released)
  }

  mutating func endTaps() {
    guard let ended = sequence else { return }
    sequence = nil
    news.append(.tapsEnded(ended.region, count: ended.count))
  }
}
