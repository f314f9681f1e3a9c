import Overlay
import Playlists
import Testing

@testable import Engine

/// What people choose from, while it changes.
struct ListedItemsTests {
  private func items(_ names: String) -> [Item] { names.map { Item(path: String($0)) } }

  private func numbers(_ listed: ListedItems) -> String {
    zip(listed.all, listed.numbers).map { "\($0.name)\($1)" }.joined(separator: " ")
  }

  @Test(
    "what stays keeps its number, also where it stands elsewhere or twice",
    arguments: [
      ("abc", "a1 b2 c3"), ("cab", "c3 a1 b2"), ("bc", "b2 c3"), ("axbc", "a1 x4 b2 c3"),
      ("aab", "a1 a4 b2"), ("", ""),
    ])
  func exchange(names: String, expected: String) {
    var listed = ListedItems(items("abc"))
    listed.exchange(items(names))
    #expect(numbers(listed) == expected)
    for (item, number) in zip(listed.all, listed.numbers) { #expect(listed[number] == item) }
    #expect(listed.entries.map(\.id) == listed.numbers)
  }

  @Test("a number is not used again for something else")
  func fresh() {
    var listed = ListedItems(items("abc"))
    listed.exchange(items("a"))
    listed.exchange(items("az"))
    #expect(numbers(listed) == "a1 z4")
    #expect(listed[2] == nil)
  }
}
