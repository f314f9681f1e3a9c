import Testing
import VitrineOverlay
import VitrinePlaylists

@testable import VitrineEngine

/// A gallery that changes.
struct ListedItemsTests {
  private func items(_ names: String) -> [Item] { names.map { Item(path: String($0)) } }

  private func numbers(_ listed: ListedItems) -> String {
    zip(listed.all, listed.numbers).map { "\($0.name)\($1)" }.joined(separator: " ")
  }

  @Test(
    "Entries that stay keep their numbers, even when moved or duplicated",
    arguments: [
      ("abc", "a0 b1 c2"), ("cab", "c2 a0 b1"), ("bc", "b1 c2"), ("axbc", "a0 x3 b1 c2"),
      ("aab", "a0 a3 b1"), ("", ""),
    ])
  func exchange(names: String, expected: String) {
    var listed = ListedItems(items("abc"))
    listed.replace(with: items(names))
    #expect(numbers(listed) == expected)
    for (item, number) in zip(listed.all, listed.numbers) { #expect(listed[number] == item) }
    #expect(listed.entries.map(\.id) == listed.numbers)
  }

  @Test("Entries have their description, in every language that it is written in")
  func described() {
    var item = Item(path: "a")
    item.description = "Water"
    item.translations = ["de": Item.Texts(description: "Wasser"), "xx": Item.Texts()]
    let entry = ListedItems([item]).entries[0]
    #expect(entry.description == "Water")
    #expect(entry.translations == [.de: .init(title: nil, subtitle: nil, description: "Wasser")])
  }

  @Test("Only entries with a link have one")
  func linked() {
    let links = [
      nil, "https://m.example/a", "https://m.example/\(String(repeating: "a", count: 600))",
    ]
    let items = links.map { link in
      var item = Item(path: "a")
      item.link = link
      return item
    }
    #expect(ListedItems(items).entries.map { $0.link != nil } == [false, true, true])
  }

  @Test(
    "The year is what a date in a file begins with",
    arguments: [
      ("1962", 1962), ("2024-05-01", 2024), ("20240501", 2024), ("2024-05-01T10:00:00Z", 2024),
      ("62", nil), ("", nil), ("May 1962", nil), ("0000", nil), ("19620", nil), ("١٩٦٢", nil),
    ] as [(String, Int?)])
  func year(date: String, year: Int?) { #expect(ListScan.year(of: date) == year) }

  @Test("A number is not reused for another entry")
  func fresh() {
    var listed = ListedItems(items("abc"))
    listed.replace(with: items("a"))
    listed.replace(with: items("az"))
    #expect(numbers(listed) == "a0 z3")
    #expect(listed[1] == nil)
  }
}
