import Testing
import VitrineKit

/// Items as values.
struct ItemTests {
  @Test(
    "In text, an item is its file name, whatever its title and description, without secrets",
    arguments: [
      ("/srv/films/port.mkv", "port.mkv"), ("https://user:secret@tv.example/a/b.mp4", "b.mp4"),
    ])
  func text(address: String, name: String) throws {
    var item = try Item(address)
    (item.title, item.description) = ("The Old Port", "Two minutes about ships")
    item.headers = ["Authorization": "secret"]
    #expect("\(item)" == name && String(reflecting: item) == name)
    #expect("\([item])" == "[\(name)]" && "\(Optional(item) as Any)" == "Optional(\(name))")
  }

  @Test("A description belongs to an item's identity, but its headers do not")
  func identity() {
    var item = Item(path: "a.mp4")
    #expect(item.description == nil)
    item.description = "Words"
    #expect(item != Item(path: "a.mp4"))
    var other = item
    other.headers = ["X-Screen": "7"]
    #expect(item == other)
  }
}
