import Testing
import VitrineFakes
import VitrineGestures
import VitrinePictures
import VitrinePlayback
import VitrineScenes
import VitrineTiming

@testable import VitrineOverlay

@Suite("Random users and players")
struct InterfaceRandomTests {
  @Test("1,000 random double taps skip only in the third that they hit")
  func doubleTaps() {
    var random = SeededRandom(seed: 7)
    let users = Display.all.map { SimulatedUser.watching($0.size) }
    for round in 0..<1000 {
      var user = users[round % users.count]
      let screen = user.screen
      func place() -> Point {
        Point(
          .random(in: 0..<screen.width, using: &random),
          .random(in: 0..<screen.height, using: &random))
      }
      let (first, second) = (place(), place())
      user.tap(first)
      user.wait(.random(in: 20...280, using: &random))
      user.tap(second)
      let (zone, other) = (zone(first, screen), zone(second, screen))
      var expected: [String] = []
      if zone == other { expected = [["skip -10.0", "toggle", "skip 10.0"][zone]] }
      // In another third it is a separate tap, which may hit a control shown by the first.
      if zone != other, user.layout.control(at: second) != nil { continue }
      #expect(user.asked() == expected, "\(first), \(second) of \(screen)")
    }
  }

  private func zone(_ place: Point, _ screen: Rect) -> Int { Int(place.x * 3 / screen.width) }

  @Test("Random touches, keys, times and reports leave nothing stuck", arguments: 0..<40)
  func storm(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var storm = Storm(seed: seed, &random)
    for _ in 0..<150 where storm.complaint == nil { storm.step(&random) }
    storm.calm()
    #expect(storm.complaint == nil)
  }
}

/// A user who does anything, and a player that may or may not obey.
private struct Storm {
  var user: SimulatedUser
  var fingers: [Int: Point] = [:]
  var isScrubbing = false
  /// The first fault.
  var complaint: String?

  static let keys = [
    "KEY_OK", "KEY_UP", "KEY_DOWN", "KEY_LEFT", "KEY_RIGHT", "KEY_BACK", "KEY_MENU",
    "KEY_PLAYPAUSE", "KEY_STOP", "KEY_VOLUMEUP", "KEY_VOLUMEDOWN", "KEY_MUTE", "KEY_SUBTITLE",
    "KEY_5", "KEY_FASTFORWARD", "KEY_ANGLE", "KEY_NEXT", "KEY_NO_SUCH",
  ]

  init(seed: Int, _ random: inout SeededRandom) {
    let display = Display.all[seed % Display.all.count]
    let list = seed % 3 == 0 ? 0 : 30
    user = SimulatedUser(
      display.size, pixelsPerMillimetre: display.density, list: list,
      attractTimeout: seed % 2 == 0 ? .seconds(5) : nil)
    user.hear { if list == 0 { $0.play(entry: 1) } }
  }

  mutating func step(_ random: inout SeededRandom) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<9: touch(&random)
    case 9..<13: key(&random)
    case 13..<15: report(&random)
    case 15: user.hearFailure()
    case 16 where Int.random(in: 0..<4, using: &random) == 0:
      user.setMetrics(Display.all.randomElement(using: &random)?.size ?? PixelSize(800, 480))
    case 17: user.interface.receiveThumbnail(PictureID("a"), of: .zero)
    case 18 where Int.random(in: 0..<4, using: &random) == 0:
      fingers = [:]
      user.unplugTouchscreen()
      _ = user.interface.loseKey("KEY_OK", at: user.now)
    default: break
    }
    look()
    user.wait([1, 10, 16, 40, 100, 300, 700, 4000].randomElement(using: &random) ?? 16)
    look()
  }

  private mutating func touch(_ random: inout SeededRandom) {
    let screen = user.screen
    if !fingers.isEmpty, Int.random(in: 0..<3, using: &random) == 0 {
      fingers.removeValue(forKey: fingers.keys.min() ?? 0)
    } else if fingers.isEmpty || Int.random(in: 0..<8, using: &random) == 0 {
      fingers[.random(in: 0..<8, using: &random)] = Point(
        .random(in: 0...screen.width, using: &random),
        .random(in: 0...screen.height, using: &random))
    } else {
      for (id, place) in fingers {
        fingers[id] = Point(
          place.x + .random(in: -200...200, using: &random),
          place.y + .random(in: -200...200, using: &random))
      }
    }
    user.touch(fingers)
  }

  private mutating func key(_ random: inout SeededRandom) {
    let name = Self.keys.randomElement(using: &random) ?? ""
    if Bool.random(using: &random) { user.keyDown(name) } else { user.keyUp(name) }
  }

  private mutating func report(_ random: inout SeededRandom) {
    let failure = PlaybackError(.source, "gone", exitStatus: .noInput)
    let phases: [PlaybackState.Phase] = [
      .idle, .opening, .buffering, .playing, .playing, .playing, .ended, .failed(failure),
    ]
    let durations: [MediaTime?] = [
      nil, .zero, MediaTime(-1, 1), MediaTime(1, 25), MediaTime(600, 1), MediaTime(.max, 1),
    ]
    let change = Int.random(in: 0..<8, using: &random)
    let phase = phases.randomElement(using: &random) ?? .idle
    let duration = durations.randomElement(using: &random) ?? nil
    let position = MediaTime(.random(in: -10...1000, using: &random), 1)
    let number = Int.random(in: 1...3, using: &random)
    user.hear { status in
      switch change {
      case 0: status.phase = phase
      case 1: status.duration = duration
      case 2: status.position = position
      case 3: status.entry = number
      case 4: status.isPaused.toggle()
      case 5: status.tracks = Array(status.tracks.prefix(number))
      default: status.play(entry: number)
      }
    }
  }

  private mutating func look() {
    for request in user.takeRequests() { hear(request) }
    for drawing in user.drawings where !drawing.isSane { complain("draws \(drawing)") }
    if let due = user.interface.deadline(user.now), due.nanoseconds < 0 { complain("due \(due)") }
    if isScrubbing != (user.interface.scrubbing != nil), user.owesNothing {
      complain("scrubbing is \(isScrubbing)")
    }
  }

  private mutating func hear(_ request: InterfaceRequest) {
    guard case .perform(let command) = request else { return }
    switch command {
    case .beginScrubbing:
      if isScrubbing { complain("begins twice") }
      isScrubbing = true
    case .scrub: if !isScrubbing { complain("scrubs before it begins") }
    case .endScrubbing:
      if !isScrubbing { complain("ends twice") }
      isScrubbing = false
    case .setVolume(let volume): if !(0...1).contains(volume) { complain("volume \(volume)") }
    case .seek(let order): if order.target < .zero { complain("seeks to \(order.target)") }
    default: break
    }
  }

  private mutating func complain(_ what: String) { complaint = complaint ?? what }

  /// Lifts every finger and key and plays the video.
  mutating func calm() {
    user.lift()
    for name in Self.keys { user.keyUp(name) }
    user.hear { $0.play(entry: 1) }
    look()
    for _ in 0..<100 {
      user.wait(100)
      user.hear { $0.position = $0.position + .milliseconds(100) }
    }
    look()
    if isScrubbing { complain("never ends") }
    if user.interface.pressed != nil { complain("looks pressed forever") }
    let deadline = user.interface.deadline(user.now)
    if user.interface.isListShown {
      // The last seconds before the attract loop are counted down.
      let attract = user.interface.list?.attract.deadline
      if deadline.map({ due in attract.map { due > $0 } ?? true }) ?? (attract != nil) {
        complain("waits for \(deadline as Any)")
      }
    } else {
      if deadline != nil { complain("waits for \(deadline as Any)") }
      if !user.drawings.isEmpty { complain("still shows \(user.drawings.count) drawings") }
    }
    if user.interface.isMoving(at: user.now) { complain("still moves") }
  }
}

extension Drawing {
  fileprivate var isSane: Bool {
    let numbers = [frame.x, frame.y, frame.width, frame.height, opacity] + shape.numbers
    return numbers.allSatisfy(\.isFinite) && (0...1).contains(opacity) && frame.width >= 0
      && frame.height >= 0
  }
}

extension Shape {
  fileprivate var numbers: [Double] {
    switch self {
    case .box(_, let radius), .picture(_, let radius), .hole(let radius): [radius]
    case .outline(_, let width, let radius): [width, radius]
    case .arc(_, let width, let start, let length): [width, start, length]
    case .text(let text): [text.size]
    case .gradient, .icon, .sign, .code: []
    }
  }
}
