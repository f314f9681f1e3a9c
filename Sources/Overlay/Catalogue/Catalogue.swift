internal import Gestures
public import Pictures
public import Timing

/// The list of videos that a visitor chooses from: posters in a grid, and chips for their
/// categories above it. A value without a clock: it is told what fingers and keys did and how
/// late it is, and says what to draw. At rest it asks for nothing.
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

  let heading: String
  let words: CatalogueWords
  let theme: Theme
  private(set) var metrics: Metrics
  var contents: CatalogueContents
  private var texts: CardTexts
  private(set) var layout: CatalogueLayout
  private(set) var chips: ChipRow
  /// Of the whole screen, and of the row of chips.
  var list: Scroll
  var row: Scroll
  var touch = CatalogueTouch()
  var focus = Focus.card(0)
  var isFocusVisible = false
  /// The latest moment that it was told.
  private(set) var now = HostTime(nanoseconds: 0)

  public init(
    entries: [CatalogueEntry], heading: String, metrics: Metrics, theme: Theme,
    words: CatalogueWords = CatalogueWords()
  ) {
    (self.heading, self.words, self.theme, self.metrics) = (heading, words, theme, metrics)
    contents = CatalogueContents(entries)
    texts = CardTexts()
    layout = CatalogueLayout(
      metrics, count: 0, texts: texts.room, hasHeading: !heading.isEmpty, hasChips: false)
    chips = ChipRow([], unit: 1, widest: 1)
    list = Scroll(extent: 1, scale: 1)
    row = list
    arrange()
  }

  // What changes

  /// Replaces the entry with the same id: its poster or duration has become known. What is seen
  /// stays where it is.
  public mutating func update(_ entry: CatalogueEntry) {
    guard let old = contents.entry(id: entry.id), let change = contents.update(entry),
      change.hasOtherText || change.hasOtherCategories
    else { return }
    let room = texts.room
    texts.count(old, by: -1, cardWidth: layout.cardWidth, unit: layout.unit)
    texts.count(entry.tidied, by: 1, cardWidth: layout.cardWidth, unit: layout.unit)
    if texts.room != room || change.hasOtherCategories { rearrange() }
  }

  /// The display has another size, or was turned: what was first in view still is.
  public mutating func resize(to metrics: Metrics) {
    guard metrics != self.metrics else { return }
    let anchor = self.anchor
    self.metrics = metrics
    touch = CatalogueTouch()
    arrange()
    if let anchor { list.jump(to: startingPlace(of: anchor.id)) }
  }

  /// For the next visitor: everything is shown, from the beginning, and nothing has the focus.
  public mutating func reset() {
    contents.select(nil)
    (touch, focus, isFocusVisible) = (CatalogueTouch(), .card(0), false)
    arrange()
  }

  // Time

  /// Moves on what moves by itself.
  public mutating func advance(to time: HostTime) {
    now = max(now, time)
    list.advance(to: now)
    row.advance(to: now)
    touch.advance(to: now)
  }

  /// When it next looks different from how it does at `time`: that time itself while something
  /// moves, nil at rest.
  public func nextFrame(after time: HostTime) -> HostTime? {
    let time = max(now, time)
    return [
      ScrollIndicator.nextFrame(of: list, after: time), row.isMoving ? time : nil,
      touch.nextFrame(after: time),
    ].compactMap(\.self).min()
  }

  /// Whether each frame differs from the one before.
  public var isMoving: Bool { nextFrame(after: now).map { $0 <= now } ?? false }

  // What is where

  /// Whole pixels, so that texts are sharp and move as one.
  var place: Double { list.launch(at: now).place.rounded() }
  var rowPlace: Double { row.launch(at: now).place.rounded() }

  /// What a finger at `point` touches, as of the latest moment it was told.
  public func region(at point: Point) -> Region {
    guard layout.size.contains(point) else { return .background }
    if let top = layout.chipsTop(at: place), point.y < top + layout.pixels(44) {
      let isOnChips = point.y >= top - layout.pixels(4)
      let index = isOnChips ? chips.index(at: point.x + rowPlace) : nil
      return index.map(Region.category) ?? .background
    }
    let position = layout.position(at: Point(point.x, point.y + place))
    return position.map { .card(contents[$0].id) } ?? .background
  }

  /// The cards that are seen at least in part, with what the chips cover.
  var visible: Range<Int> {
    layout.positions(from: place, to: place + layout.size.height)
  }

  /// The ids of entries without a poster that are in view or at most a screen away, the nearest
  /// first.
  public func wantedPosters() -> [Int] {
    let height = layout.size.height
    let middle = place + height / 2
    func distance(_ position: Int) -> Double {
      max(0, abs(layout.frame(of: position).center.y - middle) - height / 2)
    }
    return layout.positions(from: place - height, to: place + 2 * height)
      .filter { contents[$0].poster == nil }
      .map { (position: $0, distance: distance($0)) }
      .sorted { ($0.distance, $0.position) < ($1.distance, $1.position) }
      .map { contents[$0.position].id }
  }
}

// Its arrangement follows from the entries, the filter and the display.
extension Catalogue {
  /// The first card in view, and how far below the upper edge of the display it is.
  private var anchor: (id: Int, offset: Double)? {
    let top = place + (place > layout.pinPlace ? layout.stripHeight : 0)
    let first = visible.first { layout.frame(of: $0).bottom > top }
    return first.map { (contents[$0].id, layout.frame(of: $0).y - place) }
  }

  /// Where the list is when this is its first card that is all in view.
  private func startingPlace(of id: Int) -> Double {
    guard let position = contents.position(ofID: id), position >= layout.columns else { return 0 }
    let above = layout.chipsTop == nil ? layout.pixels(CatalogueLayout.margin) : layout.stripHeight
    return layout.frame(of: position).y - above
  }

  /// Anew, from the beginning of the list.
  private mutating func arrange() {
    lay()
    list = Scroll(extent: layout.size.height, scale: layout.unit)
    row = Scroll(extent: layout.size.width, scale: layout.unit)
    limit()
  }

  /// The same, with what is in view staying there.
  private mutating func rearrange() {
    let (anchor, focused) = (self.anchor, focusedID)
    let before = place
    lay()
    if case .card = focus {
      focus = .card(focused.flatMap { contents.position(ofID: $0) } ?? 0)
    }
    let position = anchor.flatMap { contents.position(ofID: $0.id) }
    guard let anchor, let position else { return limit() }
    limit(shift: layout.frame(of: position).y - anchor.offset - before)
  }

  private mutating func lay() {
    // How many lines the titles need depends on the width of the cards, and their height on that.
    layout = makeLayout()
    texts = CardTexts(contents.entries, cardWidth: layout.cardWidth, unit: layout.unit)
    layout = makeLayout()
    let titles = contents.categories.isEmpty ? [] : [words.all] + contents.categories
    chips = ChipRow(
      titles, unit: layout.unit,
      widest: max(1, layout.size.width - 2 * layout.pixels(CatalogueLayout.margin)))
    if case .category(let index) = focus, index >= titles.count { focus = .card(0) }
  }

  private func makeLayout() -> CatalogueLayout {
    CatalogueLayout(
      metrics, count: contents.count, texts: texts.room, hasHeading: !heading.isEmpty,
      hasChips: !contents.categories.isEmpty)
  }

  private mutating func limit(shift: Double = 0) {
    list.use(limit: layout.limit, shift: shift, at: now)
    row.use(limit: chips.width - layout.size.width, at: now)
  }

  /// Shows one category; nil shows all. Chips that stay do so.
  mutating func select(_ category: Int) {
    contents.select(category == 0 ? nil : contents.categories[category - 1])
    layout.count = contents.count
    let place = min(self.place, layout.pinPlace)
    limit()
    list.jump(to: place)
    if case .card = focus { focus = .card(0) }
  }

  private var focusedID: Int? {
    guard case .card(let position) = focus, position < contents.count else { return nil }
    return contents[position].id
  }
}
