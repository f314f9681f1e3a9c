import Testing
import VitrineControl
import VitrinePlayback
import VitrinePlaylists

/// The limit of clients' queue entries.
struct QueueLimitTests {
  /// An edit by its name, since printing a hundred thousand items takes seconds.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    fileprivate let edit: QueueEdit

    fileprivate init(_ name: String, _ edit: QueueEdit) {
      testDescription = name
      self.edit = edit
    }
  }

  @Test(
    "A queue accepts as many entries as a list, and no more",
    arguments: [
      (0, Edit("replace by 100,000", .replace(items(100_000))), true),
      (0, Edit("replace by 100,001", .replace(items(100_001))), false),
      (99_999, Edit("append one", .append(Item(path: "x"))), true),
      (100_000, Edit("append one", .append(Item(path: "x"))), false),
      (100_000, Edit("append 100,000", .append(items(100_000))), false),
      (100_000, Edit("replace by 100,000", .replace(items(100_000))), true),
      (100_000, Edit("insert one", .insert(Item(path: "x"), at: 0)), false),
      (100_000, Edit("clear", .clear), true), (100_000, Edit("loop", .loop(.item)), true),
    ])
  func queue(_ count: Int, _ edit: Edit, _ isDone: Bool) {
    #expect((edit.edit.refusal(Queue(Self.items(count))) == nil) == isDone)
  }

  private static func items(_ count: Int) -> [Item] {
    (0..<count).map { Item(path: "\($0)") }
  }
}
