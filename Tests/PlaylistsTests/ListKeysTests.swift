import Testing
import VitrinePlaylists

/// Keys that another module adds.
struct ListKeysTests {
  private struct Labels: ListKeys {
    var own: String?
    var around: [String] = []

    var attachment: ItemAttachment? { own.map { ItemAttachment(around + [$0]) } }

    func completed(by others: Labels) -> Labels {
      Labels(own: own ?? others.own, around: around.isEmpty ? others.around : around)
    }

    func inside(_ key: String, title: String) -> Labels {
      Labels(around: around + [own].compactMap(\.self) + ["\(key) \(title)"])
    }
  }

  private func fields(_ own: String?, title: String? = nil) -> ItemFields {
    var fields = ItemFields()
    fields.presentation.title = title
    fields.added[Labels.self].own = own
    return fields
  }

  private func value(_ fields: ItemFields) -> [String]? {
    fields.item(.file("/a.mp4")).attachment?.value as? [String]
  }

  @Test("An item gets the attachment of its keys, its list's and the surrounding ones")
  func inherited() {
    #expect(value(fields(nil)) == nil && value(fields("a")) == ["a"])
    #expect(value(fields("a").completed(by: fields("b"))) == ["a"])
    #expect(value(fields(nil).completed(by: fields("b"))) == ["b"])
    #expect(value(fields("a").completed(by: fields(nil))) == ["a"])
    let outer = fields("x", title: "X").forContents(of: "/list", name: "list")
    #expect(value(outer) == nil)
    #expect(value(fields("a").completed(by: outer)) == ["x", "/list X", "a"])
    #expect(fields(nil).forContents(of: "/list", name: "list") == ItemFields())
  }

  @Test("Keys and attachments are part of the identity of fields and items")
  func identity() {
    var emptied = fields("a")
    emptied.added[Labels.self].own = nil
    #expect(fields("a") == fields("a") && fields("a") != fields("b"))
    #expect(emptied == ItemFields() && fields("a") != ItemFields())
    func item(_ value: (any Hashable & Sendable)?) -> Item {
      var item = Item(path: "/a.mp4")
      item.attachment = value.map { ItemAttachment($0) }
      return item
    }
    #expect(item("a") == item("a") && item("a") != item("b") && item("a") != item(nil))
    // A value of another type.
    #expect(item(1) != item("1") && item(1) != item(UInt8(1)))
    #expect(Set([item("a"), item("a"), item("b"), item(nil), item(nil)]).count == 3)
  }
}
