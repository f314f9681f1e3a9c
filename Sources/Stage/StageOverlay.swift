package import VitrinePictures
package import VitrineScenes
package import VitrineSchedules
package import VitrineTiming

/// A clock, text, ticker, picture or code that stays above the film.
package struct StageOverlay: Hashable, Sendable {
  package enum Content: Hashable, Sendable {
    /// The time, in a pattern of strftime(3).
    case clock(String)
    /// The time left until a local time.
    case countdown(CivilTime)
    case text(String)
    /// Texts that run along the edge.
    case ticker(Ticker)
    /// The path of a PNG or JPEG file.
    case image(String)
    /// The text of a QR code.
    case code(String)
    /// A picture of a client, in this frame in pixels, whatever the place and the size.
    case pixels(PixelData, Rect)
  }

  package enum Ticker: Hashable, Sendable {
    case texts([String])
    /// The path of a file with one text per line.
    case file(String)
  }

  /// A corner, an edge or the middle of the display.
  package enum Place: String, CaseIterable, Hashable, Sendable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left, center, right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  package var content: Content
  /// A ticker fills the width, at the bottom unless this is one of the places at the top.
  package var place: Place
  /// The height, as a share of the display's shorter side.
  package var size: Double
  package var color = Color(0xFFFFFF)
  /// Behind the text.
  package var background = Color(0x000000, alpha: 0.6)
  /// The name of the locale for weekdays and months; nil uses English.
  package var language: String?
  /// The zone of a clock; nil uses the machine's.
  package var timeZone: String?
  /// When it is shown; empty is always.
  package var hours = TimeTable()

  package init(_ content: Content, at place: Place? = nil, size: Double? = nil) {
    self.content = content
    self.place = place ?? content.usualPlace
    self.size = size ?? content.usualSize
  }

  /// Whether it changes with the time of day.
  package var isTimed: Bool {
    switch content {
    case .clock, .countdown: true
    case .text, .ticker, .image, .code, .pixels: !hours.isEmpty
    }
  }
}

extension StageOverlay {
  var isTicker: Bool { if case .ticker = content { true } else { false } }
}

extension StageOverlay.Content {
  fileprivate var usualPlace: StageOverlay.Place {
    switch self {
    case .clock, .countdown: .topRight
    case .text, .ticker: .bottom
    case .image, .pixels: .topLeft
    case .code: .bottomRight
    }
  }

  fileprivate var usualSize: Double {
    switch self {
    case .clock, .countdown, .text, .ticker: 0.06
    case .image, .pixels: 0.12
    case .code: 0.2
    }
  }
}

/// The contents of overlays and zones that are not in their settings.
package struct StageContents: Hashable, Sendable {
  /// The texts of a ticker, by the overlay's name.
  package var lines: [String: [String]] = [:]
  /// The pictures of overlays, by the overlay's name.
  package var images: [String: PixelData] = [:]
  /// By their text.
  package var codes: [String: SquareCode] = [:]
  /// Nil: the film has the whole display.
  package var template: StageTemplate?
  /// The data of zones, by the name of the file.
  package var tables: [String: Held] = [:]
  /// The pictures of zones, by the name of the file.
  package var pictures: [String: PixelData] = [:]
  /// The latest picture of the page.
  package var page: PagePicture?

  /// A table, and when it arrived.
  package struct Held: Hashable, Sendable {
    package let table: DataTable
    package let since: HostTime

    package init(_ table: DataTable, since: HostTime) {
      (self.table, self.since) = (table, since)
    }
  }

  package init() {}

  /// With the contents of zones added to those of overlays.
  package func adding(_ zones: StageContents) -> StageContents {
    var all = self
    (all.template, all.tables, all.pictures) = (zones.template, zones.tables, zones.pictures)
    all.codes.merge(zones.codes) { $1 }
    return all
  }
}
