package import VitrinePictures
package import VitrineScenes
internal import VitrineTiming

/// How the display is divided: the film in one zone, and texts, tables and pictures in others.
package struct StageTemplate: Hashable, Sendable {
  package struct Zone: Hashable, Sendable {
    package var name: String
    package var frame: Frame
    /// On a display that is higher than wide; nil uses `frame`.
    package var portrait: Frame?
    /// The text size there; nil uses `size`.
    package var portraitSize: Double?
    package var content: Content
    package var background: Color?
    package var color = Color(0xFFFFFF)
    /// The text size as a share of the display's shorter side.
    package var size = 0.03
    package var weight = Text.Weight.regular
    package var alignment = Text.Alignment.leading
    /// Whether a text begins at the top, instead of being in the middle.
    package var isAtTop = false

    package init(_ name: String, _ frame: Frame, _ content: Content) {
      (self.name, self.frame, self.content) = (name, frame, content)
    }

    package func pixels(on display: PixelSize) -> PixelRect {
      let isPortrait = display.height > display.width
      return ((isPortrait ? portrait : nil) ?? frame).pixels(on: display)
    }
  }

  package enum Content: Hashable, Sendable {
    case film
    /// The sign-language video of the film's item.
    case signLanguage
    /// The videos of another list, played by another player.
    case video(Video)
    /// Nothing but the background.
    case empty
    /// A text of up to `lines` lines. With `source`, it has fields of that data file's first row, or of each row in turn.
    case text(RowPattern, source: String?, turn: Duration?, lines: Int)
    case clock(Clock)
    /// The name of a PNG or JPEG file in the data folder.
    case image(String)
    /// The text of a QR code.
    case code(String)
    case table(Table)
    /// The pictures of a program that draws a page.
    case page(Page)
  }

  package struct Video: Hashable, Sendable {
    /// The path of a list, folder or file, relative to the template's folder.
    package var list: String
    /// Whether it plays with sound; the film is then silent.
    package var hasSound: Bool

    package init(_ list: String, hasSound: Bool = false) {
      (self.list, self.hasSound) = (list, hasSound)
    }
  }

  package struct Page: Hashable, Sendable {
    /// In ASCII, without characters that a unit's environment file would change.
    package var address: String
    /// Whether visitors can touch it.
    package var isTouched: Bool

    package init(_ address: String, isTouched: Bool = false) {
      (self.address, self.isTouched) = (address, isTouched)
    }
  }

  package struct Clock: Hashable, Sendable {
    /// In the language of strftime(3).
    package var pattern: String
    /// The name of its locale; nil uses English.
    package var language: String?
    /// Nil uses the machine's.
    package var timeZone: String?

    package init(_ pattern: String, in timeZone: String? = nil, language: String? = nil) {
      (self.pattern, self.timeZone, self.language) = (pattern, timeZone, language)
    }
  }

  package struct Table: Hashable, Sendable {
    /// The name of its data file, without extension.
    package var source: String
    package var columns: [Column] = []
    package var condition: RowCondition?
    /// The field to sort by; nil keeps the order of the file.
    package var sort: String?
    /// A heading above the rows that share it.
    package var group: RowPattern?
    package var groupColor: Color?
    /// Behind every second row.
    package var stripe: Color?
    /// The first that holds colours a row.
    package var highlights: [Highlight] = []
    /// The most lines of a row.
    package var lines = 1
    /// Columns of rows side by side.
    package var flow = 1
    /// How long each page is shown; nil shows the first page only.
    package var turn: Duration?
    /// Shown if there are no rows.
    package var empty: String?

    package init(_ source: String) { self.source = source }
  }

  package struct Column: Hashable, Sendable {
    package var text: RowPattern
    package var title: String?
    /// The share of the width, relative to the other columns.
    package var width = 1.0
    package var color: Color?
    package var weight = Text.Weight.regular
    package var alignment = Text.Alignment.leading

    package init(_ text: RowPattern) { self.text = text }
  }

  package struct Highlight: Hashable, Sendable {
    package var condition: RowCondition
    package var color: Color

    package init(_ condition: RowCondition, _ color: Color) {
      (self.condition, self.color) = (condition, color)
    }
  }

  /// A part of the display, in shares of its sides.
  package struct Frame: Hashable, Sendable {
    package var left, top, width, height: Double

    package init(left: Double = 0, top: Double = 0, width: Double = 1, height: Double = 1) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// With edges on even pixels, as subsampled video needs.
    func pixels(on display: PixelSize) -> PixelRect {
      func even(_ share: Double, of side: Int) -> Int {
        2 * Int(saturating: (share * Double(side) / 2).rounded())
      }
      let x = min(even(left, of: display.width), max(display.width - 2, 0))
      let y = min(even(top, of: display.height), max(display.height - 2, 0))
      let right = min(even(left + width, of: display.width), display.width)
      let bottom = min(even(top + height, of: display.height), display.height)
      return PixelRect(x: x, y: y, width: max(right - x, 2), height: max(bottom - y, 2))
    }
  }

  package var background = Color(0x000000)
  /// From bottom to top.
  package var zones: [Zone] = []

  package init() {}

  /// The part of the upright display for the film, in pixels; nil is all of it.
  package func filmArea(on display: PixelSize) -> PixelRect? {
    zones.first { $0.content == .film }?.pixels(on: display)
  }

  /// The part of the upright display for sign language, in pixels; nil without a zone for it.
  package func signLanguageArea(on display: PixelSize) -> PixelRect? {
    zones.first { $0.content == .signLanguage }?.pixels(on: display)
  }

  /// The zones with their own lists.
  package var videos: [(zone: Zone, video: Video)] {
    zones.compactMap { if case .video(let video) = $0.content { ($0, video) } else { nil } }
  }

  /// The page, of which there is one at most.
  package var page: Page? {
    zones.lazy.compactMap { if case .page(let page) = $0.content { page } else { nil } }.first
  }

  /// The part of the upright display for the page, in pixels; nil without one.
  package func pageArea(on display: PixelSize) -> PixelRect? {
    zones.first { if case .page = $0.content { true } else { false } }?.pixels(on: display)
  }

  /// The names of the data files, and of the fields that each must have.
  package var sources: [String: [String]] {
    var sources: [String: [String]] = [:]
    for zone in zones {
      switch zone.content {
      case .text(let pattern, let source?, _, _): sources[source, default: []] += pattern.names
      case .table(let table): sources[table.source, default: []] += table.names
      case .film, .signLanguage, .video, .empty, .text, .clock, .image, .code, .page: break
      }
    }
    return sources
  }

  /// The names of the picture files.
  package var images: [String] {
    zones.compactMap { if case .image(let name) = $0.content { name } else { nil } }
  }

  /// Whether anything depends on the time of day.
  package var isTimed: Bool {
    zones.contains { zone in
      switch zone.content {
      case .clock: true
      case .table(let table): table.isTimed
      case .film, .signLanguage, .video, .empty, .text, .image, .code, .page: false
      }
    }
  }
}

extension StageTemplate.Table {
  var isTimed: Bool {
    condition?.isTimed ?? false || highlights.contains { $0.condition.isTimed }
  }

  fileprivate var names: [String] {
    var names = columns.flatMap(\.text.names)
    if let condition { names += condition.names }
    if let sort { names.append(sort) }
    if let group { names += group.names }
    for highlight in highlights { names += highlight.condition.names }
    return names
  }
}
