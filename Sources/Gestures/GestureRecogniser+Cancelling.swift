import VitrinePictures
import VitrineTiming

/// How things end.
extension GestureRecogniser {
  /// Cancels what is going on; the fingers that are there mean nothing more.
  mutating func ignore(isStorm: Bool = false, at now: HostTime) {
    release()
    if case .dragging(let drag) = phase {
      let last = leader.map { strokes[$0].drag(drag.region, drag.axis, at: now) }
      news.append(.dragCancelled(last ?? drag))
    }
    endTaps()
    phase = .ignoring(isStorm: isStorm || self.isStorm)
    ignoreStrokes()
  }

  private var isStorm: Bool {
    if case .ignoring(isStorm: true) = phase { true } else { false }
  }

  /// Takes their meaning from the fingers that are there. Where none is, they are ignored no more.
  mutating func ignoreStrokes() {
    strokes.removeAll { $0.isProven && !$0.isOnGlass }
    for index in strokes.indices { strokes[index].ignore() }
    stopIgnoringIfLifted()
  }

  /// Ghosts that flicker on need not be gone, too: on some panels there is always one.
  mutating func stopIgnoringIfLifted() {
    if !isStorm, !strokes.contains(where: { $0.isProven }) { phase = .idle }
  }

  /// A storm is over when nothing at all is on the glass.
  mutating func endStorm(at now: HostTime) {
    guard isStorm else { return }
    (phase, quietUntil) = (.ignoring(isStorm: false), now + limits.quietAfterStorm)
    stopIgnoringIfLifted()
  }

  /// No time that is known means anything any more, and so do the fingers on the glass.
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
    news.append(.released)
  }

  mutating func endTaps() {
    guard let ended = sequence else { return }
    sequence = nil
    news.append(.tapsEnded(ended.region, count: ended.count))
  }
}
