internal import VitrinePictures
package import VitrineScenes
package import VitrineSchedules
package import VitrineTiming

/// Draws the overlays for one moment. Pure: the time of day and the texts of clocks are parameters.
package struct StageScene: Sendable {
  /// The overlays by name: tickers first, then in the order of their names.
  private var overlays: [(name: String, overlay: StageOverlay)]
  private var tickers: [String: Ticker] = [:]
  /// The texts of clocks, with the second that they show.
  private var clockTexts: [String: (second: Int64, text: String)] = [:]

  /// The tickers that a visitor has paused, until when.
  private var paused: [String: HostTime] = [:]
  private var layouts = TableLayouts()

  /// The text of a clock, by the clock's overlay.
  package typealias ClockText = (_ overlay: StageOverlay, _ pattern: String) -> String

  /// The free border of the display, as a share of its sides (EBU R 95).
  private static let border = 0.05
  /// Pixels of a ticker per second, as a multiple of its height.
  private static let speed = 2.5
  /// A paused ticker moves again after this time, for the next visitor.
  private static let longestPause = Duration.seconds(120)

  /// The area of a page that visitors can touch; no overlay has this name.
  package static let pageArea = "zones/page"

  package init(_ overlays: [String: StageOverlay]) {
    self.overlays = []
    set(overlays)
  }

  /// Replaces the overlays. Tickers that stay continue where they are.
  package mutating func set(_ overlays: [String: StageOverlay]) {
    // The others are placed beside the bars of tickers.
    let sorted = overlays.sorted { $0.key < $1.key }.map { (name: $0.key, overlay: $0.value) }
    self.overlays =
      sorted.filter(\.overlay.isTicker) + sorted.filter { !$0.overlay.isTicker }
    tickers = tickers.filter { overlays[$0.key]?.isTicker == true }
    // Another pattern or language may show the same second.
    clockTexts = [:]
  }

  /// Pauses a ticker, or lets it move again (WCAG 2.2, 2.2.2).
  package mutating func tap(_ name: String, at now: HostTime) {
    if paused.removeValue(forKey: name) == nil { paused[name] = now + Self.longestPause }
  }

  /// Draws everything for the display in `sheet`. `reading` is the machine's time at `sheet.now`. Without a trusted
  /// clock, nothing that depends on the time is shown: a wrong time is worse than none.
  package mutating func draw(
    _ sheet: DrawingContext, _ contents: StageContents, at reading: ClockReading,
    _ clockText: ClockText
  ) -> CustomScene {
    let time = reading.isTrusted ? reading.civilTime : nil
    let second = reading.moment.second
    var layouts = layouts
    let zones = contents.template.map { template in
      ZoneScene(
        template, contents, on: sheet.metrics.size, at: time, sheet.now, &layouts
      ) { zone, shown in
        var overlay = StageOverlay(.clock(shown.pattern))
        (overlay.language, overlay.timeZone) = (shown.language, shown.timeZone)
        return clock("zone \(zone)", overlay, shown.pattern, at: second, clockText)
      }
    }
    self.layouts = layouts
    var scene = CustomScene(below: zones?.drawings ?? [])
    scene.film = zones?.film
    if let template = contents.template, template.page?.isTouched == true,
      let area = template.pageArea(on: sheet.metrics.size)
    {
      scene.areas.append(HitArea(Self.pageArea, in: Rect(area)))
    }
    var stacks = PlaceStacks(sheet.metrics.size, border: Self.border)
    paused = paused.filter { $0.value > sheet.now && tickers[$0.key] != nil }
    var changes: [HostTime?] = Array(paused.values)
    let selected = sheet.playback.overlays.map { Set($0) }
    for (name, overlay) in overlays {
      guard selected?.contains(name) ?? true, isDue(overlay, at: time) else { continue }
      let canvas = OverlayCanvas(overlay, sheet.metrics.size)
      switch overlay.content {
      case .clock(let pattern):
        guard time != nil else { continue }
        let text = clock(name, overlay, pattern, at: second, clockText)
        scene.below += canvas.card(text, &stacks, isTabular: true)
      case .countdown(let end):
        guard let time else { continue }
        scene.below += canvas.card(
          Self.countdown(from: time, to: end), &stacks, isTabular: true)
      case .text(let text): scene.below += canvas.card(text, &stacks)
      case .image(let path):
        guard let picture = contents.images[name] else { continue }
        scene.below += canvas.image(PictureID(path, picture), picture.size, &stacks)
      case .pixels(let picture, let frame):
        scene.below.append(Drawing(.picture(PictureID(name, picture)), in: frame))
      case .code(let text):
        guard let code = contents.codes[text] else { continue }
        scene.below += canvas.code(code, &stacks)
      case .ticker:
        guard let lines = contents.lines[name], !lines.isEmpty else { continue }
        let isPaused = sheet.playback.isPaused || paused[name] != nil
        let bar = canvas.bar(&stacks)
        scene.areas.append(HitArea(name, in: bar))
        if sheet.theme.reducesMotion {
          let page = turn(name, lines, canvas, bar, isPaused: isPaused, to: sheet.now)
          scene.below += canvas.still(page.text, in: bar)
          changes.append(page.end)
        } else {
          let ticker = advance(name, lines, canvas, isPaused: isPaused, to: sheet.now)
          scene.below += canvas.ticker(ticker.strip, ticker.motion.offset, in: bar)
          scene.isMoving = scene.isMoving || !isPaused
        }
        if paused[name] != nil { scene.below += canvas.pauseSign(in: bar) }
      }
    }
    scene.subtitleBottom = stacks.subtitleBottom
    let isTimed = overlays.contains(where: \.overlay.isTimed) || contents.template?.isTimed == true
    changes += [
      isTimed ? Self.nextSecond(sheet.now, reading.moment) : nil, zones?.nextChange,
    ]
    scene.nextChange = changes.compactMap(\.self).min()
    return scene
  }

  /// The text of a clock, which is made once a second.
  private mutating func clock(
    _ name: String, _ overlay: StageOverlay, _ pattern: String, at second: Int64,
    _ clockText: ClockText
  ) -> String {
    if let made = clockTexts[name], made.second == second { return made.text }
    let text = clockText(overlay, pattern)
    clockTexts[name] = (second, text)
    return text
  }

  /// Moves a ticker unless it is paused. New texts enter from the edge.
  private mutating func advance(
    _ name: String, _ lines: [String], _ canvas: OverlayCanvas, isPaused: Bool, to now: HostTime
  ) -> Ticker {
    var ticker = tickers[name] ?? Ticker(lines, canvas.textSize)
    if ticker.lines != lines || ticker.textSize != canvas.textSize {
      ticker = Ticker(lines, canvas.textSize)
    }
    if isPaused {
      ticker.motion.pause()
    } else {
      ticker.motion.advance(to: now, speed: Self.speed * canvas.height)
    }
    tickers[name] = ticker
    return ticker
  }

  /// The text of a ticker that does not move, and when it is replaced by the next one; nil for never.
  private mutating func turn(
    _ name: String, _ lines: [String], _ canvas: OverlayCanvas, _ bar: Rect, isPaused: Bool,
    to now: HostTime
  ) -> (text: String, end: HostTime?) {
    var ticker = tickers[name] ?? Ticker(lines, canvas.textSize)
    if ticker.lines != lines || ticker.textSize != canvas.textSize {
      ticker = Ticker(lines, canvas.textSize)
    }
    defer { tickers[name] = ticker }
    return ticker.pages.turn(
      TickerPages.texts(lines, size: canvas.textSize, in: bar.width), isPaused: isPaused, to: now)
  }

  /// A ticker between two moments.
  private struct Ticker {
    let lines: [String]
    let textSize: Double
    let strip: TickerStrip
    var motion = TickerMotion()
    var pages = TickerPages()

    init(_ lines: [String], _ textSize: Double) {
      (self.lines, self.textSize) = (lines, textSize)
      strip = TickerStrip(lines, size: textSize)
    }
  }

  private func isDue(_ overlay: StageOverlay, at time: CivilTime?) -> Bool {
    guard !overlay.hours.isEmpty else { return true }
    return time.map(overlay.hours.state) ?? false
  }

  /// The start of the next second. The clock may be set at any moment, so a clock without seconds is checked as often.
  private static func nextSecond(_ now: HostTime, _ moment: Moment) -> HostTime {
    let past = moment.nanoseconds -| moment.second *| 1_000_000_000
    return now + .nanoseconds(1_000_000_000 - past)
  }

  /// Such as `2:05:09`, or with days from two days on; zero once the time has come.
  static func countdown(from time: CivilTime, to end: CivilTime) -> String {
    let left = max(end.seconds -| time.seconds, 0)
    let (hours, rest) = (left / 3600, left % 3600)
    func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(rest / 60)):\(two(rest % 60))"
    if hours >= 48 { return "\(hours / 24) d \(hours % 24):\(clock)" }
    return hours > 0 ? "\(hours):\(clock)" : clock
  }
}

/// Places overlays: those at the same place form a stack.
struct PlaceStacks {
  private let display: PixelSize
  /// In pixels.
  private let border: (x: Double, y: Double)
  /// The used height at each place.
  private var used: [StageOverlay.Place: Double] = [:]
  /// The height of the bars at the top and at the bottom.
  private var bars: (top: Double, bottom: Double) = (0, 0)
  private var lowest: Double

  init(_ display: PixelSize, border: Double) {
    self.display = display
    self.border = (
      (Double(display.width) * border).rounded(), (Double(display.height) * border).rounded()
    )
    lowest = Double(display.height)
  }

  /// The bottom limit for subtitles; nil for the display's edge.
  var subtitleBottom: Double? { lowest < Double(display.height) ? lowest : nil }

  /// The widest overlay.
  var width: Double { Double(display.width) - 2 * border.x }

  /// The frame of the next bar at an edge, as wide as the display.
  mutating func bar(_ height: Double, isAtTop: Bool) -> Rect {
    let y = isAtTop ? bars.top : Double(display.height) - bars.bottom - height
    if isAtTop { bars.top += height } else { bars.bottom += height }
    if !isAtTop { lowest = min(lowest, y) }
    return Rect(x: 0, y: y, width: Double(display.width), height: height)
  }

  /// The frame of the next overlay at a place.
  mutating func frame(_ place: StageOverlay.Place, _ width: Double, _ height: Double) -> Rect {
    let (whole, high) = (Double(display.width), Double(display.height))
    let before = used[place, default: 0]
    used[place] = before + height + border.y / 4
    let x: Double =
      switch place {
      case .topLeft, .left, .bottomLeft: border.x
      case .top, .center, .bottom: ((whole - width) / 2).rounded()
      case .topRight, .right, .bottomRight: whole - border.x - width
      }
    let y: Double =
      switch place {
      case .topLeft, .top, .topRight: max(border.y, bars.top + border.y / 2) + before
      case .left, .center, .right: ((high - height) / 2).rounded() + before
      case .bottomLeft, .bottom, .bottomRight:
        high - max(border.y, bars.bottom + border.y / 2) - before - height
      }
    // Subtitles are in the middle.
    if place == .bottom { lowest = min(lowest, y - border.y / 4) }
    return Rect(x: x, y: y.rounded(), width: width, height: height)
  }
}

/// Makes the drawings of one overlay.
private struct OverlayCanvas {
  let overlay: StageOverlay
  /// In pixels.
  let height: Double

  init(_ overlay: StageOverlay, _ display: PixelSize) {
    self.overlay = overlay
    height = (Double(min(display.width, display.height)) * overlay.size).rounded()
  }

  var textSize: Double { height * 0.6 }

  /// A text on a card.
  func card(_ text: String, _ stacks: inout PlaceStacks, isTabular: Bool = false) -> [Drawing] {
    guard !text.isEmpty else { return [] }
    let padding = (height * 0.4).rounded()
    let wanted = estimatedWidth(of: text, size: textSize) * 1.05 + 2 * padding
    let width = min(wanted.rounded(.up), stacks.width)
    let frame = stacks.frame(overlay.place, width, height)
    return [
      Drawing(.box(overlay.background, radius: (height * 0.2).rounded()), in: frame),
      Drawing(
        .text(
          Text(
            text, size: textSize, weight: .medium, color: overlay.color, alignment: .center,
            isTabular: isTabular)), in: frame.inset(padding / 2, 0)),
    ]
  }

  func image(_ id: PictureID, _ size: PixelSize, _ stacks: inout PlaceStacks) -> [Drawing] {
    guard size.width > 0, size.height > 0 else { return [] }
    let width = height * Double(size.width) / Double(size.height)
    let scale = min(1, stacks.width / width)
    let frame = stacks.frame(
      overlay.place, (width * scale).rounded(), (height * scale).rounded())
    return [Drawing(.picture(id), in: frame)]
  }

  func code(_ code: SquareCode, _ stacks: inout PlaceStacks) -> [Drawing] {
    code.drawings(in: stacks.frame(overlay.place, height, height), isRounded: true)
  }

  /// The frame of a ticker.
  func bar(_ stacks: inout PlaceStacks) -> Rect {
    stacks.bar(height, isAtTop: [.topLeft, .top, .topRight].contains(overlay.place))
  }

  /// A text of a ticker that does not move.
  func still(_ text: String, in bar: Rect) -> [Drawing] {
    [
      Drawing(.box(overlay.background), in: bar),
      Drawing(
        .text(
          Text(
            text, size: textSize, weight: .medium, color: overlay.color, alignment: .center)),
        in: bar.inset(height, 0)),
    ]
  }

  /// The sign of a ticker that a visitor has paused.
  func pauseSign(in bar: Rect) -> [Drawing] {
    let sign = Rect(x: bar.x, y: bar.y, width: height, height: height)
    let side = (height * 0.5).rounded()
    return [
      Drawing(.box(Color(0x000000)), in: sign),
      Drawing(.icon(.pause, Color(0xFFFFFF)), in: Rect(center: sign.center, side: side)),
    ]
  }

  /// Runs to the left, or to the right in scripts that are read from the right.
  func ticker(_ strip: TickerStrip, _ offset: Int, in bar: Rect) -> [Drawing] {
    let isMirrored = strip.direction == .rightToLeft
    let texts = strip.visible(at: offset, in: Int(bar.width)).map { part, at in
      let x = isMirrored ? bar.width - Double(at + part.width) : Double(at)
      // Room for letters that are wider than estimated; Pango would end the text in an ellipsis.
      let room = Double(part.width) / 2 + height
      let frame = Rect(
        x: isMirrored ? x - room : x, y: bar.y, width: Double(part.width) + room, height: height)
      return Drawing(
        .text(
          Text(part.text, size: textSize, weight: .medium, color: overlay.color)),
        in: frame, clip: frame.intersection(bar))
    }
    return [Drawing(.box(overlay.background), in: bar)] + texts
  }
}
