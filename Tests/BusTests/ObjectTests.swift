import Testing

@testable import VitrineBus

@Suite("Values")
struct ValueTests {
  private static let table: [(BusValue, String)] = [
    (.string(""), "s"), (.objectPath("/"), "o"), (.bool(true), "b"), (.byte(1), "y"),
    (.uint16(1), "q"), (.int32(1), "i"), (.uint32(1), "u"), (.int64(1), "x"), (.uint64(1), "t"),
    (.double(1), "d"), (.strings([]), "as"), (.array(of: "ay", [.bytes("x")]), "aay"),
    (.properties([:]), "a{sv}"), (.structure([.int32(1), .strings(["x"])]), "(ias)"),
    (.variant(.int32(1)), "v"), (.other("h"), "h"),
  ]

  @Test("Values have D-Bus signatures", arguments: table.indices)
  func signature(index: Int) {
    let (value, signature) = Self.table[index]
    #expect(value.signature == signature)
  }

  @Test("An integer of any type is accepted if it fits")
  func integer() {
    #expect(BusValue.uint64(.max).integer == nil)
    #expect(BusValue.byte(255).integer == 255)
    #expect(BusValue.int32(-1).number == -1)
    #expect(BusValue.double(1).integer == nil)
  }
}

private let object: BusObject = {
  var interface = BusInterface("a.Lamp")
  interface.methods = [
    .init("Blink", inputs: [.init("times", "i")], outputs: [.init("left", "i")]), .init("Off"),
  ]
  interface.properties = [
    .init("Colour", "s", isWritable: true), .init("Age", "x", emitsChangedSignal: false),
    .init("Lost", "s"),
  ]
  interface.signals = [.init("Burnt", arguments: [.init("when", "x")])]
  return BusObject([interface])
}()

private func meaning(_ interface: String?, _ member: String, _ arguments: [BusValue] = [])
  -> BusObject.Meaning
{
  object.meaning(of: BusCall(":1.1", "/", interface, member, arguments)) { name in
    name == "a.Lamp" ? ["Colour": .string("red"), "Age": .int64(3)] : [:]
  }
}

private func refusal(_ name: String) -> (BusObject.Meaning) -> Bool {
  { meaning in
    if case .answered(.failure(let refusal)) = meaning {
      refusal.name.hasSuffix(name)
    } else {
      false
    }
  }
}

@Suite("Calls of an object")
struct ObjectTests {
  private static let properties = "org.freedesktop.DBus.Properties"

  @Test("An existing method is executed with its arguments")
  func method() {
    let expected = BusObject.Meaning.method(interface: "a.Lamp", name: "Blink", [.int32(2)])
    #expect(meaning("a.Lamp", "Blink", [.int32(2)]) == expected)
    #expect(meaning(nil, "Blink", [.int32(2)]) == expected)
    #expect(meaning("a.Lamp", "Off") == .method(interface: "a.Lamp", name: "Off", []))
  }

  @Test("Properties are read individually and all at once")
  func read() {
    #expect(
      meaning(Self.properties, "Get", [.string("a.Lamp"), .string("Colour")])
        == .answered(.success([.variant(.string("red"))])))
    #expect(
      meaning(Self.properties, "GetAll", [.string("a.Lamp")])
        == .answered(.success([.properties(["Colour": .string("red"), "Age": .int64(3)])])))
  }

  @Test("A writable property accepts a value of its type")
  func write() {
    let arguments: [BusValue] = [.string("a.Lamp"), .string("Colour"), .variant(.string("blue"))]
    #expect(
      meaning(Self.properties, "Set", arguments)
        == .change(interface: "a.Lamp", property: "Colour", .string("blue")))
  }

  private static let refused: [(String?, String, [BusValue], String)] = [
    ("a.Other", "Blink", [], "UnknownInterface"), ("a.Lamp", "Sing", [], "UnknownMethod"),
    (nil, "Sing", [], "UnknownMethod"), ("a.Lamp", "Blink", [], "InvalidArgs"),
    ("a.Lamp", "Blink", [.string("2")], "InvalidArgs"),
    ("a.Lamp", "Off", [.int32(1)], "InvalidArgs"),
    ("a.Lamp", "Off", [.other("h")], "InvalidArgs"),
    (properties, "Get", [.string("a.Lamp"), .string("Size")], "UnknownProperty"),
    (properties, "Get", [.string("a.Other"), .string("Size")], "UnknownInterface"),
    (properties, "Get", [.string("a.Lamp"), .string("Lost")], "Failed"),
    (properties, "Get", [.string("a.Lamp")], "InvalidArgs"),
    (properties, "GetAll", [.string("")], "UnknownInterface"),
    (
      properties, "Set", [.string("a.Lamp"), .string("Age"), .variant(.int64(1))],
      "PropertyReadOnly"
    ),
    (
      properties, "Set", [.string("a.Lamp"), .string("Colour"), .variant(.int64(1))], "InvalidArgs"
    ),
    (properties, "Set", [.string("a.Lamp"), .string("Colour"), .string("blue")], "InvalidArgs"),
  ]

  @Test("Other calls are refused with D-Bus error names", arguments: refused.indices)
  func refuses(index: Int) {
    let (interface, member, arguments, name) = Self.refused[index]
    #expect(refusal(name)(meaning(interface, member, arguments)))
  }

  @Test("An object describes itself")
  func introspection() throws {
    let answer = meaning("org.freedesktop.DBus.Introspectable", "Introspect")
    guard case .answered(.success(let values)) = answer, let xml = values.first?.text else {
      Issue.record("\(answer)")
      return
    }
    for line in [
      #"<interface name="a.Lamp">"#, #"<arg type="i" name="times" direction="in"/>"#,
      #"<arg type="i" name="left" direction="out"/>"#, #"<method name="Off"/>"#,
      #"<property name="Colour" type="s" access="readwrite"/>"#,
      #"<arg type="x" name="when"/>"#, #"EmitsChangedSignal" value="false""#,
      #"<interface name="org.freedesktop.DBus.Properties">"#,
    ] {
      #expect(xml.contains(line), "\(line)")
    }
  }
}
