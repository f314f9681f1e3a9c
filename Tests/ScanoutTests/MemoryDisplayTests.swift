import Testing
import VitrineKMS
import VitrinePictures

@testable import VitrineScanout

@Suite("The replacement for a missing display")
struct MemoryDisplayTests {
  @Test(
    "It has the requested mode, and uses the part within the margins of its connector",
    arguments: [
      (nil, nil, "0", "1920x1080+0+0"), ("1280x720@50", nil, "0", "1280x720+0+0"),
      ("1280x720", nil, "20 40", "1200x680+40+20"), (nil, "HDMI-A-1", "10%", "1536x864+192+108"),
      ("1280x720", "HDMI-A-2", "10%", "1264x704+8+8"),
    ])
  func size(mode: String?, connector: String?, margins: String, area: String) throws {
    var request = DisplayRequest(connector: connector)
    if let mode { request.modes.policy = try #require(ModePolicy(word: mode)) }
    request.panels.margins = try #require(Margins(margins))
    request.panels.ownMargins = ["HDMI-A-2": try #require(Margins("8"))]
    let display = MemoryDisplay(expecting: request)
    let whole = PixelRect(
      x: -display.screen.x, y: -display.screen.y, width: display.size.width,
      height: display.size.height)
    #expect(whole.description == area)
    let size = mode == nil ? PixelSize(1920, 1080) : PixelSize(1280, 720)
    #expect(display.screen.size == size && display.description.size == size)
  }
}
