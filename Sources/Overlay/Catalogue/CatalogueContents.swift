/// The entries of the list, and which of them are shown.
struct CatalogueContents: Sendable {
  /// The visitor's language.
  var language: InterfaceLanguage
  private var entries: [CatalogueEntry]
  /// All categories of the entries, in order of first appearance.
  private(set) var categories: [String] = []
  /// Whether any entry has a description or a link, for which its page opens.
  private(set) var hasDescriptions = false
  /// Nil shows all entries.
  private(set) var selected: String?
  /// Indices in `entries`.
  private(set) var shown: [Int] = []
  private var places: [Int: Int]
  /// How far the visitor has watched entries, by id.
  private var watched: [Int: CatalogueEntry.Watched] = [:]

  init(_ entries: [CatalogueEntry], in language: InterfaceLanguage) {
    self.language = language
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
    entries[place] = new
    if old.categories != new.categories { sort() }
    return Change(
      hasOtherText: (old.title, old.subtitle) != (new.title, new.subtitle)
        || old.translations != new.translations,
      hasOtherCategories: old.categories != new.categories)
  }

  struct Change: Hashable {
    var hasOtherText: Bool
    var hasOtherCategories: Bool
  }

  /// The chip of the selected category; 0 is the chip for all.
  var selectedChip: Int {
    selected.flatMap { categories.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
  }

  mutating func select(chip: Int) {
    selected = chip == 0 ? nil : categories[chip - 1]
    filter()
  }

  private mutating func sort() {
    var seen = Set<String>()
    categories = entries.flatMap(\.categories).filter { seen.insert($0).inserted }
    if let selected, !seen.contains(selected) { self.selected = nil }
    filter()
  }

  private mutating func filter() {
    guard let selected else { return shown = Array(entries.indices) }
    shown = entries.indices.filter { entries[$0].categories.contains(selected) }
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
