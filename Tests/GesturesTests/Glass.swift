import VitrineGestures
import VitrinePictures
import VitrineTiming

/// A touchscreen in words. A line is one frame, "time in ms, then the fingers on the glass": "80
/// a100,200 b300,200". The left half of the display is one region, the right another.
struct Glass {
  var recognizer = GestureRecognizer<String>(TouchLimits(slop: 30))
  private(set) var gestures: [Gesture<String>] = []
  /// Whether the timer fires on time, or never.
  let isPunctual: Bool

  init(isPunctual: Bool = true) {
    self.isPunctual = isPunctual
  }

  static func time(_ milliseconds: Int) -> HostTime {
    HostTime(nanoseconds: Int64(milliseconds) * 1_000_000)
  }

  static func region(of place: Point) -> String { place.x < 500 ? "left" : "right" }

  mutating func feed(_ lines: [String]) {
    for line in lines {
      guard let frame = Self.frame(line) else { fatalError("no frame: \(line)") }
      pass(to: frame.time)
      gestures += recognizer.feed(frame) { place, _ in Self.region(of: place) }
    }
  }

  /// Advances to this time, firing the timer.
  mutating func pass(to time: HostTime) {
    while isPunctual, let due = recognizer.deadline, due <= time {
      gestures += recognizer.timePassed(due)
    }
  }

  mutating func wait(until milliseconds: Int) {
    pass(to: Self.time(milliseconds))
    gestures += recognizer.timePassed(Self.time(milliseconds))
  }

  private static func frame(_ line: String) -> TouchFrame? {
    let words = line.split(separator: " ")
    guard let first = words.first, let milliseconds = Int(first) else { return nil }
    let contacts = words.dropFirst().compactMap { word -> Contact? in
      let place = word.dropFirst().split(separator: ",").compactMap { Double($0) }
      guard let letter = word.utf8.first, place.count == 2 else { return nil }
      return Contact(id: Int(letter), at: Point(place[0], place[1]))
    }
    guard contacts.count == words.count - 1 else { return nil }
    return TouchFrame(contacts, at: time(milliseconds))
  }
}

extension Gesture<String> {
  /// The gesture in a few words.
  var words: String {
    switch self {
    case .pressed(_, let region): "pressed \(region)"
    case .released: "released"
    case .tap(_, let region, let count): "tap \(region) \(count)"
    case .tapsEnded(let region, let count): "taps \(region) \(count)"
    case .longPress(_, let region): "long \(region)"
    case .dragBegan(let drag): "drag \(drag.region) \(drag.axis)"
    case .dragMoved(let drag): "to \(Int(drag.latest.x)),\(Int(drag.latest.y))"
    case .dragEnded: "dropped"
    case .dragCancelled: "cancelled"
    case .twoFingerTap(let place): "two at \(Int(place.x)),\(Int(place.y))"
    }
  }
}
