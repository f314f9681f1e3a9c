import Testing
import VitrineGestures
import VitrineInputDevices
import VitrinePictures
import VitrinePlayback
import VitrineTiming

@testable import VitrineEngine

@Suite("Touches on a display that moves its content")
struct TouchSourcesTests {
  @Test("A touch lands where its pixel is at that time", arguments: Rotation.allCases)
  func follows(rotation: Rotation) throws {
    let (whole, shift) = (PixelSize(800, 480), PixelShift(reach: 8))
    let area = shift.area(within: PixelRect(whole))
    var sources = TouchSources(panel: area.size, screen: area.screen(of: whole), shift: shift)
    let pixel = PixelRect(x: 30, y: 170, width: 1, height: 1)
    var places: Set<PixelRect> = []
    for minute in stride(from: 0, to: 200, by: 7) {
      let time = HostTime(nanoseconds: 0) + .seconds(minute * 60 + 30)
      let seen = rotation.onPanel(pixel, of: area.size)
        .placed(in: area.moved(by: shift.offset(at: time)))
      places.insert(seen)
      let unit = Point(
        (Double(seen.x) + 0.5) / Double(whole.width),
        (Double(seen.y) + 0.5) / Double(whole.height))
      let pointed = sources.place(ofUnit: unit, rotation, at: time)
      let frame = NormalizedTouchFrame(
        [NormalizedContact(id: 1, x: unit.x, y: unit.y)], at: time, on: "glass")
      let touched = try #require(sources.frame(frame, rotation)?.contacts.first)
      for found in [pointed, touched.place] {
        #expect(abs(found.x - 30.5) < 1e-6 && abs(found.y - 170.5) < 1e-6, "\(minute): \(found)")
      }
    }
    #expect(places.count > 10)
  }
}
