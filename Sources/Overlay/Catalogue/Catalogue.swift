public import VitrineScenes
public import VitrineTiming

/// The gallery: a grid of posters with chips for categories above it. A value type without a clock:
/// it receives gestures, keys and times, and returns drawings. At rest it requests no updates.
///
/// Over 300 lines with its extensions: entries, fingers and keys all change the scroll position and
/// the focus. Motion, layout, cards and chips have their own types.
public struct Catalogue: Sendable {
  /// The region under a finger.
  public enum Region: Hashable, Sendable {
    /// The entry with this id.
    case card(Int)
    /// 0 is the chip for all entries, followed by the categories in order.
    case category(Int)
    case background
  }

  /// A request of the list.
  public enum Outcome: Hashable, Sendable {
    /// Play the entry with this id.
    case play(Int)
  }

  /// The element with the keyboard focus.
  enum Focus: Hashable, Sendable {
    /// The index among the shown entries.
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
    self.heading = heading
    self.wording = wording
    self.theme = theme
    self.metrics = metrics
    contents = CatalogueContents(entries)
    texts = CardTexts()
    layout = CatalogueLayout(
      metrics, count: 0, texts: texts.room, hasHeading: !heading.isEmpty, hasChips: false)
    chips = ChipRow([], unit: 1, widest: 1)
    arrange()
  }

  /// Advances animations.
  public mutating func advance(to time: HostTime) { motion.advance(to: time) }

  /// When the appearance next changes: `time` itself during an animation, nil at rest.
  public func nextFrame(after time: HostTime) -> HostTime? { motion.nextFrame(after: time) }

  /// Whether an animation is running.
  public var isMoving: Bool { nextFrame(after: motion.now).map { $0 <= motion.now } ?? false }
}
