import Foundation
import Testing

/// The gallery of a kiosk.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct TouchListTests {
  /// Three files of five seconds.
  private func clips() throws -> String {
    try (1...3).map { number in
      let clip = try Clips.motion(
        "touch-list-\(number).mp4", size: "160x120", rate: "10", seconds: 5)
      return "'\(clip)'"
    }.joined(separator: " ")
  }

  /// The items played and the requests made, in order.
  private func story(_ entries: [Conversation.Entry]) -> [String] {
    entries.compactMap { entry in
      entry.request ?? (entry.event == "playing" ? "playing \(entry.item ?? "")" : nil)
    }
  }

  @Test("The list is shown first, plays the touched film, and returns at its end")
  func list() throws {
    let glass = TouchGlass()
    let card = glass.firstCard
    let tap = glass.tap(card.x, card.y)
    let scene = try TouchScene(
      "list", "--list \(clips())",
      ["# begins", "@sleep 3", "status", "# plays"] + tap + [TouchGlass.wait(3000), "status"]
        + ["# ends", "@sleep 4", "status", "# again"] + tap
        + [
          TouchGlass.wait(2000), "# back", TouchGlass.key("BACK"), TouchGlass.wait(1500), "status",
        ])
    let chapters = scene.chapters
    try #require(chapters.count == 5)
    let name = "touch-list-1.mp4"
    #expect(
      chapters.map(story) == [
        [], ["open 0", "playing \(name)"], ["leave"], ["open 0", "playing \(name)"], ["leave"],
      ])
    let seen = scene.chapters.map { $0.last { $0.event == "interface" }?.visible }
    // The first picture of the list may precede the first mark.
    #expect(seen.dropFirst() == [false, true, false, true])
    #expect(scene.conversation.all("interface").first?.visible == true)
    let phases = scene.conversation.all("status").map(\.phase)
    #expect(phases == ["idle", "playing", "idle", "idle"])
  }

  @Test("A film plays on its page, then on the whole display, and pulling leads back step by step")
  func page() throws {
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-page")
    let list = Lab.root.appending(path: ".build/lab-media/touch-page.json")
    let clip = try Clips.motion("touch-list-1.mp4", size: "160x120", rate: "10", seconds: 5)
    try Data(
      #"{"title": "Foyer", "items": [{"file": "\#(clip)", "title": "Tides", "description": "Water.", "link": "https://museum.example/tides"}]}"#
        .utf8
    ).write(to: list)
    let glass = TouchGlass()
    let card = glass.firstCard
    let tap = glass.tap(card.x, card.y) + [TouchGlass.wait(1500)]
    let scene = try TouchScene(
      "page", "--list '\(list.path)'",
      ["@sleep 8", "# opens"] + tap
        + [
          "screenshot \(folder.path)/page.png", "@wait screenshot", "# is pulled down",
        ] + glass.drag(from: (0.7, 0.1), to: (0.7, 0.8))
        + [TouchGlass.wait(1500), "# opens again"] + tap + ["# plays"]
        + glass.tap(0.27, 0.55) + [
          TouchGlass.wait(2000), "screenshot \(folder.path)/film.png", "@wait screenshot",
          "# grows",
        ]
        + glass.tap(0.27, 0.55) + [
          TouchGlass.wait(1000), "screenshot \(folder.path)/whole.png", "@wait screenshot",
          "# shrinks",
        ] + glass.drag(from: (0.3, 0.1), to: (0.3, 0.8)) + [
          TouchGlass.wait(1000), "screenshot \(folder.path)/back.png", "@wait screenshot", "# ends",
        ] + glass.drag(from: (0.7, 0.1), to: (0.7, 0.8)) + [TouchGlass.wait(1500), "status"])
    #expect(
      scene.chapters.map(story) == [
        [], [], [], ["open 0", "playing touch-list-1.mp4"], [], [], ["leave"],
      ])
    let picture = try Pixels(png: folder.appending(path: "page.png"))
    let poster = Set(
      (-40..<40).map { x in picture[Int(0.27 * glass.size.width) + x, Int(0.55 * glass.size.height)]
      })
    #expect(poster.count > 4, "a poster in a single grey")
    // Two of the QR code's three corners are beside each other.
    let rows = (0..<picture.height).count { picture.finderPatterns(inRow: $0) == 2 }
    #expect(rows >= 6, "the rows through the code's upper corners: \(rows)")
    // The film is at the poster's place, then everywhere, and then at its place again.
    let beside = (x: Int(0.9 * glass.size.width), y: Int(0.3 * glass.size.height))
    let seen = try ["film", "whole", "back"].map { name in
      let picture = try Pixels(png: folder.appending(path: "\(name).png"))
      // In its red bar.
      let film = picture[Int(0.12 * glass.size.width), Int(0.6 * glass.size.height)]
      return (film: film, beside: picture[beside.x, beside.y])
    }
    let background = picture[beside.x, beside.y]
    for place in [0, 2] {
      #expect(seen[place].beside == background)
      #expect(seen[place].film[0] > 200 && seen[place].film[1] < 60, "\(seen[place])")
    }
    #expect(seen[1].beside != background)
  }

  @Test(
    "A film follows the finger down, below the gallery, and can be pushed back", arguments: [0, 90])
  func pull(rotation: Int) throws {
    let still = try Clips.make(
      "touch-still.png", ["-f", "lavfi", "-i", "testsrc2=s=640x480", "-frames:v", "1"])
    let glass = TouchGlass(rotation: rotation)
    let card = glass.firstCard
    let name = "pull-\(rotation)"
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-\(name)")
    func shot(_ name: String) -> [String] {
      [TouchGlass.wait(400), "screenshot \(folder.path)/\(name).png", "@wait screenshot"]
    }
    func moves(_ heights: [Double]) -> [String] {
      heights.flatMap { [TouchGlass.wait(20), glass.move(0.3, $0)] }
    }
    let scene = try TouchScene(
      name, "--list --rotate \(rotation) --image-duration 60 '\(still)' '\(still)'",
      ["@sleep 3"] + glass.tap(card.x, card.y) + [TouchGlass.wait(3000)] + shot("whole")
        + ["# pulled", glass.down(0.3, 0.2)] + moves((1...25).map { 0.2 + 0.02 * Double($0) })
        + shot("pulled") + ["# pushed"] + moves((1...24).map { 0.7 - 0.02 * Double($0) })
        + [TouchGlass.wait(150), glass.up()] + shot("back") + ["# leaves"]
        + glass.drag(from: (0.3, 0.2), to: (0.3, 0.8)) + [TouchGlass.wait(1000)])
    #expect(scene.chapters.map(story) == [[], [], ["leave"]])
    let pictures = try ["whole", "pulled", "back"].map {
      try Pixels(png: folder.appending(path: "\($0).png"))
    }
    let size = glass.size
    func pixel(_ picture: Pixels, _ x: Int, _ y: Int) -> [Int] {
      let place = glass.place((Double(x) + 0.5) / size.width, (Double(y) + 0.5) / size.height)
      return picture[
        Int(Double(place.x) / TouchGlass.last * 640), Int(Double(place.y) / TouchGlass.last * 480)]
    }
    // The way of the finger, which begins with the drag.
    let fall = try #require(
      (Int(size.height * 0.3)...Int(size.height / 2)).first { fall in
        stride(from: 20, to: Int(size.width) - 20, by: 7).allSatisfy { x in
          [0.35, 0.42, 0.48].map { Int($0 * size.height) }.allSatisfy { y in
            pixel(pictures[1], x, y + fall) == pixel(pictures[0], x, y)
          }
        }
      }, "the film has not moved")
    #expect(fall % 2 == 0)
    // The gallery is in one colour between its heading and its edge.
    #expect(Set((1...20).map { pixel(pictures[1], Int(size.width) - 2, $0) }).count == 1)
    #expect(pictures[2].bytes == pictures[0].bytes)
  }

  @Test("A finger searches a long list by two letters, plays the film, and closes the search")
  func search() throws {
    let list = Lab.root.appending(path: ".build/lab-media/touch-search.json")
    let clips = try (1...2).map {
      try Clips.motion("touch-list-\($0).mp4", size: "160x120", rate: "10", seconds: 5)
    }
    let titles = (0..<40).map { [5: "The Glass", 20: "Garden"][$0] ?? "Film" }
    let items = titles.map { title in
      #"{"file": "\#(clips[title == "The Glass" ? 1 : 0])", "title": "\#(title)"}"#
    }.joined(separator: ",")
    try Data(#"{"title": "Foyer", "items": [\#(items)]}"#.utf8).write(to: list)
    let glass = TouchGlass()
    func chip(_ number: Int) -> [String] {
      glass.tap(glass.chip(number).x, glass.chip(number).y) + [TouchGlass.wait(600)]
    }
    let card = glass.firstCardBelowChips
    let tap = glass.tap(card.x, card.y) + [TouchGlass.wait(1500)]
    // Close, F, G, T; then close, delete, A, L.
    let scene = try TouchScene(
      "search", "--list '\(list.path)'",
      ["@sleep 8", "# searches"] + chip(0) + chip(2) + chip(3) + ["# plays"] + tap
        + ["# closes", TouchGlass.key("BACK"), TouchGlass.wait(1500)] + chip(0)
        + ["# plays the first"] + tap)
    #expect(
      scene.chapters.map(story) == [
        [], ["open 5", "playing touch-list-2.mp4"], ["leave"],
        ["open 0", "playing touch-list-1.mp4"],
      ])
  }

  @Test("A film continues where a visitor left it, and begins again for the next one")
  func continuing() throws {
    let film = try Clips.motion("touch-continue.mp4", size: "160x120", rate: "10", seconds: 60)
    let glass = TouchGlass()
    let tap = glass.tap(glass.firstCard.x, glass.firstCard.y)
    let scene = try TouchScene(
      "continue", "--list --idle 60 '\(film)'",
      ["@sleep 2", "# plays"] + tap + ["@sleep 20", "# leaves", TouchGlass.key("BACK")]
        + [TouchGlass.wait(1000), "# continues"] + tap + [TouchGlass.wait(2000), "status"]
        + [TouchGlass.key("BACK"), "@sleep 70", "# next"] + tap + [TouchGlass.wait(2000), "status"])
    let positions = scene.conversation.all("status").compactMap(\.position)
    try #require(positions.count == 2)
    #expect((20...24).contains(positions[0]) && positions[1] < 4, "\(positions)")
  }

  @Test("A gamepad chooses a film with its hat and its stick, even if its axes lie, and goes back")
  func gamepad() throws {
    func press(_ button: String) -> [String] {
      [
        "@input pad \(button) 1", TouchGlass.wait(60), "@input pad \(button) 0",
        TouchGlass.wait(500),
      ]
    }
    func hat(_ x: Int, _ y: Int) -> [String] {
      ["@input hat \(x) \(y)", TouchGlass.wait(60), "@input hat 0 0", TouchGlass.wait(200)]
    }
    let stick = [
      "@input stick 90 10", TouchGlass.wait(60), "@input stick 3 0", TouchGlass.wait(200),
    ]
    let scene = try TouchScene(
      "gamepad", "--list \(clips())",
      ["@sleep 1", "@input plug gamepad", "@sleep 3", "# second"] + hat(0, 1) + stick
        + press("SOUTH") + [TouchGlass.wait(1000), "# skips"] + press("TL2") + ["# back"]
        + press("EAST") + press("EAST") + [
          "@input unplug gamepad", "@input plug lying-gamepad", "@sleep 1", "# first",
        ] + stick + hat(-1, 0) + press("SOUTH") + [TouchGlass.wait(1000), "# held"] + [
          // A button that is down when the gamepad is unplugged.
          "@input pad TL2 1", TouchGlass.wait(100), "@input unplug lying-gamepad",
          TouchGlass.wait(1500),
        ])
    let stories = scene.chapters.map(story)
    #expect(
      stories == [
        ["open 1", "playing touch-list-2.mp4"], ["skip -10.0"], ["leave"],
        ["open 0", "playing touch-list-1.mp4"], ["skip -10.0"],
      ], "\(stories)")
  }

  @Test("A mouse chooses a film, its wheel sets the volume, and its right button goes back")
  func mouse() throws {
    let glass = TouchGlass()
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-mouse")
    // From the middle of the display: a motion of 12 counts is one of 12 points, and one of 1 count half a point.
    func moves(_ distance: Double, _ order: (Int) -> String) -> [String] {
      let points = abs(distance) / glass.points(1)
      let (long, short) = (Int(points / 12), Int(points.truncatingRemainder(dividingBy: 12) * 2))
      let sign = distance < 0 ? -1 : 1
      let steps = Array(repeating: 12 * sign, count: long) + Array(repeating: sign, count: short)
      return steps.flatMap { ["@input \(order($0))", TouchGlass.wait(10)] }
    }
    let all =
      moves((glass.firstCard.x - 0.5) * glass.size.width) { "push \($0) 0" }
      + moves((glass.firstCard.y - 0.5) * glass.size.height) { "push 0 \($0)" }
    let click = ["@input button LEFT 1", TouchGlass.wait(60), "@input button LEFT 0"]
    let scene = try TouchScene(
      "mouse", "--list \(clips())",
      ["@sleep 1", "@input plug mouse", "@sleep 3", "# chooses"] + all
        + ["screenshot \(folder.path)/pointer.png", "@wait screenshot"] + click
        + [TouchGlass.wait(1500), "# turns", "@input wheel -1", TouchGlass.wait(500), "# leaves"]
        + ["@input button RIGHT 1", TouchGlass.wait(60), "@input button RIGHT 0"]
        + [TouchGlass.wait(500), "# again", "@input button RIGHT 1", TouchGlass.wait(60)]
        + ["@input button RIGHT 0", TouchGlass.wait(500)])
    let stories = scene.chapters.map(story)
    try #require(stories.count == 4)
    #expect(stories[0] == ["open 0", "playing touch-list-1.mp4"])
    #expect(stories[1].first?.hasPrefix("volume") == true, "\(stories)")
    #expect(stories[2] + stories[3] == ["leave"])
    let picture = try Pixels(png: folder.appending(path: "pointer.png"))
    let tip = (
      x: Int(glass.firstCard.x * glass.size.width), y: Int(glass.firstCard.y * glass.size.height)
    )
    let white = (0..<12).reduce(0) { sum, row in
      sum + (0..<10).count { picture[tip.x + $0, tip.y + row] == [255, 255, 255] }
    }
    #expect(white > 15, "no pointer at \(tip)")
  }

  /// The number of colours in the upper left part of the first card.
  private func colors(onCardOf picture: Pixels) -> Int {
    let glass = TouchGlass()
    let (x, y) = (glass.firstCard.x * glass.size.width, glass.firstCard.y * glass.size.height)
    return Set(
      (-20..<20).flatMap { row in
        (-20..<20).map { picture[Int(x) + $0, Int(y) + row] }
      }
    ).count
  }

  @Test("Films without posters get thumbnails even without a writable cache")
  func posters() throws {
    let folder = Lab.root.appending(path: ".build/lab-tests/touch-posters")
    let list = Lab.root.appending(path: ".build/lab-media/touch-posters.m3u")
    let clip = try Clips.motion("touch-list-1.mp4", size: "160x120", rate: "10", seconds: 5)
    try Data("#EXTM3U\n#PLAYLIST:Foyer\n\(clip)\n".utf8).write(to: list)
    let scene = try TouchScene(
      "posters", "--list --thumbnail-cache /proc/none '\(list.path)'",
      ["@sleep 10", "screenshot \(folder.path)/list.png", "@wait screenshot"])
    #expect(scene.conversation.all("screenshot").count == 1)
    let picture = try Pixels(png: folder.appending(path: "list.png"))
    #expect(colors(onCardOf: picture) > 4, "a card in a single grey")
    let told = scene.conversation.log.filter { $0.text.contains("/proc/none") }
    #expect(told.count == 1 && told.allSatisfy { $0.text.contains("until exit") }, "\(told)")
  }

  @Test("The attract loop plays after the timeout until the next touch")
  func attract() throws {
    let tap = TouchGlass().tap(0.5, 0.5)
    let scene = try TouchScene(
      "attract", "--list --attract-timeout 20 \(clips())",
      [
        "@sleep 10", TouchGlass.key("DOWN"), "# idle", "@sleep 19.8", "# plays", "@sleep 22",
        "# a touch",
      ] + tap + [
        TouchGlass.wait(1500), "status", "# idle again", "@sleep 17", "# plays", "@sleep 3",
      ])
    let chapters = scene.chapters
    try #require(chapters.count == 5)
    let names = [1, 2, 3, 1, 2].map { "playing touch-list-\($0).mp4" }
    #expect(
      chapters.map(story) == [
        [], ["attract"] + names, ["leave"], [], ["attract", "playing touch-list-1.mp4"],
      ])
    #expect(scene.conversation.all("status").first?.phase == "idle")
    let seen = scene.chapters.map { $0.last { $0.event == "interface" }?.visible }
    #expect(seen[1] == false && seen[2] == true && seen[4] == false)
  }
}
