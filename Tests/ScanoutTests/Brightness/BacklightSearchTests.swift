import Testing

@testable import VitrineScanout

/// The backlight of a panel, in device trees as kernels present them.
struct BacklightSearchTests {
  private static let gpu = "pci0000:00/0000:00:02.0"
  private static let panel = "\(gpu)/drm/card0/card0-eDP-1"

  private struct Light {
    let name: String
    let device: String?
    let type: String

    init(_ name: String, _ device: String?, _ type: String) {
      self.name = name
      self.device = device
      self.type = type
    }
  }

  private func found(
    _ connector: String, _ connectors: [String], _ lights: [Light], on card: String = "card0"
  ) throws -> String? {
    let tree = try SysfsTree()
    try tree.card("card0", at: Self.gpu, connectors)
    try tree.card("card1", at: "platform/other-gpu", ["HDMI-A-2"])
    for light in lights { try tree.light(light.name, of: light.device, light.type) }
    return BacklightSearch(root: tree.root).find(connector, on: card)?.name
  }

  @Test("The connector's backlight comes before its card's; firmware, then platform, then raw")
  func own() throws {
    let raw = Light("intel_backlight", Self.panel, "raw")
    #expect(try found("eDP-1", ["eDP-1"], [raw]) == "intel_backlight")
    let firmware = Light("acpi_video0", Self.gpu, "firmware")
    #expect(try found("eDP-1", ["eDP-1"], [raw, firmware]) == "acpi_video0")
    let platform = Light("thinkpad", Self.gpu, "platform")
    #expect(try found("eDP-1", ["eDP-1"], [raw, platform, firmware]) == "acpi_video0")
    #expect(try found("eDP-1", ["eDP-1"], [raw, platform]) == "thinkpad")
    // A backlight with a known owner comes before one without.
    let unknown = Light("keys", "platform/keys", "firmware")
    #expect(try found("eDP-1", ["eDP-1"], [unknown, raw]) == "intel_backlight")
    let cards = Light("amdgpu_bl0", Self.gpu, "raw")
    #expect(try found("eDP-1", ["eDP-1"], [cards, raw]) == "intel_backlight")
  }

  @Test(
    "A backlight of unknown origin is used if there is one panel",
    arguments: ["DSI-1", "DPI-1", "LVDS-1"])
  func board(connector: String) throws {
    let light = Light("backlight", "platform/backlight", "raw")
    #expect(try found(connector, [connector, "HDMI-A-1"], [light]) == "backlight")
    #expect(try found(connector, [connector], [Light("backlight", nil, "raw")]) == "backlight")
    // With two panels it may be the other's.
    #expect(try found(connector, [connector, "eDP-1"], [light]) == nil)
  }

  @Test("Other connectors' and cards' backlights are not used, nor any for external displays")
  func others() throws {
    let other = Light("second", "\(Self.gpu)/drm/card0/card0-eDP-2", "raw")
    #expect(try found("eDP-1", ["eDP-1", "eDP-2"], [other]) == nil)
    #expect(try found("eDP-2", ["eDP-1", "eDP-2"], [other]) == "second")
    let far = Light("far", "platform/other-gpu", "raw")
    #expect(try found("eDP-1", ["eDP-1"], [far]) == nil)
    let own = Light("intel_backlight", Self.panel, "raw")
    #expect(try found("HDMI-A-1", ["HDMI-A-1", "eDP-1"], [own]) == nil)
    #expect(try found("eDP-1", ["eDP-1"], []) == nil)
  }

  @Test(
    "A backlight without a maximum is not used",
    arguments: ["0", "-1", "x", "99999999999"])
  func broken(most: String) throws {
    let tree = try SysfsTree()
    try tree.card("card0", at: Self.gpu, ["eDP-1"])
    try tree.light("backlight", of: Self.panel, "raw", most: most)
    #expect(BacklightSearch(root: tree.root).find("eDP-1", on: "card0") == nil)
  }

  @Test(
    "Levels follow the percentage, and only 0 % is level 0",
    arguments: [(255, 100, 255), (255, 50, 128), (255, 1, 3), (7, 1, 1), (7, 0, 0), (1, 40, 1)])
  func levels(most: Int, percent: Int, level: Int) {
    #expect(Backlight(name: "a", path: "/a", most: most).level(at: percent) == level)
  }
}
