import Foundation
import Testing

/// Zones with their own lists, on the kernel's planes: the numbers of the frames in the framebuffers, and the colours in
/// screenshots.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ZoneVideoTests {
  /// The films, and the zone on the right of the film's.
  private static func template(_ video: String?) -> String {
    """
    background: "#006600"
    zones:
      film: {film: true, width: 60}
      line: {text: "Hello", left: 60, top: 80, background: "#000066", size: 12}
      side: {\(video.map { "video: \($0), " } ?? "")left: 60, width: 40, height: 60}
    """
  }

  private static func write(_ text: String, _ name: String, in folder: URL) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  private static func write(
    template: String, named name: String, rotation: Int = 0, in folder: URL
  ) throws {
    try write(template, "\(name).template", in: folder)
    let settings = """
      zones: {template: \(folder.path)/\(name).template, data: \(folder.path)}
      display: {rotation: \(rotation), fit: stretch}
      """
    try write(settings, "\(name).yaml", in: folder)
  }

  private struct Seen: Equatable {
    let vblank: Int
    let number: Int
  }

  /// The changes of a plane's framebuffer, by plane; vblanks count from the first film's frame.
  private static func changes(_ name: String, in folder: URL) throws -> [[Seen]] {
    var planes: [String: [(time: Double, number: Int)]] = [:]
    for line in try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      .split(separator: "\n")
    {
      let words = line.split(separator: " ")
      guard words.count == 4, let time = Double(words[0]), let number = Int(words[1]), number >= 0
      else { continue }
      planes[String(words[2]), default: []].append((time, number))
    }
    let ordered = planes.values.filter { $0.count > 10 }.sorted { $0[0].time < $1[0].time }
    let start = ordered.first?.first?.time ?? 0
    return ordered.map {
      $0.map { Seen(vblank: Int((($0.time - start) * 59.94).rounded()), number: $0.number) }
    }
  }

  private struct Statistics: Decodable {
    struct Frames: Decodable { let presented, late, dropped: Int }
    let frames: Frames
  }

  private static func statistics(_ name: String, in folder: URL) throws -> Statistics.Frames {
    try JSONDecoder().decode(
      Statistics.self, from: Data(contentsOf: folder.appending(path: "\(name).json"))
    ).frames
  }

  private static func watching(_ log: String, _ command: String) -> String {
    let tools = Lab.root.appending(path: "tools/lab.d").path
    return """
      \(tools)/watch-numbers $OUT/\(log) 0.002 2> $OUT/watcher.log & watcher=$!
      until [ -e $OUT/\(log) ]; do sleep 0.01; done
      \(command) || exit
      kill $watcher
      """
  }

  @Test("Film and zone have their own vblanks, and the film's are the same without the zone")
  func frames() throws {
    let (film, side) = (try NumberedClip(seconds: 8), try NumberedClip(seconds: 3))
    let out = try Lab.folder("zone-videos")
    // The first file is damaged; the list repeats.
    try Self.write("not a video", "damaged.mp4", in: out)
    try Self.write(
      "items: ['\(out.path)/damaged.mp4', '\(side.path)']\n", "side.yaml", in: out)
    try Self.write(template: Self.template("side.yaml"), named: "both", in: out)
    try Self.write(template: Self.template(nil), named: "alone", in: out)
    let plays = ["both", "alone"].map { name in
      Self.watching(
        "\(name).seen",
        "$VITRINE play --config $OUT/\(name).yaml --stats $OUT/\(name).json '\(film.path)'"
      )
    }
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      plays.joined(separator: "\n"))
    #expect(result.status == 0, "\(result.output)")
    let both = try Self.changes("both.seen", in: out)
    let alone = try Self.changes("alone.seen", in: out)
    try #require(both.count == 2 && alone.count == 1, "\(both.map(\.count)) \(result.output)")
    // The first frame is decoded again for its zone.
    #expect(both[0].map(\.number) == [0] + Array(0..<film.count))
    #expect(both[0] == alone[0])
    for name in ["both", "alone"] {
      let seen = try Self.statistics(name, in: out)
      #expect(
        seen.presented == film.count + 1 && seen.late == 0 && seen.dropped == 0, "\(name): \(seen)")
    }
    // The zone's frames follow each other at two vblanks, also where the list repeats. 30 frames per second are a little
    // fewer than half of the display's.
    let zone = both[1]
    #expect(zone.count > 180 && zone[0].number == 0)
    let faults = zip(zone, zone.dropFirst()).filter { frame, next in
      next.number != (frame.number + 1) % side.count || next.vblank - frame.vblank != 2
    }
    print("zone: \(zone.count) frames, from vblank \(zone[0].vblank) on, \(faults.count) faults")
    #expect(faults.count <= 1, "\(faults)")
    let reports = result.output.split(separator: "\n").filter {
      $0.contains("zone side") && $0.contains("damaged.mp4")
    }
    #expect(!reports.isEmpty, "\(result.output)")
  }

  @Test("Zones follow the rotation of the display, on planes and composed", arguments: [4, 2, 1])
  func rotations(planes: Int) throws {
    let out = try Lab.folder("zone-videos-\(planes)")
    try Self.write("items: ['\(try Clips.quarters())']\n", "side.yaml", in: out)
    let rotations = [0, 90, 180, 270]
    for rotation in rotations {
      try Self.write(
        template: Self.template("side.yaml"), named: "\(rotation)", rotation: rotation, in: out)
    }
    let film = try NumberedClip(seconds: 5)
    let plays = rotations.map {
      """
      $VITRINE play --config $OUT/\($0).yaml --screenshot $OUT/\($0).png --at 2 --end 3 \\
        --stats $OUT/\($0).json '\(film.path)' || exit
      """
    }
    let result = try Lab.guest(
      ["--travel", "--planes", "\(planes)", "--display", "640x480@60", "--audio", "none"], out: out,
      (["$VITRINE check --config $OUT/0.yaml '\(film.path)' || exit"] + plays)
        .joined(separator: "\n"))
    #expect(result.status == 0, "\(result.output)")
    let verdict = planes > 2 ? "zone side: plays" : "zone side: plays at a cost"
    let lines = result.output.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0 == verdict }, "\(result.output)")
    // Places of the upright display, in shares of its sides: the quarters of the zone's video, and beside it.
    let places: [(x: Double, y: Double, color: [Int])] = [
      (0.7, 0.1, [255, 0, 0]), (0.9, 0.1, [0, 128, 0]), (0.7, 0.5, [0, 0, 255]),
      (0.9, 0.5, [255, 255, 255]), (0.8, 0.7, [0, 102, 0]), (0.95, 0.95, [0, 0, 102]),
    ]
    for rotation in rotations {
      let pixels = try Pixels(png: out.appending(path: "\(rotation).png"))
      for (x, y, color) in places {
        let (across, down) =
          switch rotation {
          case 90: (1 - y, x)
          case 180: (1 - x, 1 - y)
          case 270: (y, 1 - x)
          default: (x, y)
          }
        let seen = pixels[Int(across * 640), Int(down * 480)]
        #expect(
          zip(seen, color).allSatisfy { abs($0 - $1) <= 6 }, "\(rotation)° \(x) \(y): \(seen)")
      }
      let seen = try Self.statistics("\(rotation)", in: out)
      #expect(seen.late == 0 && seen.dropped == 0, "\(rotation): \(seen)")
    }
  }

  @Test("A changed list, a command to the display and a pulled cable")
  func changes() throws {
    let out = try Lab.folder("zone-videos-changes")
    let (first, second) = (try NumberedClip(seconds: 3), try Clips.quarters())
    try Self.write("items: ['\(first.path)']\n", "side.yaml", in: out)
    // Its schedule has every time of the day.
    try Self.write(
      "items:\n  - {file: '\(second)', when: [mon-sun 00:00-24:00]}\n", "next.yaml", in: out)
    try Self.write(template: Self.template("side.yaml"), named: "zone", in: out)
    let status = "/sys/kernel/config/vkms/lab/connectors/o/status"
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      (sleep 2; echo status; cp $OUT/next.yaml $OUT/draft; mv $OUT/draft $OUT/side.yaml; sleep 8; echo status;
       echo "screenshot $OUT/list.png"; sleep 1;
       echo "display off"; sleep 1; echo "display on"; sleep 2; echo "screenshot $OUT/power.png"; sleep 1;
       echo 2 > \(status); sleep 1; echo 1 > \(status); sleep 2; echo "screenshot $OUT/cable.png"; sleep 1;
       echo "rotate 90"; sleep 2; echo "screenshot $OUT/turned.png"; sleep 1; echo quit) |
       $VITRINE play --config $OUT/zone.yaml --commands - --loop queue '\(try NumberedClip(seconds: 12).path)'
      """)
    #expect(result.status == 0, "\(result.output)")
    let named = result.output.components(separatedBy: "\"zone\":\"side\"").count - 1
    #expect(named == 2, "\(result.output)")
    #expect(result.output.contains("\"item\":\"quarters"), "\(result.output)")
    for (name, place) in [
      ("list", (0.7, 0.1)), ("power", (0.7, 0.1)), ("cable", (0.7, 0.1)), ("turned", (0.9, 0.7)),
    ] {
      let pixels = try Pixels(png: out.appending(path: "\(name).png"))
      let seen = pixels[Int(place.0 * 640), Int(place.1 * 480)]
      #expect(
        zip(seen, [255, 0, 0]).allSatisfy { abs($0 - $1) <= 6 }, "\(name): \(seen)")
    }
  }
}
