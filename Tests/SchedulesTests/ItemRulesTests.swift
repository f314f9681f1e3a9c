import Testing
import VitrinePlaylists

@testable import VitrineSchedules

struct ItemRulesTests {
  private func item(_ change: ((inout ScheduleKeys) -> Void)? = nil) -> Item {
    var fields = ItemFields()
    change?(&fields.showing)
    return fields.item(.file("/a.mp4"))
  }

  @Test("An item has the rules of its keys, and items with different rules are different")
  func rules() {
    #expect(item().rules == nil && item() == Item(path: "/a.mp4"))
    let first = item { $0.weight = 2 }
    #expect(first.rules?.weight == 2 && first == item { $0.weight = 2 })
    #expect(first != item { $0.weight = 3 } && first != item())
    var changed = first
    changed.rules?.weight = 3
    #expect(changed == item { $0.weight = 3 })
    changed.rules = nil
    #expect(changed == item())
  }
}
