public import VitrineScenes
public import VitrineTiming

/// The list of videos that a visitor chooses from: posters in a grid, and chips for their
/// categories above it. A value without a clock: it is told what fingers and keys did and how
/// late it is, and says what to draw. At rest it asks for nothing.
///
/// Over 300 lines with its extensions: entries, fingers and keys all change where the list is and
/// what has the focus. What moves, what is where, and how cards and chips look are types of their own.
public struct Catalogue: Sendable {
  /// What lies under a finger.
  public enum Region: Hashable, Sendable {
    /// By the entry's id.
    case card(Int)
    /// 0 is the chip for all, then the categories in their order.
    case category(Int)
    case background
  }

  /// What the list asks for.
  public enum Outcome: Hashable, Sendable {
    /// To play the entry with this id.
    case play(Int)
  }

  /// What the arrow keys have reached.
  enum Focus: Hashable, Sendable {
    /// By its position among what is shown.
    case card(Int)
    case category(Int)
  }

  var heading: String
  var wording: Wording
  let theme: Theme
  var metrics: Metrics
  var contents: CatalogueContents
  var texts: CardTexts
  var layout: CatalogueLayout
  var chips: ChipRow
  var motion = CatalogueMotion()
  var focus = Focus.card(0)
  var isFocusVisible = false

  public init(
    entries: [CatalogueEntry], heading: String, metrics: Metrics, theme: Theme,
    wording: Wording = Wording()
  ) {
    (self.heading, self.wording, self.theme, self.metrics) = (heading, wording, theme, metrics)
    contents = CatalogueContents(entries)
    texts = CardTexts()
    layout = CatalogueLayout(
      metrics, count: 0, texts: texts.room, hasHeading: !heading.isEmpty, hasChips: false)
    chips = ChipRow([], unit: 1, widest: 1)
    arrange()
  }

  /// Moves on what moves by itself.
  public mutating func advance(to time: HostTime) { motion.advance(to: time) }

  /// When it next looks different from how it does at `time`: that time itself while something
  /// moves, nil at rest.
  public func nextFrame(after time: HostTime) -> HostTime? { motion.nextFrame(after: time) }

  /// Whether each frame differs from the one before.
  public var isMoving: Bool { nextFrame(after: motion.now).map { $0 <= motion.now } ?? false }
}
