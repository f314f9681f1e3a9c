/// The entries of the list, and which of them are shown.
struct CatalogueContents: Sendable {
  /// The visitor's language.
  private(set) var language: InterfaceLanguage
  private var entries: [CatalogueEntry]
  /// All categories of the entries, in order of first appearance.
  private(set) var categories: [String] = []
  /// Whether any entry has a description or a link, for which its page opens.
  private(set) var hasDescriptions = false
  /// Nil shows all entries.
  private(set) var selected: String?
  /// Nil if the visitor does not search. A search covers all categories.
  private(set) var search: TitleSearch?
  private var allowsSearch: Bool
  /// Indices in `entries`.
  private(set) var shown: [Int] = []
  private var places: [Int: Int]
  /// How far the visitor has watched entries, by id.
  private var watched: [Int: CatalogueEntry.Watched] = [:]

  /// Shorter lists are faster to look through than to search.
  static let fewestToSearch = 40

  init(_ entries: [CatalogueEntry], in language: InterfaceLanguage, allowsSearch: Bool) {
    self.language = language
    self.allowsSearch = allowsSearch
    self.entries = []
    places = [:]
    exchange(entries)
  }

  /// The selected category stays selected while an entry belongs to it.
  mutating func exchange(_ entries: [CatalogueEntry]) {
    self.entries = entries.map(\.tidied)
    places = Dictionary(
      zip(entries.map(\.id), entries.indices), uniquingKeysWith: { first, _ in first })
    hasDescriptions = entries.contains {
      $0.description != nil || $0.link != nil
        || $0.translations.values.contains { $0.description != nil }
    }
    watched = watched.filter { places[$0.key] != nil }
    searchTitles()
    sort()
  }

  var count: Int { shown.count }

  /// The shown entry at this position.
  subscript(position: Int) -> CatalogueEntry { visible(entries[shown[position]]) }

  /// An entry as the visitor sees it.
  private func visible(_ entry: CatalogueEntry) -> CatalogueEntry {
    var entry = entry.shown(in: language)
    entry.watched = watched[entry.id]
    return entry
  }

  /// Ignores entries that are gone.
  mutating func setWatched(_ value: CatalogueEntry.Watched?, id: Int) {
    if places[id] != nil { watched[id] = value }
  }

  var hasWatched: Bool { !watched.isEmpty }

  mutating func forgetWatched() { watched = [:] }

  /// All entries, shown or not.
  var all: some Sequence<CatalogueEntry> {
    let language = language
    return entries.lazy.map { $0.shown(in: language) }
  }

  func entry(id: Int) -> CatalogueEntry? { places[id].map { visible(entries[$0]) } }

  /// The position of a shown entry.
  func position(ofID id: Int) -> Int? {
    places[id].flatMap { place in
      // `shown` is sorted by index.
      let position = partition(shown.count) { shown[$0] >= place }
      return position < shown.count && shown[position] == place ? position : nil
    }
  }

  /// Returns nil if there is no entry with this id.
  @discardableResult
  mutating func update(_ entry: CatalogueEntry) -> Change? {
    guard let place = places[entry.id] else { return nil }
    let (old, new) = (entries[place], entry.tidied)
    let title = old.shown(in: language).title
    entries[place] = new
    let shown = new.shown(in: language).title
    let isFoundElsewhere = search != nil && shown != title
    if isFoundElsewhere { search?.replace(place, by: shown) }
    if isFoundElsewhere || old.categories != new.categories { sort() }
    return Change(
      hasOtherText: (old.title, old.subtitle) != (new.title, new.subtitle)
        || old.translations != new.translations,
      hasOtherChips: isFoundElsewhere || old.categories != new.categories)
  }

  struct Change: Hashable {
    var hasOtherText: Bool
    /// Whether the categories, or the results of a search, may be others.
    var hasOtherChips: Bool
  }

  /// The chips above the cards, in order.
  var chips: [Catalogue.Chip] {
    if let search {
      return [.close] + (search.query.isEmpty ? [] : [.erase])
        + search.letters.map(Catalogue.Chip.letter)
    }
    return (offersSearch ? [.search] : [])
      + (categories.isEmpty ? [] : [.all] + categories.map(Catalogue.Chip.category))
  }

  /// The chip of the selected category; nil during a search.
  var selectedChip: Catalogue.Chip? {
    search == nil ? selected.map(Catalogue.Chip.category) ?? .all : nil
  }

  /// Nil selects all.
  mutating func select(_ category: String?) {
    selected = category.flatMap { categories.contains($0) ? $0 : nil }
    filter()
  }

  private mutating func sort() {
    var seen = Set<String>()
    categories = entries.flatMap(\.categories).filter { seen.insert($0).inserted }
    if let selected, !seen.contains(selected) { self.selected = nil }
    if !offersSearch { search = nil }
    filter()
  }

  private mutating func filter() {
    if let search { return shown = search.matches }
    guard let selected else { return shown = Array(entries.indices) }
    shown = entries.indices.filter { entries[$0].categories.contains(selected) }
  }
}

// The search.
extension CatalogueContents {
  private var offersSearch: Bool { allowsSearch && entries.count >= Self.fewestToSearch }

  /// Adapts the search to other titles.
  private mutating func searchTitles() {
    let titles = all.lazy.map(\.title)
    search?.exchange(titles)
  }

  mutating func setLanguage(_ language: InterfaceLanguage) {
    self.language = language
    searchTitles()
    filter()
  }

  /// Returns whether the chips have changed.
  mutating func allowSearch(_ isAllowed: Bool) -> Bool {
    let before = offersSearch
    allowsSearch = isAllowed
    guard offersSearch != before else { return false }
    sort()
    return true
  }

  /// Begins a search in all categories.
  mutating func beginSearch() {
    guard offersSearch else { return }
    (search, selected) = (TitleSearch(all.lazy.map(\.title)), nil)
    filter()
  }

  mutating func endSearch() {
    search = nil
    filter()
  }

  mutating func appendLetter(_ letter: Character) {
    search?.append(letter)
    filter()
  }

  mutating func removeLetter() {
    search?.removeLast()
    filter()
  }
}

/// Binary search: the first number below `count` for which `isBeyond` is true, as it is for all
/// larger ones; `count` if there is none.
func partition(_ count: Int, where isBeyond: (Int) -> Bool) -> Int {
  var (low, high) = (0, count)
  while low < high {
    let middle = low + (high - low) / 2
    if isBeyond(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
