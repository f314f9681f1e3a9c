public import VitrineScenes
public import VitrineTiming

/// One video in the list, as far as it is known by now.
public struct CatalogueEntry: Hashable, Sendable {
  /// Its place in the playlist; no two entries share one.
  public var id: Int
  public var title: String
  public var subtitle: String?
  /// Nil until it is known, and for what has no end.
  public var duration: MediaTime?
  /// What it can be filtered by.
  public var categories: [String]
  /// Nil until it has been loaded.
  public var poster: PictureID?

  public init(
    id: Int, title: String, subtitle: String? = nil, duration: MediaTime? = nil,
    categories: [String] = [], poster: PictureID? = nil
  ) {
    (self.id, self.title, self.subtitle) = (id, title, subtitle)
    (self.duration, self.categories, self.poster) = (duration, categories, poster)
  }

  /// Metadata comes from files of any origin: one short line of text each, and nothing that is
  /// empty.
  var tidied: CatalogueEntry {
    var entry = self
    entry.title = oneLine(title)
    entry.subtitle = subtitle.map(oneLine).flatMap { $0.isEmpty ? nil : $0 }
    entry.categories = categories.prefix(16).map(oneLine).filter { !$0.isEmpty }
    return entry
  }
}

/// Shaping takes its time, so what no card has room for is cut off.
private func oneLine(_ text: String) -> String {
  let scalars = text.unicodeScalars.prefix(240).map {
    $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}" ? " " : $0
  }
  var line = String.UnicodeScalarView()
  line.append(contentsOf: scalars)
  return String(line).split(separator: " ").joined(separator: " ")
}
