import Testing
import VitrineControl
import VitrinePlayback
import VitrinePlaylists

/// The limit of clients' queue entries.
struct QueueLimitTests {
  @Test(
    "A queue accepts as many entries as a list, and no more",
    arguments: [
      (0, .replace(items(100_000)), true), (0, .replace(items(100_001)), false),
      (99_999, .append(Item(path: "x")), true), (100_000, .append(Item(path: "x")), false),
      (100_000, .append(items(100_000)), false), (100_000, .replace(items(100_000)), true),
      (100_000, .insert(Item(path: "x"), at: 0), false), (100_000, .clear, true),
      (100_000, .loop(.item), true),
    ] as [(Int, QueueEdit, Bool)])
  func queue(_ count: Int, _ edit: QueueEdit, _ isDone: Bool) {
    #expect((edit.refusal(Queue(Self.items(count))) == nil) == isDone)
  }

  private static func items(_ count: Int) -> [Item] {
    (0..<count).map { Item(path: "\($0)") }
  }
}
