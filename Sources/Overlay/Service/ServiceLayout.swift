internal import VitrineGestures
internal import VitrinePictures
internal import VitrineScenes

/// The layout of the service menu: a centred card, with two columns on a wide display, and scaled
/// down if it would not fit.
struct ServiceLayout {
  let stage: ServiceMenu.Stage
  let brush: Brush
  let card: Rect
  private let isMirrored: Bool
  private let isPortrait: Bool
  private let isAway: Bool
  let hasKeys: Bool

  private static let margin = 16.0
  static let padding = 28.0
  private static let button = 44.0

  /// `isAway` makes room for the button that returns to the programme, `hasKeys` for that of the
  /// key wizard.
  init(
    _ stage: ServiceMenu.Stage, _ context: ScreenContext, isAway: Bool = false,
    hasKeys: Bool = false
  ) {
    self.stage = stage
    (self.isAway, self.hasKeys) = (isAway, hasKeys)
    let row = hasKeys ? Self.row : 0
    let screen = context.layout.screen
    isPortrait = context.metrics.isPortrait
    let size: (width: Double, height: Double) =
      switch stage {
      case .asking: (328, 468)
      case .open: isPortrait ? (472, 796 + row) : (768, 484 + row)
      case .learning: isPortrait ? (472, 460) : (600, 400)
      case .learned: isPortrait ? (472, 660) : (768, 428)
      }
    let whole = context.metrics
    let room = whole.points(2 * Self.margin)
    let factor = min(
      1, (screen.width - room) / whole.points(size.width),
      (screen.height - room) / whole.points(size.height))
    brush = Brush(theme: context.options.theme, metrics: whole.scaled(by: max(factor, 0.1)))
    let (width, height) = (brush.points(size.width), brush.points(size.height))
    card = Rect(
      x: ((screen.width - width) / 2).rounded(), y: ((screen.height - height) / 2).rounded(),
      width: width, height: height)
    isMirrored = ReadingDirection(of: context.options.wording.service) == .rightToLeft
  }

  /// A frame in the card, in points from its upper leading corner.
  func place(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    let (left, width) = (brush.points(x), brush.points(width))
    return Rect(
      x: isMirrored ? card.right - left - width : card.x + left, y: card.y + brush.points(y),
      width: width, height: brush.points(height))
  }

  private var width: Double { card.width / brush.points(1) }

  var title: Rect { place(Self.padding, 20, width - 2 * Self.padding - Self.button, 36) }
  private var close: Rect { place(width - Self.button - 14, 16, Self.button, Self.button) }

  // PIN entry.

  var dots: Rect { place(0, 72, width, 20) }
  var message: Rect { place(Self.padding, 100, width - 2 * Self.padding, 22) }

  /// A keypad looks the same in every reading direction.
  private func key(_ column: Double, _ row: Double) -> Rect {
    Rect(
      x: card.x + brush.points(32 + column * 92), y: card.y + brush.points(136 + row * 76),
      width: brush.points(80), height: brush.points(64))
  }

  // Menu.

  var code: Rect { isPortrait ? place((472 - 208) / 2, 80, 208, 208) : place(28, 80, 208, 208) }
  /// The lines below it: purpose, address, fingerprint.
  func caption(_ top: Double, _ height: Double) -> Rect {
    isPortrait ? place(28, 296 + top, 416, height) : place(20, 300 + top, 224, height)
  }

  private var block: (x: Double, y: Double, width: Double) {
    isPortrait ? (28, 400, 416) : (272, 80, 468)
  }
  private static let label = 108.0

  func label(_ top: Double, _ height: Double) -> Rect {
    place(block.x, block.y + top, Self.label - 8, height)
  }
  func value(_ top: Double, _ height: Double) -> Rect {
    place(block.x + Self.label, block.y + top, block.width - Self.label, height)
  }
  /// A part of the value column, in points from its start.
  private func control(_ x: Double, _ top: Double, _ width: Double) -> Rect {
    place(block.x + Self.label + x, block.y + top, width, Self.button)
  }

  static let volumeTop = 132.0
  static let rotationTop = 188.0
  static let keysTop = 244.0
  private static let row = 56.0
  var troublesTop: Double { (hasKeys ? Self.row : 0) + 248 }
  private var restartTop: Double { troublesTop + 84 }

  var level: Rect {
    let track = control(104, Self.volumeTop, block.width - Self.label - 104 - 104)
    return track.inset(0, (track.height - brush.points(6)) / 2)
  }
  var levelText: Rect { control(block.width - Self.label - 104 + 52, Self.volumeTop, 52) }

  private func turn(_ index: Int) -> Rect {
    let room = block.width - Self.label
    let width = (room - 3 * 8) / 4
    return control(Double(index) * (width + 8), Self.rotationTop, width)
  }

  // The key wizard.

  var progressBar: Rect { place(Self.padding, 76, width - 2 * Self.padding, 6) }
  var progressText: Rect { place(Self.padding, 92, width - 2 * Self.padding, 22) }
  var question: Rect { place(Self.padding, isPortrait ? 168 : 136, width - 2 * Self.padding, 26) }
  var action: Rect { place(Self.padding, isPortrait ? 204 : 170, width - 2 * Self.padding, 100) }
  var reply: Rect { place(Self.padding, isPortrait ? 324 : 282, width - 2 * Self.padding, 26) }

  /// A line of the result: in one column on a portrait display, otherwise in two.
  func line(_ index: Int, of count: Int) -> Rect {
    let rows = isPortrait ? count : (count + 1) / 2
    let (column, row) = (Double(index / max(rows, 1)), Double(index % max(rows, 1)))
    let room = width - 2 * Self.padding
    let lineWidth = isPortrait ? room : (room - 32) / 2
    return place(Self.padding + column * (lineWidth + 32), 76 + row * 28, lineWidth, 22)
  }

  /// Buttons at the bottom, of equal width.
  private func bottom(_ parts: [ServicePart]) -> [(part: ServicePart, frame: Rect)] {
    let room = width - 2 * Self.padding
    let each = (room - 8 * Double(parts.count - 1)) / Double(parts.count)
    let top = card.height / brush.points(1) - Self.padding - Self.button
    return parts.enumerated().map { index, part in
      (part: part, frame: place(Self.padding + Double(index) * (each + 8), top, each, Self.button))
    }
  }

  // Controls.

  /// In reading order.
  var parts: [(part: ServicePart, frame: Rect)] {
    let shown = [(part: ServicePart.close, frame: close)]
    switch stage {
    case .asking:
      let digits = (1...9).map { digit in
        (
          part: ServicePart.digit(digit),
          frame: key(Double((digit - 1) % 3), Double((digit - 1) / 3))
        )
      }
      return shown + digits
        + [(part: .digit(0), frame: key(1, 3)), (part: .erase, frame: key(2, 3))]
    case .learning: return shown + bottom([.skip])
    case .learned: return shown + bottom([.discard, .save])
    case .open:
      let room = block.width - Self.label
      let turns = Rotation.allCases.enumerated().map { index, rotation in
        (part: ServicePart.rotation(rotation), frame: turn(index))
      }
      return shown + [
        (part: .mute, frame: control(0, Self.volumeTop, Self.button)),
        (part: .quieter, frame: control(52, Self.volumeTop, Self.button)),
        (part: .louder, frame: control(room - 96, Self.volumeTop, Self.button)),
      ] + turns + (hasKeys ? [(part: .keys, frame: control(0, Self.keysTop, room))] : [])
        + endings(room)
    }
  }

  private func endings(_ room: Double) -> [(part: ServicePart, frame: Rect)] {
    guard isAway else { return [(part: .restart, frame: control(0, restartTop, room))] }
    let half = (room - 8) / 2
    return [
      (part: .programme, frame: control(0, restartTop, half)),
      (part: .restart, frame: control(half + 8, restartTop, half)),
    ]
  }

  func region(at place: Point) -> ServicePart {
    parts.first { $0.frame.contains(place) }?.part ?? .backdrop
  }

  /// Moves the focus: the nearest part in the key's direction; sideways distance counts more.
  func next(to focus: ServicePart?, _ action: KeyAction) -> ServicePart? {
    guard let from = parts.first(where: { $0.part == focus })?.frame.center else {
      return parts.dropFirst().first?.part
    }
    func distance(_ frame: Rect) -> Double? {
      let (x, y) = (frame.center.x - from.x, frame.center.y - from.y)
      let (along, beside) =
        switch action {
        case .left: (-x, y)
        case .right: (x, y)
        case .up: (-y, x)
        default: (y, x)
        }
      return along > brush.points(8) ? along + 3 * abs(beside) : nil
    }
    let near = parts.compactMap { part in distance(part.frame).map { (part.part, $0) } }
    return near.min { $0.1 < $1.1 }?.0 ?? focus
  }
}
