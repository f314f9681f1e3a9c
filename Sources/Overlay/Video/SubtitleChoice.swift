internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScenes

/// A choice about the appearance of subtitles. Each touch or OK chooses the next value.
enum SubtitleChoice: CaseIterable, Hashable, Sendable {
  case size, font, weight, color, opacity, background, backgroundOpacity, window, windowOpacity
  case edge, edgeColor, position

  enum Value: Hashable, Sendable {
    case words(String)
    case color(Color)
  }

  private static let sizes = [0.5, 0.75, 1, 1.25, 1.5, 2]
  /// Generic families of fontconfig.
  private static let fonts = ["Sans", "Serif", "Monospace", "Cursive", "Fantasy"]
  /// The eight colours of 47 CFR 79.103(c), and grey.
  private static let colors: [UInt32] = [
    0xFFFFFF, 0xFFFF00, 0x00FF00, 0x00FFFF, 0x0000FF, 0xFF00FF, 0xFF0000, 0x000000, 0x808080,
  ]
  private static let opacities: [UInt32] = [255, 191, 128, 64]
  /// The opacity of a background once it has a colour.
  private static let firstOpacity: UInt32 = 191

  /// The command for the next value.
  func command(after style: SubtitleStyle) -> Command {
    let next = next(after: style)
    return property.map { .setSubtitleProperty($0, next[$0]) } ?? .setSubtitleScale(next.scale)
  }

  /// Nil for the size.
  private var property: SubtitleStyle.Property? {
    switch self {
    case .size: nil
    case .font: .font
    case .weight: .weight
    case .color, .opacity: .color
    case .background, .backgroundOpacity: .background
    case .window, .windowOpacity: .window
    case .edge: .edge
    case .edgeColor: .edgeColor
    case .position: .position
    }
  }

  /// The style with the next value.
  func next(after style: SubtitleStyle) -> SubtitleStyle {
    var style = style
    switch self {
    case .size: style.scale = Self.next(after: style.scale, in: Self.sizes)
    case .font: style.font = Self.next(after: style.font, in: Self.fonts)
    case .weight: style.weight = Self.next(after: style.weight, in: SubtitleStyle.Weight.allCases)
    case .edge: style.edge = Self.next(after: style.edge, in: SubtitleStyle.Edge.allCases)
    case .position:
      style.position = Self.next(after: style.position, in: SubtitleStyle.Position.allCases)
    case .color: Self.recolor(&style.color)
    case .edgeColor: Self.recolor(&style.edgeColor)
    case .background: Self.recolor(&style.background)
    case .window: Self.recolor(&style.window)
    case .opacity: Self.fade(&style.color, to: Self.opacities)
    case .backgroundOpacity: Self.fade(&style.background, to: Self.opacities + [0])
    case .windowOpacity: Self.fade(&style.window, to: Self.opacities + [0])
    }
    return style
  }

  private static func next<Value: Equatable>(after value: Value, in values: [Value]) -> Value {
    let place = values.firstIndex(of: value).map { $0 + 1 } ?? 0
    return values[place % values.count]
  }

  /// A colour that was not visible is, from its first one on.
  private static func recolor(_ color: inout UInt32) {
    if color >> 24 == 0 {
      color = firstOpacity << 24
    } else {
      color = color & 0xFF00_0000 | next(after: color & 0xFF_FFFF, in: colors)
    }
  }

  private static func fade(_ color: inout UInt32, to opacities: [UInt32]) {
    color = next(after: color >> 24, in: opacities) << 24 | color & 0xFF_FFFF
  }

  func value(in style: SubtitleStyle, _ wording: Wording) -> Value {
    switch self {
    case .size: Self.percent(style.scale)
    case .font: .words(style.font)
    case .weight: .words(style.weight == .bold ? wording.bold : wording.regular)
    case .color: .color(Color(style.color & 0xFF_FFFF))
    case .edgeColor: .color(Color(style.edgeColor & 0xFF_FFFF))
    case .background: Self.shown(style.background, wording)
    case .window: Self.shown(style.window, wording)
    case .opacity: Self.opacity(of: style.color)
    case .backgroundOpacity: Self.opacity(of: style.background)
    case .windowOpacity: Self.opacity(of: style.window)
    case .edge: .words(Self.name(of: style.edge, wording))
    case .position: .words(style.position == .top ? wording.top : wording.bottom)
    }
  }

  private static func percent(_ part: Double) -> Value {
    .words("\(Int((100 * part).rounded())) %")
  }

  private static func opacity(of color: UInt32) -> Value { percent(Double(color >> 24) / 255) }

  private static func shown(_ color: UInt32, _ wording: Wording) -> Value {
    color >> 24 == 0 ? .words(wording.off) : .color(Color(color & 0xFF_FFFF))
  }

  private static func name(of edge: SubtitleStyle.Edge, _ wording: Wording) -> String {
    switch edge {
    case .none: wording.off
    case .outline: wording.outline
    case .shadow: wording.shadow
    case .raised: wording.raised
    case .depressed: wording.depressed
    }
  }

  func title(_ wording: Wording) -> String {
    switch self {
    case .size: wording.textSize
    case .font: wording.font
    case .weight: wording.weight
    case .color: wording.color
    case .opacity: wording.opacity
    case .background: wording.background
    case .backgroundOpacity: wording.backgroundOpacity
    case .window: wording.window
    case .windowOpacity: wording.windowOpacity
    case .edge: wording.edge
    case .edgeColor: wording.edgeColor
    case .position: wording.position
    }
  }
}
