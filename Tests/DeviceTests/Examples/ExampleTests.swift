import Foundation
import Testing

/// The examples, which are programs that import VitrineKit, checked by the kernel's page flips and writeback. The
/// examples with composed pictures also print their state.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ExampleTests {
  @Test("TenLines shows every frame once, at its vblank, and exits cleanly")
  func tenLines() throws {
    let clip = try NumberedClip(seconds: 4)
    let program = try Examples.program("TenLines")
    let out = try Lab.folder("example-ten-lines")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "dummy"], out: out,
      """
      tools/lab.d/watch-numbers $OUT/numbers 0.002 &
      until [ -e $OUT/numbers ]; do sleep 0.01; done
      '\(program)' '\(clip.path)'; status=$?; kill %1; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    let trace = try FlipTrace(out.appending(path: "flips.trace"))
    let mismatch = trace.mismatch(with: try frameTimes(of: clip.path), period: Self.vgaPeriod)
    #expect(mismatch == nil)
    #expect(try Self.numbers(in: out) == Array(0..<clip.count))
  }

  @Test("A player that ends during playback leaves no thread, descriptor or active plane")
  func leaving() throws {
    let program = try Examples.program("Leaving", in: "Tests/Programs")
    let clip = try Clips.motion("leaving.mp4", size: "320x180")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "dummy"], out: try Lab.folder("leaving"),
      "'\(program)' '\(clip)'")
    #expect(result.status == 0, "\(result.output)")
    let lines = result.output.split(whereSeparator: \.isNewline).filter { $0.contains(": ") }
    #expect(lines.count == 6, "\(result.output)")
    for line in lines {
      #expect(line.hasSuffix("threads none, descriptors none, planes 0"), "\(line)")
    }
    let lit = result.output.matches(of: #/while playing: lit (\d+), threads/#).map(\.1)
    #expect(lit.count == 2 && lit.allSatisfy { $0 != "0" }, "\(result.output)")
  }

  @Test(
    "A program with VitrineStreaming plays a stream, and plays it again from its cache without the server; one without names the product"
  )
  func streaming() throws {
    let clip = try NumberedClip(seconds: 4)
    let folder = try Clips.once("numbers-hls") { draft in
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      let made = try Lab.run(
        "ffmpeg",
        ["-v", "error", "-i", clip.path, "-c:v", "libx264", "-qp", "0", "-g", "30", "-bf", "0"]
          + ["-hls_time", "1", "-hls_playlist_type", "vod", "\(draft)/film.m3u8"])
      guard made.status == 0 else { throw Clips.ClipError(text: made.output) }
    }
    let out = try Lab.folder("example-streaming")
    let url = "http://10.9.0.2/film.m3u8"
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "dummy"], out: out,
      """
      . \(Lab.root.path)/tools/lab.d/network
      network_begin '\(folder)'; network_line delay 5ms rate 20mbit
      cd $OUT
      tools=\(Lab.root.path)/tools/lab.d
      $tools/watch-numbers $OUT/numbers 0.002 & watch=$!
      until [ -e $OUT/numbers ]; do sleep 0.01; done
      '\(try Examples.program("Streaming"))' \(url); echo "first: $?"
      network_pull
      '\(try Examples.program("Streaming"))' \(url); echo "again: $?"
      kill $watch
      '\(try Examples.program("Leaving", in: "Tests/Programs"))' \(url); echo "without: $?"
      """)
    #expect(result.output.contains("first: 0") && result.output.contains("again: 0"), "\(result)")
    #expect(try Self.numbers(in: out) == Array(0..<clip.count) + Array(0..<clip.count))
    let error = result.output.split(whereSeparator: \.isNewline).first {
      $0.contains("http is not supported") && $0.contains("VitrineStreaming")
    }
    #expect(error != nil && result.output.contains("without: 1"), "\(result.output)")
  }

  @Test("The jukebox plays songs in order with their covers and obeys a remote and its socket")
  func jukebox() throws {
    let songs = try [("Red Song", "red"), ("Green Song", "lime")].map {
      try Self.song($0, color: $1)
    }
    let out = try Lab.folder("example-jukebox")
    let said = try Examples.operate(
      Examples.program("Jukebox"), ["--socket", "/tmp/jukebox.sock"] + songs,
      lab: ["--display", "640x360@60", "--audio", "dummy"], out: out,
      [
        "sleep 2", press("OK"), press("OK"), press("VOLUMEDOWN"), press("YELLOW", then: 2),
        press("PROG1", then: 2), press("BLUE"),
        "$CTL --socket /tmp/jukebox.sock volume 50%; sleep 1",
      ])
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    for line in [
      "playing: Red Song", "status: playing, volume 100", "status: paused, volume 100",
      "status: playing, volume 95", "shuffled: true", "playing: Green Song", "saved: Jukebox.png",
      "status: playing, volume 50",
    ] {
      #expect(lines.contains(line), "\(line): \(said)")
    }
    // A cover of 200 by 200 is in the middle, as high as the display.
    let seen = try Pixels(png: out.appending(path: "Jukebox.png"))
    // Above the buttons.
    expect(seen, at: (0.3, 0.3), is: [0, 255, 0])
    expect(seen, at: (0.1, 0.5), is: [0, 0, 0])
  }

  @Test("Two players in one program share a card, and only one plays sound")
  func twoScreens() throws {
    let films = try ["red", "blue"].map { try Self.film(color: $0) }
    let out = try Lab.folder("example-two-screens")
    let said = try Examples.operate(
      Examples.program("TwoScreens"), films,
      lab: ["--display", "640x480@60", "--planes", "4", "--outputs", "2", "--audio", "dummy"],
      out: out, ["sleep 3", press("PROG1", then: 3)])
    #expect(said.matches(of: #/sound: /#).count == 1, "\(said)")
    #expect(said.matches(of: #/display on: [\w-]+, 640x480/#).count == 2, "\(said)")
    for (name, color) in [("First", [255, 0, 0]), ("Second", [0, 0, 255])] {
      #expect(said.split(whereSeparator: \.isNewline).contains("saved: \(name).png"), "\(said)")
      expect(try Pixels(png: out.appending(path: "\(name).png")), at: (0.5, 0.3), is: color)
    }
    // Ten pictures a second on both displays.
    for crtc in [0, 1] {
      let flips = try FlipTrace(out.appending(path: "flips.trace"), crtc: crtc).flips
      #expect(flips.count > 40, "\(crtc): \(flips.count)")
    }
  }

  @Test("If one of two players cannot play, both end with a one-line error")
  func oneOfTwoScreens() throws {
    let film = try Self.film(color: "red")
    let result = try Lab.guest(
      [
        "--travel", "--display", "640x480@60", "--planes", "4", "--outputs", "2", "--audio",
        "dummy",
      ],
      out: try Lab.folder("example-one-screen"),
      """
      '\(try Examples.program("TenLines"))' '\(film)' & sleep 3
      '\(try Examples.program("TwoScreens"))' '\(film)' '\(film)'; echo "ended with $?"
      '\(try Examples.program("TwoScreens"))'; echo "ended with $?"
      kill %1; wait %1
      """)
    let lines = result.output.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.hasPrefix("TwoScreens: ") }, "\(result.output)")
    #expect(lines.contains("ended with 69"), "\(result.output)")
    #expect(lines.contains("usage: TwoScreens FIRST SECOND"), "\(result.output)")
    #expect(lines.contains("ended with 64"), "\(result.output)")
  }

  @Test("A player waiting for another program's card ends at once on SIGTERM")
  func waiting() throws {
    let film = try Self.film(color: "red")
    let program = try Examples.program("TenLines")
    let result = try Lab.guest(
      ["--travel", "--display", "640x480@60", "--audio", "dummy"],
      out: try Lab.folder("example-waiting"),
      """
      '\(program)' '\(film)' & sleep 3
      '\(program)' '\(film)' & P=$!; sleep 2
      kill -0 $P && kill $P; began=$(date +%s%N); wait $P
      echo "ended with $? after $((($(date +%s%N) - began) / 1000000)) ms"
      kill %1; wait %1
      """)
    let ended = try #require(
      result.output.firstMatch(of: #/ended with (\d+) after (\d+) ms/#), "\(result.output)")
    let milliseconds = try #require(Int(ended.2))
    #expect(ended.1 == "0" && milliseconds < 1000, "\(result.output)")
  }

  @Test("The museum switches to the visitor's language, and back after the idle time")
  func museum() throws {
    let folder = try Self.wall()
    let out = try Lab.folder("example-museum")
    func picture(_ name: String) -> String {
      "\(press("PROG1", then: 2)); mv Museum.png \(name).png"
    }
    let said = try Examples.operate(
      Examples.program("Museum"), [folder], lab: ["--display", "640x480@60", "--audio", "dummy"],
      out: out,
      [
        "sleep 5", picture("first"), press("GREEN", then: 2), picture("german"), press("OK"),
        press("OK", then: 3), picture("film"), press("RED"), press("GREEN"), "sleep 75",
        picture("left"),
      ])
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    let saved = "saved: Museum.png"
    #expect(
      lines == [
        saved, "language: de", saved, "playing: Das Meer", saved, "language: en", "language: de",
        "language: en", saved,
      ], "\(said)")
    let pictures = try ["first", "german", "film", "left"].map {
      try Pixels(png: out.appending(path: "\($0).png"))
    }
    #expect(pictures[0].bytes != pictures[1].bytes)
    expect(pictures[2], at: (0.25, 0.4), is: [0, 0, 255])
    #expect(pictures[0].bytes == pictures[3].bytes)
  }

  @Test(
    "A tap selects a language or a film of the museum at any rotation",
    arguments: [0, 90, 180, 270])
  func fingers(rotation: Int) throws {
    let out = try Lab.folder("example-museum-\(rotation)")
    let glass = TouchGlass(rotation: rotation)
    // The right flag of two: 24 points from the edge, 48 wide, 20 to 52 high.
    let flag = (x: 1 - glass.points(48) / glass.size.width, y: glass.points(36) / glass.size.height)
    func tap(_ place: (x: Double, y: Double)) -> String {
      let (x, y) = glass.place(place.x, place.y)
      return
        "echo down 0 \(x) \(y) > /run/input-orders; sleep 0.1; echo up 0 > /run/input-orders; sleep 2"
    }
    func picture(_ name: String) -> String {
      "\(press("PROG1", then: 2)); mv Museum.png \(name).png"
    }
    let said = try Examples.operate(
      Examples.program("Museum"), [try Self.wall(), "\(rotation)"],
      lab: ["--display", "640x480@60", "--audio", "dummy"], out: out,
      ["sleep 5", tap(flag), picture("wall"), tap(glass.firstCard), "sleep 2", picture("film")])
    let lines = said.split(whereSeparator: \.isNewline).map(String.init)
    let saved = "saved: Museum.png"
    #expect(lines == ["language: de", saved, "playing: Das Meer", saved], "\(said)")
    // Its upper stripe is black and its lower one gold.
    let wall = try Pixels(png: out.appending(path: "wall.png"))
    func place(_ points: Double) -> (x: Double, y: Double) {
      let (x, y) = glass.place(flag.x, glass.points(points) / glass.size.height)
      return (Double(x) / TouchGlass.last, Double(y) / TouchGlass.last)
    }
    expect(wall, at: place(25), is: [0, 0, 0])
    expect(wall, at: place(46), is: [255, 204, 0])
    // A 4:3 film crosses the middle at any rotation.
    let film = try Pixels(png: out.appending(path: "film.png"))
    expect(film, at: (0.5, 0.4), is: [0, 0, 255])
  }

  @Test("The departure board follows its file without costing the film a frame")
  func departures() throws {
    let clip = try NumberedClip(seconds: 4)
    let out = try Lab.folder("example-departures")
    let result = try Lab.guest(
      [
        "--travel", "--touch", "--display", "640x480@60", "--audio", "dummy", "--time-limit", "280",
      ],
      out: out,
      """
      tools/lab.d/watch-numbers $OUT/numbers 0.002 &
      until [ -e $OUT/numbers ]; do sleep 0.01; done
      echo '14:05 | Harbour | 3' > /tmp/d
      (cd $OUT; exec '\(try Examples.program("Departures"))' /tmp/d '\(clip.path)') & P=$!
      sleep 2; printf '14:05 | Harbour | 3 | !late\n14:12 | Lighthouse | 1\n' > /tmp/d
      sleep 4; \(press("PROG1", then: 2))
      kill $P; wait $P; status=$?; kill %1; exit $status
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(
      result.output.matches(of: #/departures: \d/#).map { $0.output } == [
        "departures: 1", "departures: 2",
      ])
    #expect(try Self.numbers(in: out).prefix(clip.count) == ArraySlice(0..<clip.count))
    #expect(result.output.split(whereSeparator: \.isNewline).contains("saved: Departures.png"))
    // Two rows are 136 points high, 24 above the lower edge, of 540.
    let seen = try Pixels(png: out.appending(path: "Departures.png"))
    let (top, bottom) = (seen.height * 380 / 540, seen.height * 516 / 540)
    let board = (top..<bottom).flatMap { y in
      (seen.width / 20..<seen.width * 19 / 20).map { seen[$0, y] }
    }
    // The heading, the highlighted note, and white text on a dark board.
    #expect(board.count { $0[0] > 200 && 150..<230 ~= $0[1] && $0[2] < 80 } > 100)
    #expect(board.count { $0[0] > 200 && 100..<170 ~= $0[1] && 70..<140 ~= $0[2] } > 20)
    #expect(board.count { $0.allSatisfy { $0 > 220 } } > 200)
    #expect(board.count { $0.allSatisfy { $0 < 100 } } > board.count * 3 / 4)
  }

  private func press(_ key: String, then seconds: Double = 1) -> String {
    Examples.press(key, then: seconds)
  }

  private func expect(
    _ seen: Pixels, at place: (x: Double, y: Double), is color: [Int],
    _ location: SourceLocation = #_sourceLocation
  ) {
    let found = seen[Int(place.x * Double(seen.width)), Int(place.y * Double(seen.height))]
    let isRight = zip(found, color).allSatisfy { abs($0 - $1) <= 6 }
    #expect(isRight, "\(found) and not \(color)", sourceLocation: location)
  }

  /// The frame numbers that tools/lab.d/watch-numbers read from the kernel's planes.
  private static func numbers(in folder: URL) throws -> [Int] {
    try String(contentsOf: folder.appending(path: "numbers"), encoding: .utf8)
      .split(separator: "\n").compactMap { Int($0.split(separator: " ")[1]) }.filter { $0 >= 0 }
  }

  /// The period of 640x480 at 59.94 Hz by VESA's timings.
  private static let vgaPeriod = 800 * 525 / 25_175_000.0

  private static func song(_ title: String, color: String) throws -> String {
    let cover = try Clips.make(
      "cover-\(color).png", ["-f", "lavfi", "-i", "color=\(color):s=200x200", "-frames:v", "1"])
    return try Clips.make(
      "song-\(color).mp3",
      [
        "-f", "lavfi", "-i", "sine=f=440:d=20", "-i", cover, "-map", "0", "-map", "1", "-c:v",
        "copy", "-metadata", "title=\(title)", "-disposition:v", "attached_pic",
      ])
  }

  /// A film with audio in two languages.
  private static func film(color: String) throws -> String {
    try Clips.make(
      "spoken-\(color).mkv",
      [
        "-f", "lavfi", "-i", "color=\(color):s=320x240:r=10:d=20", "-f", "lavfi", "-i",
        "sine=f=440:d=20", "-f", "lavfi", "-i", "sine=f=660:d=20", "-map", "0", "-map", "1",
        "-map", "2", "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a",
        "aac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu",
      ])
  }

  private static func wall() throws -> String {
    let folder = try Lab.folder("example-museum-films")
    for (name, color) in [("sea", "blue"), ("fire", "red")] {
      try FileManager.default.copyItem(
        atPath: try film(color: color), toPath: folder.appending(path: "\(name).mkv").path)
    }
    try Data(
      """
      file | en | de
       | Museum | Haus des Meeres
      sea.mkv | The Sea | Das Meer
      fire.mkv | The Fire | Das Feuer

      """.utf8
    ).write(to: folder.appending(path: "wall.txt"))
    return folder.path
  }
}
