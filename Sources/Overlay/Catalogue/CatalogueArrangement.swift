import VitrinePictures
internal import VitrineScenes

/// The positions of the gallery's parts, which depend on its texts and on the display.
struct CatalogueArrangement: Sendable {
  private(set) var metrics: Metrics
  private(set) var layout: CatalogueLayout
  /// The chips above the cards, in order, and their positions.
  private(set) var chips: [Catalogue.Chip] = []
  private(set) var chipRow = ChipRow([], unit: 1, widest: 1)
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
    _ contents: CatalogueContents, heading: String, _ wording: Wording, isMirrored: Bool,
    for metrics: Metrics? = nil
  ) {
    self.metrics = metrics ?? self.metrics
    // The number of title lines depends on the width of the cards, and the height of the cards on
    // the number of lines.
    lay(contents, heading)
    texts = CardTexts(contents.all, cardWidth: layout.cardWidth, unit: layout.unit)
    lay(contents, heading)
    arrangeChips(contents, wording, isMirrored: isMirrored)
    languages.arrange(in: layout.headingFrame, unit: layout.unit)
  }

  private mutating func arrangeChips(
    _ contents: CatalogueContents, _ wording: Wording, isMirrored: Bool
  ) {
    chips = contents.chips
    chipRow = ChipRow(
      chips.map { $0.label(wording, isMirrored: isMirrored) }, unit: layout.unit,
      widest: max(1, layout.size.width - 2 * layout.pixels(CatalogueLayout.margin)))
  }

  private mutating func lay(_ contents: CatalogueContents, _ heading: String) {
    layout = CatalogueLayout(
      metrics, count: contents.count, texts: texts.extent,
      hasHeading: !heading.isEmpty || !languages.isEmpty || contents.search != nil,
      hasChips: !contents.chips.isEmpty)
  }

  /// Shows other cards and chips.
  mutating func filter(_ contents: CatalogueContents, _ wording: Wording, isMirrored: Bool) {
    layout.count = contents.count
    arrangeChips(contents, wording, isMirrored: isMirrored)
  }

  /// Replaces the texts of a card. Returns whether the cards need another height.
  mutating func replace(_ old: CatalogueEntry, by new: CatalogueEntry) -> Bool {
    let room = texts.extent
    texts.count(old, by: -1, cardWidth: layout.cardWidth, unit: layout.unit)
    texts.count(new, by: 1, cardWidth: layout.cardWidth, unit: layout.unit)
    return texts.extent != room
  }
}
