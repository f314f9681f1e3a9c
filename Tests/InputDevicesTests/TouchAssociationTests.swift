import Testing
import VitrineInputDevices

@Suite struct TouchAssociationTests {
  private typealias Output = TouchAssociation.Output

  private static let hdmi = Output("HDMI-A-1")
  private static let panel = Output("DSI-1", parent: "/sys/devices/soc/i2c-1/1-0045")
  private static let usb = Output("DVI-I-1", parent: "/sys/devices/pci/usb1/1-2/1-2.1")

  struct Row: CustomTestStringConvertible {
    let parent: String?
    let outputs: [TouchAssociation.Output]
    let wanted: String?
    var testDescription: String { "\(parent ?? "-") on \(outputs.map(\.name))" }

    init(_ parent: String?, _ outputs: [TouchAssociation.Output], _ wanted: String?) {
      self.parent = parent
      self.outputs = outputs
      self.wanted = wanted
    }
  }

  @Test(
    "A touchscreen belongs to its neighbour, otherwise the only panel or the first display",
    arguments: [
      Row(nil, [], nil),
      Row(nil, [hdmi], "HDMI-A-1"),
      Row(nil, [hdmi, panel], "DSI-1"),
      Row(nil, [hdmi, panel, Output("eDP-1")], "HDMI-A-1"),
      Row("/sys/devices/soc/i2c-1/1-0038", [hdmi, usb], "HDMI-A-1"),
      Row("/sys/devices/pci/usb1/1-2/1-2.1", [hdmi, panel, usb], "DVI-I-1"),
      Row("/sys/devices/pci/usb1/1-2/1-2.4", [hdmi, panel, usb], "DVI-I-1"),
      Row("/sys/devices/pci/usb1/1-3", [panel, usb], "DSI-1"),
      // Both at the computer itself, which states nothing.
      Row(
        "/sys/devices/pci/usb1/1-3", [hdmi, Output("X", parent: "/sys/devices/pci/usb1/1-2")],
        "HDMI-A-1"),
      Row("", [hdmi, Output("X", parent: "")], "X"),
    ])
  func association(_ row: Row) {
    let association = TouchAssociation(outputs: row.outputs)
    #expect(association.output(forParent: row.parent)?.name == row.wanted)
  }

  @Test("Only the selected display's touchscreens are used, or all if none is selected")
  func wanted() {
    let outputs = [Self.hdmi, Self.panel]
    #expect(TouchAssociation().uses(parent: nil))
    #expect(TouchAssociation(outputs: outputs).uses(parent: nil))
    #expect(TouchAssociation(outputs: outputs, wanted: "DSI-1").uses(parent: nil))
    #expect(!TouchAssociation(outputs: outputs, wanted: "HDMI-A-1").uses(parent: nil))
    #expect(TouchAssociation(outputs: [], wanted: "HDMI-A-1").uses(parent: nil))
  }
}
