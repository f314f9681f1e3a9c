import Testing

@testable import VitrineControl

@Suite("The output of vitrine health")
struct HealthTextTests {
  private func health(_ change: (inout Health) -> Void = { _ in }) -> JSONValue {
    var health = Health()
    (health.main.display, health.main.mode) = ("HDMI-A-1", "1920x1080@60")
    health.main.picture = Health.Picture(sinceFlip: 0.01)
    change(&health)
    return JSONValue(health)
  }

  @Test("One line while all is well")
  func good() {
    #expect(
      StatusText.lines(ofHealth: health()) == ["OK: a picture is on HDMI-A-1, 1920x1080@60"])
    #expect(StatusText.exitStatus(ofHealth: health()) == 0)
    let still = health { $0.main.picture?.sinceFlip = 75 }
    #expect(
      StatusText.lines(ofHealth: still) == [
        "OK: a picture is on HDMI-A-1, 1920x1080@60, unchanged for 01:15"
      ])
    let off = health { $0.main.picture = Health.Picture(missing: "off", isOff: true) }
    #expect(StatusText.lines(ofHealth: off) == ["OK: HDMI-A-1 is turned off as requested"])
  }

  @Test("A line for each further output, or for each one if there is a problem")
  func outputs() {
    func two(_ change: (inout Health) -> Void = { _ in }) -> JSONValue {
      health {
        var other = Health.Output("HDMI-A-2")
        (other.display, other.mode) = ("HDMI-A-2", "1280x720@60")
        other.picture = Health.Picture(sinceFlip: 0.01)
        $0.others = [other]
        change(&$0)
      }
    }
    #expect(
      StatusText.lines(ofHealth: two()) == [
        "OK: a picture is on HDMI-A-1, 1920x1080@60",
        "HDMI-A-2: a picture is on HDMI-A-2, 1280x720@60",
      ])
    let dark = two {
      $0.others[0].picture = Health.Picture(missing: "unplugged")
      $0.problems = [
        HealthProblem(.critical, "HDMI-A-2: No picture: unplugged", cure: "Check the cable")
      ]
    }
    #expect(
      StatusText.lines(ofHealth: dark) == [
        "CRITICAL: HDMI-A-2: No picture: unplugged", "  Check the cable",
        "main: a picture is on HDMI-A-1, 1920x1080@60", "HDMI-A-2: no picture: unplugged",
      ])
  }

  @Test("Every output has the same fields, and those of the first are also those of the machine")
  func fields() throws {
    let json = health { $0.others = [Health.Output("HDMI-A-2")] }
    let outputs = try #require(json["outputs"]?.array)
    #expect(outputs.compactMap { $0["name"]?.text } == ["main", "HDMI-A-2"])
    for name in [
      "picture", "no_picture_because", "power", "last_flip", "failed", "ready", "display", "mode",
      "dark", "sound",
    ] {
      #expect(outputs.allSatisfy { $0[name] != nil }, "\(name)")
      #expect(name == "ready" || json[name] == outputs[0][name], "\(name)")
    }
    #expect(outputs[0]["ready"]?.bool == true && json["ready"]?.bool == false)
  }

  @Test("Problems with their cures, the worst first")
  func bad() {
    let bad = health {
      $0.main.failedItems = [
        Health.FailedItem("a.mp4", "no such\u{1B}[2J file"),
        Health.FailedItem("b.mp4", "damaged"),
      ]
      $0.problems = [
        HealthProblem(.critical, "No picture: unplugged", cure: "Check the cable"),
        HealthProblem(.warning, "No sound: no card", cure: "Check audio.device"),
      ]
    }
    #expect(
      StatusText.lines(ofHealth: bad) == [
        "CRITICAL: No picture: unplugged", "  Check the cable", "warning: No sound: no card",
        "  Check audio.device", "items that could not be played:",
        "  a.mp4: no such?[2J file",
        "  b.mp4: damaged",
      ])
    #expect(StatusText.exitStatus(ofHealth: bad) == 2)
    let warning = health {
      $0.problems = [HealthProblem(.warning, "No sound: no card", cure: "Check audio.device")]
    }
    #expect(StatusText.exitStatus(ofHealth: warning) == 1)
    #expect(StatusText.exitStatus(ofHealth: .object([:])) == 3)
  }

  @Test(
    "For monitoring, a player that does not answer is critical; for other commands, unavailable")
  func silent() {
    #expect(ControlCall(["health"]).exitStatus(after: .notListening) == 2)
    #expect(ControlCall(["health"]).exitStatus(after: .noPermission) == 3)
    #expect(ControlCall(["status"]).exitStatus(after: .notListening) == 69)
  }
}
