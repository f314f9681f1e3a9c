package import VitrineGestures
package import VitrinePictures
package import VitrinePlayback
package import VitrineScenes
package import VitrineTiming

/// The gallery: a grid of posters with chips for categories above it. A value type without a clock:
/// it receives gestures, keys and times, and returns drawings. At rest it requests no updates.
package struct Catalogue: Sendable {
  /// The region under a finger.
  package enum Region: Hashable, Sendable {
    /// The entry with this id.
    case card(Int)
    case chip(Chip)
    /// In the order in which they are offered.
    case language(Int)
    /// The button that plays the entry of the open page, and the poster.
    case pagePlay
    case pagePoster
    case pageBack
    /// The rest of an open page.
    case page
    case background
  }

  /// A chip above the cards.
  package enum Chip: Hashable, Sendable {
    /// Begins a search.
    case search
    /// Shows all entries, or those of a category.
    case all
    case category(String)
    /// Ends the search.
    case close
    /// Removes the last letter of the search, or appends one.
    case erase
    case letter(Character)
  }

  /// A request of the list.
  package enum Outcome: Hashable, Sendable {
    /// Play the entry with this id, on the whole display.
    case play(Int)
    /// Play it on its page, instead of the poster.
    case playOnPage(Int)
    /// Control the film on the page.
    case perform(Command)
    /// Change to this language.
    case language(InterfaceLanguage)
  }

  /// The element with the keyboard focus.
  enum Focus: Hashable, Sendable {
    /// The index among the shown entries.
    case card(Int)
    case chip(Chip)
    case language(Int)
  }

  var heading: String
  var wording: Wording
  var theme: Theme
  var contents: CatalogueContents
  var arrangement: CatalogueArrangement
  var motion = CatalogueMotion()
  var focus = Focus.card(0)
  var isFocusVisible = false
  /// The page above the gallery.
  var page: EntryPage?

  package init(
    entries: [CatalogueEntry], heading: String, metrics: Metrics, theme: Theme,
    wording: Wording = Wording(), languages: [InterfaceLanguage] = [],
    language: InterfaceLanguage = .en
  ) {
    self.heading = heading
    self.wording = wording
    self.theme = theme
    motion.isReduced = theme.reducesMotion
    contents = CatalogueContents(
      entries, in: language, allowsSearch: theme.shows(.search))
    arrangement = CatalogueArrangement(metrics, languages: languages, heading: heading)
    arrange()
  }

  /// Advances animations.
  package mutating func advance(to time: HostTime) {
    motion.advance(to: time)
    page?.advance(to: motion.now)
    if page?.isOver(at: motion.now) ?? false { page = nil }
  }

  /// When the appearance next changes: `time` itself during an animation, nil at rest.
  package func nextFrame(after time: HostTime) -> HostTime? {
    [motion.nextFrame(after: time), page?.nextFrame(after: max(motion.now, time))]
      .compactMap(\.self).min()
  }

  /// The list at `time`, from the background to the top. It covers the display.
  package func drawings(at time: HostTime) -> [Drawing] {
    var catalogue = self
    catalogue.advance(to: time)
    return CatalogueDrawings(catalogue).all
  }
}

// Positions on the display.
extension Catalogue {
  var layout: CatalogueLayout { arrangement.layout }
  var chips: [Chip] { arrangement.chips }
  var chipRow: ChipRow { arrangement.chipRow }
  var languages: LanguageChips { arrangement.languages }
  var place: Double { motion.place }
  var rowPlace: Double { motion.rowPlace }

  /// The region at `point`, at the latest time passed in.
  package func region(at point: Point) -> Region {
    guard layout.size.contains(point) else { return .background }
    let point = isMirrored ? Point(layout.size.width - point.x, point.y) : point
    if let page = openPage { return page.region(at: point) }
    // Pinned chips cover them.
    if place <= layout.pinPlace || layout.chipsTop == nil,
      let index = languages.index(at: Point(point.x, point.y + place), unit: layout.unit)
    {
      return .language(index)
    }
    if let top = layout.chipsTop(at: place), point.y < top + layout.pixels(44) {
      let index = layout.isOnChips(point.y, at: place) ? chipRow.index(at: point.x + rowPlace) : nil
      return index.map { .chip(chips[$0]) } ?? .background
    }
    let position = layout.position(at: Point(point.x, point.y + place))
    return position.map { .card(contents[$0].id) } ?? .background
  }

  /// The cards that are at least partly visible, including those behind the chips.
  var visible: Range<Int> {
    layout.positions(from: place, to: place + layout.size.height)
  }

  /// The ids of entries without a poster that are in view or at most one screen away, nearest
  /// first.
  package func wantedPosters() -> [Int] {
    layout.positionsNearby(at: place).map { contents[$0] }.filter { $0.poster == nil }.map(\.id)
  }
}

extension Catalogue {
  /// Handles a gesture. A long press counts as a tap.
  package mutating func receive(_ gesture: Gesture<Region>, at time: HostTime) -> [Outcome] {
    advance(to: time)
    isFocusVisible = false
    if let outcomes = receiveOnPage(gesture) { return outcomes }
    switch gesture {
    case .pressed(_, let region): motion.press(region, layout)
    case .released: motion.release()
    case .tap(_, let region, _), .longPress(_, let region): return tapped(region)
    case .dragBegan(let drag): beginDrag(drag)
    case .dragMoved(let drag): motion.pull(by: forwards(drag.distance))
    case .dragEnded(let drag):
      motion.pull(by: forwards(drag.distance))
      motion.letGo(forwards(drag.velocity))
    case .dragCancelled: motion.cancel()
    case .tapsEnded, .twoFingerTap: break
    }
    return []
  }

  private mutating func tapped(_ region: Region) -> [Outcome] {
    guard motion.endPress(layout) else { return [] }
    switch region {
    case .background, .page, .pagePlay, .pagePoster, .pageBack: return []
    case .chip(let chip):
      guard chips.contains(chip) else { return [] }
      choose(chip)
      // The letter may now be somewhere else.
      if !chip.isLetter { motion.flash(region) }
      return []
    case .language(let index):
      guard languages.titles.indices.contains(index) else { return [] }
      motion.flash(region)
      return [.language(languages.languages[index])]
    case .card(let id):
      guard let position = contents.position(ofID: id) else { return [] }
      focus = .card(position)
      motion.flash(region)
      return open(position)
    }
  }

  private mutating func beginDrag(_ drag: Drag<Region>) {
    let isOnChips = layout.isOnChips(drag.start.y, at: place)
    motion.hold(isOnChips: isOnChips && drag.axis == .horizontal)
    motion.pull(by: forwards(drag.distance))
  }
}

// A list with a right-to-left heading starts at the right. All calculations are left to right;
// drawings and input are mirrored.
extension Catalogue {
  var isMirrored: Bool {
    // A heading may be in another language than the visitor's.
    let text = heading.isEmpty || !languages.isEmpty ? wording.allCategories : heading
    return ReadingDirection(of: text) == .rightToLeft
  }

  /// Converts a finger's movement to left-to-right coordinates.
  func forwards(_ way: Point) -> Point { isMirrored ? Point(-way.x, way.y) : way }

  /// Converts an arrow key to left-to-right coordinates.
  func forwards(_ key: KeyAction) -> KeyAction {
    switch key {
    case .left where isMirrored: .right
    case .right where isMirrored: .left
    default: key
    }
  }
}
