import Glibc
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrineTiming
import VitrineWeb

@testable import VitrineDaemon

@Suite("Displays that follow the light around them")
struct AmbientLightTests {
  @Test("A sensor sets the brightness; its absence, loss and rubbish are reported once with a cure")
  func sensor() throws {
    let tree = try SensorTree()
    let log = Log()
    try tree.write(["name": "chip", "in_illuminance_raw": "0"], to: 0)
    var light = try AmbientLight(10...80, root: tree.root.folder.path, log: log)
    defer { light.close() }
    #expect(next(&light) == .percent(10))
    // Nothing else comes, except on request.
    #expect(light.update(at: .now()) == nil)
    light.invalidate()
    #expect(light.update(at: .now()) == .percent(10) && light.update(at: .now()) == nil)
    try tree.write(["in_illuminance_raw": "-5"], to: 0)
    #expect(
      waits {
        _ = light.update(at: .now()); return log.tail.newest(9).count == 2
      })
    let lines = log.tail.newest(9).map(\.text)
    #expect(lines.first == "input: light sensor chip connected")
    #expect(lines.last?.contains("chip: Input/output error (EIO); the brightness stays") == true)
    #expect(lines.last?.contains("is 80% after that. Check its driver: grep") == true)
    #expect(light.update(at: .now() + .seconds(601)) == .percent(80))
  }

  @Test("Without a sensor the brightness stays, and the log says so once")
  func missing() throws {
    let tree = try SensorTree()
    let log = Log()
    var light = try AmbientLight(10...80, root: tree.root.folder.path, log: log)
    #expect(
      waits {
        _ = light.update(at: .now()); return log.tail.newest(9).count == 1
      })
    #expect(log.tail.newest(9)[0].text.contains("no light sensor found; the brightness is 80%"))
    #expect(light.update(at: .now() + .seconds(9000)) == nil)
    light.close()
  }

  private func next(_ light: inout AmbientLight) -> Brightness? {
    var level: Brightness?
    _ = waits {
      level = light.update(at: .now())
      return level != nil
    }
    return level
  }

  /// Whether a condition, caused by another thread, holds in time.
  private func waits(until isSo: () -> Bool) -> Bool {
    for _ in 0..<1000 {
      if isSo() { return true }
      usleep(10_000)
    }
    return false
  }
}
