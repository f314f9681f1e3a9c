import Foundation
import Testing

/// What the interface costs the display where nothing of it moves: nothing.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchRestTests {
  @Test(
    "nothing is given to the display while nothing changes",
    arguments: ["a paused picture with its bars", "the list"])
  func rest(kind: String) throws {
    let isList = kind == "the list"
    let scene = try TouchScene(
      "rest-\(isList ? "list" : "paused")",
      "\(isList ? "--list" : "--paused") '\(TouchClips.calm())'",
      [isList ? "@wait interface" : "@wait shown", "@sleep 3", "# rest", "@sleep 60", "# end"])
    let marks = scene.conversation.sent("#").map(\.time)
    #expect(marks.count == 2)
    let before = scene.flips.filter { $0 < marks[0] }
    #expect(before.count > 1, "the bars or the list have come")
    #expect(scene.conversation.all("interface").last?.visible == true)
    #expect(scene.flips.filter { marks[0] < $0 && $0 < marks[1] } == [])
  }

  @Test("while it is hidden, the flips are just those of the video")
  func hidden() throws {
    let clip = try Clips.motion("touch-motion.mp4", size: "320x240", seconds: 10)
    let flips = try ["", "--interactive"].map { option in
      let out = try Lab.folder("touch-hidden\(option)")
      _ = try Conversation(
        TouchScene.lab, "\(option) '\(clip)'", orders: ["@wait ended"], out: out)
      return try FlipTrace(out.appending(path: "flips.trace")).flips
    }
    #expect(flips[0].count == 300)
    let distances = flips.map { flips in
      zip(flips, flips.dropFirst()).map { $1.sequence - $0.sequence }
    }
    // The first is shown as soon as it is there, which is another time with devices to open.
    #expect(distances[0].dropFirst() == distances[1].dropFirst())
  }
}
