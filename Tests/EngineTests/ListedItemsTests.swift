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

  @Test("A number is not reused for another entry")
  func fresh() {
    var listed = ListedItems(items("abc"))
    listed.replace(with: items("a"))
    listed.replace(with: items("az"))
    #expect(numbers(listed) == "a0 z3")
    #expect(listed[1] == nil)
  }
}
