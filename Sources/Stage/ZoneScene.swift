internal import VitrinePictures
internal import VitrineScenes
internal import VitrineSchedules
internal import VitrineTiming

/// Draws the zones of a template for one moment. Pure, like `StageScene`.
struct ZoneScene {
  private let contents: StageContents
  private let display: PixelSize
  /// Nil without a trusted clock: zones with times are empty.
  private let time: CivilTime?
  private let now: HostTime

  /// The background, with a hole for the film, and everything in front of it.
  private(set) var drawings: [Drawing] = []
  /// Nil if the film has the whole display.
  private(set) var film: PixelRect?
  /// When a page ends.
  private(set) var nextChange: HostTime?

  typealias ClockText = (_ zone: String, StageTemplate.Clock) -> String

  init(
    _ template: StageTemplate, _ contents: StageContents, on display: PixelSize,
    at time: CivilTime?, _ now: HostTime, _ layouts: inout TableLayouts, _ clockText: ClockText
  ) {
    (self.contents, self.display) = (contents, display)
    (self.time, self.now) = (time, now)
    film = template.filmArea(on: display)
    if film != nil { drawings.append(Drawing(.box(template.background), in: Rect(display))) }
    for zone in template.zones { draw(zone, &layouts, clockText) }
  }

  /// In pixels.
  private func textSize(of zone: StageTemplate.Zone) -> Double {
    let share = (display.height > display.width ? zone.portraitSize : nil) ?? zone.size
    return max((Double(min(display.width, display.height)) * share).rounded(), 4)
  }

  /// Left and right of texts, the same in all zones, so that they align.
  private var padding: Double { (Double(min(display.width, display.height)) * 0.02).rounded() }

  private mutating func draw(
    _ zone: StageTemplate.Zone, _ layouts: inout TableLayouts, _ clockText: ClockText
  ) {
    let frame = Rect(zone.pixels(on: display))
    if let background = zone.background {
      drawings.append(Drawing(.box(background), in: frame))
    }
    let size = textSize(of: zone)
    let inner = frame.inset(padding, 0)
    switch zone.content {
    case .film, .signLanguage, .video: drawings.append(Drawing(.hole(radius: 0), in: frame))
    case .empty: break
    case .clock(let clock):
      guard time != nil else { return }
      drawings.append(line(clockText(zone.name, clock), zone, size, in: inner))
    case .text(let pattern, let source, let turn, let lines):
      let table = source.flatMap { contents.tables[$0] }
      guard source == nil || table?.table.rows.isEmpty == false else { return }
      let place = self.turn(table, pages: table?.table.rows.count ?? 1, turn)
      let text = pattern.text { name in
        table.flatMap { held in held.table.column(name).map { held.table.rows[place][$0] } } ?? ""
      }
      drawings.append(
        Drawing(
          .text(
            Text(
              text, size: size, weight: zone.weight, color: zone.color, alignment: zone.alignment,
              lines: lines, baseline: zone.isAtTop ? padding + size * 0.75 : nil)), in: inner))
    case .image(let name):
      guard let image = contents.pictures[name], !image.size.isEmpty else { return }
      drawings.append(
        Drawing(.picture(PictureID(name, image)), in: frame.fitting(image.size)))
    case .code(let text):
      guard let code = contents.codes[text] else { return }
      let side = min(frame.width, frame.height)
      let card = Rect(center: frame.center, side: side.rounded(.down))
      drawings += code.drawings(in: card)
    case .page: drawings += contents.page?.drawings(in: frame) ?? []
    case .table(let table):
      guard let held = contents.tables[table.source], time != nil || !table.isTimed else { return }
      let layout = layouts.layout(
        of: zone.name, table, held, at: time ?? CivilTime(seconds: 0), size: size,
        padding: padding, in: frame)
      let page = turn(held, pages: layout.pages, table.turn)
      drawings += layout.drawings(of: page, zone).map { drawing in
        var drawing = drawing
        drawing.clip = frame
        return drawing
      }
    }
  }

  /// One line, smaller if it is too long.
  private func line(
    _ text: String, _ zone: StageTemplate.Zone, _ size: Double, in frame: Rect
  ) -> Drawing {
    Drawing(
      .text(
        Text(
          text, size: fitting(text, zone.weight, size, in: frame.width), weight: zone.weight,
          color: zone.color, alignment: zone.alignment, isTabular: true)), in: frame)
  }

  /// The page that is shown now. The first page is shown when the data arrives.
  private mutating func turn(
    _ held: StageContents.Held?, pages: Int, _ turn: Duration?
  ) -> Int {
    guard let held, let turn, pages > 1, turn > .zero else { return 0 }
    let past = max(now - held.since, .zero)
    let turns = past.nanoseconds / turn.nanoseconds
    let end = held.since + turn * (turns +| 1)
    nextChange = min(nextChange ?? end, end)
    return Int(turns % Int64(pages))
  }
}

/// The size at which a line fits, by its estimated width, at least 85 % of `size`. A longer line ends in an
/// ellipsis.
func fitting(_ text: String, _ weight: Text.Weight, _ size: Double, in width: Double) -> Double {
  // Estimates are for medium letters.
  let wanted = estimatedWidth(of: text, size: size) * (weight == .bold ? 1.08 : 1)
  guard wanted > width, wanted > 0 else { return size }
  return (size * max(width / wanted, 0.85)).rounded(.down)
}

extension PagePicture {
  /// Pixel by pixel, in the middle of the zone, which has the same size unless the page has not followed it yet.
  fileprivate func drawings(in frame: Rect) -> [Drawing] {
    let (left, top) = (
      frame.x + ((frame.width - Double(size.width)) / 2).rounded(),
      frame.y + ((frame.height - Double(size.height)) / 2).rounded()
    )
    return tiles.map { tile in
      let place = Rect(
        x: left + Double(tile.frame.x), y: top + Double(tile.frame.y),
        width: Double(tile.frame.width), height: Double(tile.frame.height))
      return Drawing(.picture(PictureID("page", tile.pixels)), in: place, clip: frame)
    }
  }
}

extension Rect {
  /// The largest frame of a picture's aspect ratio in the middle.
  fileprivate func fitting(_ size: PixelSize) -> Rect {
    let scale = min(width / Double(size.width), height / Double(size.height))
    let (across, down) = (
      (Double(size.width) * scale).rounded(), (Double(size.height) * scale).rounded()
    )
    return Rect(
      x: (x + (width - across) / 2).rounded(), y: (y + (height - down) / 2).rounded(),
      width: across, height: down)
  }
}
