import VitrineGestures

/// The valid order of gestures, for any fingers.
struct GestureGrammar<Region: Hashable & Sendable> {
  private(set) var complaints: [String] = []
  private var isPressed = false
  private var isDragging = false
  private var taps: (region: Region, count: Int)?

  mutating func receive(_ gestures: [Gesture<Region>]) {
    for gesture in gestures { receive(gesture) }
  }

  /// Every finger is lifted and every timeout has passed.
  mutating func end() {
    if isPressed || isDragging || taps != nil { complaints.append("something stuck at the end") }
  }

  private mutating func receive(_ gesture: Gesture<Region>) {
    switch gesture {
    case .dragMoved: check(isDragging, gesture)
    case .dragEnded, .dragCancelled:
      check(isDragging, gesture)
      isDragging = false
    case .pressed:
      check(!isPressed && !isDragging, gesture)
      isPressed = true
    case .released:
      check(isPressed, gesture)
      isPressed = false
    case .tap(_, let region, let count): receiveTap(region, count, gesture)
    case .tapsEnded(let region, let count):
      check(taps.map { $0 == (region, count) } ?? false, gesture)
      taps = nil
    case .dragBegan, .longPress, .twoFingerTap:
      check(!isPressed && !isDragging && taps == nil, gesture)
      if case .dragBegan = gesture { isDragging = true }
    }
  }

  private mutating func receiveTap(_ region: Region, _ count: Int, _ gesture: Gesture<Region>) {
    check(isPressed && (taps.map { $0 == (region, count - 1) } ?? (count == 1)), gesture)
    (isPressed, taps) = (false, (region, count))
  }

  private mutating func check(_ isRight: Bool, _ gesture: Gesture<Region>) {
    if !isRight { complaints.append("\(gesture) out of place") }
  }
}
