internal import VitrineCodes
internal import VitrineOverlay
package import VitrinePlaylists
internal import VitrineScenes

/// The gallery's items. Each keeps its number when the list changes.
package struct ListedItems: Sendable {
  /// In the list's order.
  package private(set) var all: [Item] = []
  private(set) var numbers: [Int] = []
  private var places: [Int: Int] = [:]
  private var next = 0

  package init(_ items: [Item] = []) { replace(with: items) }

  package mutating func replace(with items: [Item]) {
    var known = Dictionary(
      grouping: zip(all, numbers).reversed(), by: \.0
    ).mapValues { $0.map(\.1) }
    var numbers: [Int] = []
    for item in items {
      if let number = known[item]?.popLast() {
        numbers.append(number)
      } else {
        numbers.append(next)
        next += 1
      }
    }
    (all, self.numbers) = (items, numbers)
    places = Dictionary(uniqueKeysWithValues: zip(numbers, items.indices))
  }

  subscript(number: Int) -> Item? { places[number].map { all[$0] } }

  /// The entries with the list's own metadata; the files' metadata is added later.
  var entries: [CatalogueEntry] {
    zip(numbers, all).map { number, item in
      var entry = CatalogueEntry(
        id: number, title: item.displayTitle, subtitle: item.subtitle, categories: item.categories)
      entry.description = item.description
      entry.link = item.link.map { PageLink($0) { SquareCode(qr: $0) } }
      for (code, texts) in item.translations {
        guard let language = InterfaceLanguage(rawValue: code) else { continue }
        entry.translations[language] = .init(
          title: texts.title, subtitle: texts.subtitle, description: texts.description)
      }
      return entry
    }
  }
}
