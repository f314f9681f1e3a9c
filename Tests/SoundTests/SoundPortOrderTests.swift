import Testing
import VitrinePlayback
import VitrineSound

/// The audio port that belongs to a picture.
@Suite struct SoundPortOrderTests {
  private static let dell = WantedMonitor.Model(maker: 0x10AC, product: 0x41B5)
  private static let philips = WantedMonitor.Model(maker: 0x4108, product: 0x0001)

  private static func port(
    _ card: String, _ device: Int = 0, display: Int? = nil, _ state: SoundPort.Display = .unknown
  ) -> SoundPort {
    SoundPort(card: card, device: device, displayPlace: display, display: state)
  }

  private static func present(
    _ model: WantedMonitor.Model, formats: UInt8 = 1
  ) -> SoundPort.Display {
    ELD(eld(model, formats: formats)).map { .present($0) } ?? .absent
  }

  /// A PC's card: a jack, then three ports for displays.
  private static let computer = [
    port("PCH"), port("PCH", 3, display: 0, .absent),
    port("PCH", 7, display: 1, present(philips)), port("PCH", 8, display: 2, present(dell)),
  ]
  /// A board's cards with one port each, two displays of one model, and its jack.
  private static let board = [
    port("vc4hdmi0", display: 0, present(dell)), port("vc4hdmi1", display: 0, present(dell)),
    port("Headphones"),
  ]

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ports: [SoundPort]
    let wanted: WantedMonitor?
    let expected: [String]
  }

  static let cases = [
    Case(
      testDescription:
        "the display with the picture first, then other displays, jacks and unplugged ports",
      ports: computer, wanted: WantedMonitor(model: dell, connectorNumber: 1),
      expected: ["PCH 8", "PCH 7", "PCH 0", "PCH 3"]),
    Case(
      testDescription: "an unknown display: any display with audio",
      ports: computer, wanted: WantedMonitor(model: nil, connectorNumber: 1),
      expected: ["PCH 7", "PCH 8", "PCH 0", "PCH 3"]),
    Case(
      testDescription: "no picture yet: any display with audio",
      ports: computer, wanted: nil, expected: ["PCH 7", "PCH 8", "PCH 0", "PCH 3"]),
    Case(
      testDescription: "two displays of one model: the first connector's",
      ports: board, wanted: WantedMonitor(model: dell, connectorNumber: 1),
      expected: ["vc4hdmi0 0", "vc4hdmi1 0", "Headphones 0"]),
    Case(
      testDescription: "two displays of one model: the second connector's",
      ports: board, wanted: WantedMonitor(model: dell, connectorNumber: 2),
      expected: ["vc4hdmi1 0", "vc4hdmi0 0", "Headphones 0"]),
    Case(
      testDescription: "a monitor without loudspeakers: the jack",
      ports: [port("HDMI", display: 0, present(dell, formats: 0)), port("Analog")],
      wanted: WantedMonitor(model: dell, connectorNumber: 1), expected: ["Analog 0", "HDMI 0"]),
    Case(
      testDescription: "a driver that reports no display: the HDMI port",
      ports: [port("Analog"), port("HDMI", display: 0)],
      wanted: WantedMonitor(model: dell, connectorNumber: 1), expected: ["HDMI 0", "Analog 0"]),
    Case(testDescription: "no card", ports: [], wanted: nil, expected: []),
  ]

  @Test("Audio goes to the display that shows the picture", arguments: cases)
  func order(_ example: Case) {
    let order = example.ports.inOrder(for: example.wanted).map { "\($0.card) \($0.device)" }
    #expect(order == example.expected)
  }

  static let connected: [(ports: [SoundPort], WantedMonitor?, [String])] = [
    (computer, WantedMonitor(model: dell, connectorNumber: 3), ["PCH 8"]),
    (computer, WantedMonitor(model: dell, connectorNumber: 1), ["PCH 8"]),
    (
      board, WantedMonitor(model: dell, connectorNumber: 2),
      ["vc4hdmi1 0", "vc4hdmi0 0"]
    ),
    (board, WantedMonitor(model: philips, connectorNumber: 2), []),
    (computer, nil, []),
    (
      [port("HDMI", display: 0), port("HDMI1", display: 0), port("Analog")],
      WantedMonitor(model: dell, connectorNumber: 2), ["HDMI1 0"]
    ),
  ]

  @Test(
    "Of several players, each uses only the ports of displays like its own", arguments: connected)
  func alone(ports: [SoundPort], wanted: WantedMonitor?, expected: [String]) {
    #expect(ports.connected(to: wanted).map { "\($0.card) \($0.device)" } == expected)
  }

  @Test("A port's device names select only that port")
  func names() {
    #expect(
      SoundPort(card: "PCH", device: 7, place: 2, displayPlace: 1).deviceNames
        == ["hw:CARD=PCH,DEV=7", "hdmi:CARD=PCH,DEV=1", "plughw:CARD=PCH,DEV=7"])
    #expect(SoundPort(card: "PCH", device: 7, displayPlace: 1).framedName == "hdmi:CARD=PCH,DEV=1")
    #expect(SoundPort(card: "PCH", device: 0).framedName == nil)
    #expect(
      SoundPort(card: "PCH", device: 0).deviceNames
        == ["hw:CARD=PCH,DEV=0", "sysdefault:CARD=PCH", "plughw:CARD=PCH,DEV=0"])
  }
}

/// The names of one port.
@Suite struct SoundPortNameTests {
  @Test(
    "A device in the list is found by each of its names",
    arguments: [
      ("hw:CARD=PCH,DEV=7", true), ("hw:PCH,7", true), ("plughw:PCH,7", true),
      ("hdmi:CARD=PCH,DEV=1", true), ("hdmi:CARD=PCH,DEV=1,AES0=0x06", true),
      ("hw:CARD=PCH,DEV=3", false), ("hdmi:CARD=PCH,DEV=7", false), ("hw:CARD=Other,DEV=7", false),
      ("dmix:CARD=PCH,DEV=7", false), ("default", false), ("", false),
    ])
  func names(name: String, isIts: Bool) {
    let port = SoundPort(card: "PCH", device: 7, place: 2, displayPlace: 1)
    #expect(port.isNamed(name) == isIts)
  }

  @Test("For compressed sound, a monitor's port sets the channel status")
  func coded() {
    let port = SoundPort(card: "PCH", device: 7, place: 2, displayPlace: 1)
    #expect(port.name(for: .ac3) == "hdmi:CARD=PCH,DEV=1,AES0=0x06,AES3=0x02")
    #expect(SoundPort(card: "USB", device: 0).name(for: .ac3) == "hw:CARD=USB,DEV=0")
  }
}

/// The bytes of a display's ELD.
func eld(_ model: WantedMonitor.Model, name: String = "TV", formats: UInt8 = 1) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 20)
  bytes[0] = 2 << 3
  bytes[4] = 3 << 5 | UInt8(name.utf8.count)
  bytes[5] = formats << 4
  bytes[16] = UInt8(model.maker >> 8)
  bytes[17] = UInt8(model.maker & 0xFF)
  bytes[18] = UInt8(model.product & 0xFF)
  bytes[19] = UInt8(model.product >> 8)
  return bytes + Array(name.utf8)
}
