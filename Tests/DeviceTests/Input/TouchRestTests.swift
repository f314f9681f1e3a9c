import Foundation
import Testing

/// An interface at rest causes no page flips.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchRestTests {
  @Test(
    "The display gets no page flips while nothing changes",
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
    #expect(before.count > 1, "the bars or the gallery are on screen")
    #expect(scene.conversation.all("interface").last?.visible == true)
    #expect(scene.flips.filter { marks[0] < $0 && $0 < marks[1] } == [])
  }

  @Test("A hidden interface adds no flips to those of the video")
  func hidden() throws {
    // At the display's rate, 59.94 Hz: at 30 fps one picture has to be shorter, and which one depends on the
    // microsecond at which the sound starts.
    let clip = try Clips.motion(
      "touch-motion-ntsc.mp4", size: "320x240", rate: "30000/1001", seconds: 10)
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
    // The first picture is shown as soon as it is decoded, which takes longer with devices to open.
    #expect(distances[0].dropFirst() == distances[1].dropFirst())
    #expect(distances[0].dropFirst().allSatisfy { $0 == 2 })
  }

  @Test(
    "A long scrub causes no failure, by touch or by command",
    arguments: ["", "--paused"])
  func finger(option: String) throws {
    let glass = TouchGlass()
    let slider = glass.sliderHeight
    var orders = ["@wait shown", "@sleep 1"]
    for milliseconds in [4000, 8000, 60_000] {
      let drag = glass.drag(from: (0.4, slider), to: (0.55, slider)).dropLast()
      orders += glass.tap(0.5, 0.3) + [TouchGlass.wait(700)] + drag
      orders += [TouchGlass.wait(milliseconds), glass.up(), "@sleep 3", "status"]
    }
    for seconds in [4, 8, 60] {
      orders += ["scrub-begin", "scrub-move 50", "@sleep \(seconds)", "scrub-end", "@sleep 3"]
      orders += ["status"]
    }
    let scene = try TouchScene(
      "finger\(option)", "\(option) '\(TouchClips.calm())'", orders)
    #expect(scene.conversation.all("failed").isEmpty)
    let statuses = scene.conversation.all("status")
    #expect(statuses.count == 6)
    // The last position of the finger, as the slider reported it.
    let moves = scene.conversation.all("asked").compactMap(\.request)
      .filter { $0.hasPrefix("scrub-move ") }
    let slid = try #require(moves.last.flatMap { Double($0.dropFirst("scrub-move ".count)) })
    #expect(slid > 0.5 * TouchClips.seconds)
    for (index, status) in statuses.enumerated() {
      #expect(status.phase == "playing" && status.paused == !option.isEmpty)
      let place = index < 3 ? slid : 50
      let position = try #require(status.position)
      // Three seconds of playback have passed since the scrub ended.
      #expect((place...place + 5).contains(position), "\(index): \(position)")
    }
  }

  @Test(
    "A client that holds a scrub causes no failure, over any interface",
    arguments: ["", "--paused"])
  func client(option: String) throws {
    var orders = ["@wait shown", "@sleep 1"]
    var rests: [(name: String, rest: RestingClient.Rest, position: Int)] = []
    for client in RestingClient.all {
      // A long rest while paused adds nothing: then no clock runs.
      for length in option.isEmpty ? client.lengths : Array(client.lengths.prefix(2)) {
        // Far from where the previous rest left the item.
        let place = rests.count.isMultiple(of: 2) ? 60 : 180
        let rest = RestingClient.Rest(place: place, length: length, isPaused: !option.isEmpty)
        orders += client.orders(rest) + ["@sleep 3", "status", "@wait status"]
        let played = rest.isPaused ? 0 : 3 + (client.playsOn ? length : 0)
        rests.append(("\(client.name), \(length) s", rest, place + played))
      }
    }
    let scene = try TouchScene(
      "client\(option)", "\(option) \(RestingClient.options) '\(TouchClips.calm())'",
      before: "ip link set lo up", orders)
    #expect(scene.conversation.all("failed").isEmpty)
    let statuses = scene.conversation.all("status")
    #expect(statuses.count == rests.count)
    for ((name, rest, position), status) in zip(rests, statuses) {
      #expect(status.phase == "playing" && status.paused == rest.isPaused, "\(name)")
      // The clock starts within 0.3 s of a seek or the end of a scrub.
      let error = try #require(status.position) - Double(position)
      #expect((-0.3...0.1).contains(error), "\(name): \(error) s")
    }
  }
}
