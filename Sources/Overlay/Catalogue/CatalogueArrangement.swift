import VitrinePictures
internal import VitrineScenes

/// The positions of the gallery's parts, which depend on its texts and on the display.
struct CatalogueArrangement: Sendable {
  private(set) var metrics: Metrics
  private(set) var layout: CatalogueLayout
  private(set) var chips = ChipRow([], unit: 1, widest: 1)
  private(set) var languages: LanguageChips
  private var texts = CardTexts()

  init(_ metrics: Metrics, languages: [InterfaceLanguage], heading: String) {
    self.metrics = metrics
    self.languages = LanguageChips(languages)
    layout = CatalogueLayout(
      metrics, count: 0, texts: texts.extent, hasHeading: !heading.isEmpty, hasChips: false)
  }

  /// Arranges everything again.
  mutating func arrange(
    _ contents: CatalogueContents, heading: String, _ wording: Wording, for metrics: Metrics? = nil
  ) {
    self.metrics = metrics ?? self.metrics
    // The number of title lines depends on the width of the cards, and the height of the cards on
    // the number of lines.
    lay(contents, heading)
    texts = CardTexts(contents.all, cardWidth: layout.cardWidth, unit: layout.unit)
    lay(contents, heading)
    let titles = contents.categories.isEmpty ? [] : [wording.allCategories] + contents.categories
    chips = ChipRow(
      titles, unit: layout.unit,
      widest: max(1, layout.size.width - 2 * layout.pixels(CatalogueLayout.margin)))
    languages.arrange(in: layout.headingFrame, unit: layout.unit)
  }

  private mutating func lay(_ contents: CatalogueContents, _ heading: String) {
    layout = CatalogueLayout(
      metrics, count: contents.count, texts: texts.extent,
      hasHeading: !heading.isEmpty || !languages.isEmpty,
      hasChips: !contents.categories.isEmpty)
  }

  /// Shows another number of cards.
  mutating func filter(to count: Int) { layout.count = count }

  /// Replaces the texts of a card. Returns whether the cards need another height.
  mutating func replace(_ old: CatalogueEntry, by new: CatalogueEntry) -> Bool {
    let room = texts.extent
    texts.count(old, by: -1, cardWidth: layout.cardWidth, unit: layout.unit)
    texts.count(new, by: 1, cardWidth: layout.cardWidth, unit: layout.unit)
    return texts.extent != room
  }
}
