import Foundation
import Testing

/// Transitions on the kernel's display: the checksum of the scanned-out picture at each vblank, compared with
/// checksums of pictures that show each possible step alone.
@Suite(.enabled(if: Lab.isThere))
struct TransitionScreenTests {
  /// A transition of one second, and its steps.
  private struct Scene {
    let name: String
    /// The playlist's entries of all steps, and of the two items.
    let steps: [String]
    let items: [String]
    let transition: String
    /// The largest distance between the steps at two vblanks.
    let distance: Int
    /// The number of vblanks at which the picture changes.
    let changes: ClosedRange<Int>
  }

  private static let (first, second) = ([0, 255, 64], [255, 0, 192])

  /// The mean that the player computes for each byte.
  private static func mixed(_ a: [Int], _ b: [Int], _ weight: Int) -> String {
    let bytes = zip(a, b).map { ($0 * (256 - weight) + $1 * weight + 128) / 256 }
    return "{color: \"#" + bytes.map { String(format: "%02x", $0) }.joined() + "\"}"
  }

  private static func scenes() throws -> [Scene] {
    let black = [0, 0, 0]
    let stills = [mixed(first, first, 0), mixed(second, second, 0)]
    // All positions of the edge between the pictures.
    let folder = Lab.root.appending(path: ".build/lab-media/slide")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (a, b) = (first, second)
    let columns = zip(["r", "g", "b"], zip(a, b)).map { name, pair in
      "\(name)='if(lt(X,160-2*N),\(pair.0),\(pair.1))'"
    }
    let result = try Lab.run(
      "ffmpeg",
      [
        "-v", "error", "-y", "-f", "lavfi", "-i",
        "color=s=160x120:r=1,format=rgb24,geq=\(columns.joined(separator: ":"))", "-frames:v", "81",
        folder.appending(path: "%d.png").path,
      ])
    #expect(result.status == 0, "\(result.output)")
    let lossless = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-color_range", "tv"]
    func luma(_ name: String, _ value: String, frames: Int, rate: Int) throws -> String {
      let clip = try Clips.make(
        "luma-\(name).mkv",
        [
          "-f", "lavfi", "-i",
          "color=s=160x120:r=\(rate),format=yuv420p,geq=lum='\(value)':cb=90:cr=160", "-frames:v",
          "\(frames)",
        ] + lossless)
      return "{file: '\(clip)'}"
    }
    return [
      Scene(
        name: "stills", steps: (0...256).map { mixed(first, second, $0) }, items: stills,
        transition: "cross-fade 1", distance: 5, changes: 58...62),
      Scene(
        name: "fade",
        steps: (0...256).map { mixed(first, black, $0) }
          + (1...256).map { mixed(black, second, $0) }, items: stills,
        transition: "fade 1", distance: 10, changes: 57...62),
      Scene(
        name: "slide", steps: (1...81).map { "{file: \(folder.path)/\($0).png}" }, items: stills,
        transition: "slide 1", distance: 2, changes: 40...62),
      Scene(
        name: "films", steps: [try luma("steps", "60+N", frames: 121, rate: 20)],
        items: [
          try luma("first", "60", frames: 60, rate: 30),
          try luma("second", "180", frames: 60, rate: 30),
        ],
        transition: "cross-fade 1", distance: 5, changes: 27...32),
    ]
  }

  @Test(
    "Each step of a transition is exactly the mixture of both pictures, at the rate of the display")
  func steps() throws {
    let out = try Lab.folder("transitions")
    let scenes = try Self.scenes()
    var script = ScanoutSums.afterBlack()
    for scene in scenes {
      func write(_ name: String, _ defaults: String, _ items: [String]) throws {
        let text =
          "default: {\(defaults)}\nitems:\n"
          + items.map { "  - \($0)\n" }.joined()
        try Data(text.utf8).write(to: out.appending(path: "\(scene.name)-\(name).yaml"))
      }
      try write("steps", "duration: 0.05", scene.steps)
      try write("items", "duration: 2, transition: \(scene.transition)", scene.items)
      for name in ["steps", "items"] {
        script += """

          catch \(scene.name)-\(name)
          $VITRINE play --audio none --stats $OUT/\(scene.name)-\(name).json \\
            $OUT/\(scene.name)-\(name).yaml || exit
          kill $sums; wait $sums
          """
      }
    }
    let result = try Lab.guest(
      ["--travel", "--display", "160x120@60", "--audio", "none"], out: out, script + "\ntrue")
    #expect(result.status == 0, "\(result.output)")
    for scene in scenes { try check(scene, out) }
  }

  @Test("Overlays stay above the mixture, on their own plane and without one")
  func overlays() throws {
    let out = try Lab.folder("transition-overlays")
    let list = """
      default: {transition: cross-fade 2, duration: 3}
      items: [{file: '\(try Clips.quarters())', end: 3}, {color: "#e0a060"}]
      """
    try Data(list.utf8).write(to: out.appending(path: "list.yaml"))
    let settings = "overlays: {site: {code: 'https://museum.example', at: top, size: 40}}"
    try Data(settings.utf8).write(to: out.appending(path: "vitrine.yaml"))
    for planes in ["1", "2"] {
      let result = try Lab.guest(
        ["--travel", "--planes", planes, "--display", "640x480@60", "--audio", "none"], out: out,
        """
        $VITRINE play --config $OUT/vitrine.yaml --screenshot $OUT/picture.png --at 2.9 $OUT/list.yaml
        """)
      #expect(result.status == 0, "\(result.output)")
      let pixels = try Pixels(png: out.appending(path: "picture.png"))
      // A quarter of the transition: the bars and the red, mixed with the next colour, and the code.
      for ((x, y), wanted) in [
        ((20, 20), [56, 40, 24]), ((160, 150), [247, 40, 24]), ((320, 30), [255, 255, 255]),
      ] {
        #expect(
          zip(pixels[x, y], wanted).allSatisfy { abs($0 - $1) <= 6 },
          "\(planes) planes, \(x) \(y): \(pixels[x, y])")
      }
    }
  }

  private func check(_ scene: Scene, _ out: URL) throws {
    let known = try ScanoutSums(out, "\(scene.name)-steps")
    var numbers: [Substring: Int] = [:]
    for (_, sum) in known.sums where sum != known.black && numbers[sum] == nil {
      numbers[sum] = numbers.count
    }
    if scene.name == "fade", let black = known.black {
      // The middle of all steps is black.
      for (sum, number) in numbers where number >= 256 { numbers[sum] = number + 1 }
      numbers[black] = 256
    }
    let seen = try ScanoutSums(out, "\(scene.name)-items").sums.map(\.sum)
    let start = try #require(seen.firstIndex { numbers[$0] == 0 })
    let last = numbers.values.max()
    let end = try #require(seen.lastIndex { numbers[$0] == last })
    let shown = seen[start...end]
    #expect(shown.allSatisfy { numbers[$0] != nil }, "\(scene.name): another picture")
    let steps = shown.compactMap { numbers[$0] }
    #expect(steps == steps.sorted(), "\(scene.name): \(steps)")
    let changes = zip(steps, steps.dropFirst()).map { $1 - $0 }.filter { $0 != 0 }
    print("\(scene.name): \(changes.count) changes, at most \(changes.max() ?? 0) of \(last ?? 0)")
    #expect(changes.allSatisfy { $0 <= scene.distance }, "\(scene.name): \(steps)")
    #expect(scene.changes.contains(changes.count), "\(scene.name): \(steps)")
  }
}
