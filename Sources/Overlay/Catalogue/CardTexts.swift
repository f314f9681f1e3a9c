internal import VitrineScenes

/// The height that the texts below the posters need: that of the longest one, so that all rows are
/// equally high. Counts entries, so that changing one does not require looking at the others.
struct CardTexts: Sendable {
  struct Extent: Hashable, Sendable {
    var titleLines = 1
    var hasSubtitles = false
  }

  private var longTitles = 0
  private var subtitles = 0

  var extent: Extent { Extent(titleLines: longTitles > 0 ? 2 : 1, hasSubtitles: subtitles > 0) }

  init() {}

  init(_ entries: some Sequence<CatalogueEntry>, cardWidth: Double, unit: Double) {
    for entry in entries { count(entry, by: 1, cardWidth: cardWidth, unit: unit) }
  }

  mutating func count(_ entry: CatalogueEntry, by number: Int, cardWidth: Double, unit: Double) {
    longTitles += Self.titleLines(entry.title, cardWidth: cardWidth, unit: unit) > 1 ? number : 0
    subtitles += entry.subtitle == nil ? 0 : number
  }

  /// At most two.
  static func titleLines(_ title: String, cardWidth: Double, unit: Double) -> Int {
    if title.isEmpty { return 0 }
    return estimatedWidth(of: title, size: CatalogueCard.titleFont * unit) > cardWidth ? 2 : 1
  }
}
