import Foundation
import Testing

/// One picture across two displays: the checksums of what the kernel scans out.
@Suite(.enabled(if: Lab.isThere))
struct WallScreenTests {
  /// Untagged films would get their colours by their size.
  private static let lossless = [
    "-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range",
    "tv",
  ]

  /// A film, and what each of two displays of 640x480 with a bezel of 40 pixels between them shows of it.
  private static func clips(_ name: String, _ film: String) throws -> [String] {
    // Without a filter, the film itself.
    try ["", "pad=1320:480:-1:-1,crop=640:480:0:0", "pad=1320:480:-1:-1,crop=640:480:680:0"]
      .enumerated().map { index, filter in
        try Clips.make(
          "wall-\(name)-\(index).mkv",
          ["-f", "lavfi", "-i", film + (filter.isEmpty ? "" : "," + filter), "-frames:v", "30"]
            + lossless)
      }
  }

  @Test("Each display of a wall scans out exactly its part, without what the bezels hide")
  func parts() throws {
    let films = try [
      Self.clips("whole", "testsrc2=s=1320x480:r=30"),
      // Bars reach across the displays.
      Self.clips("narrow", "testsrc2=s=800x480:r=30"),
    ]
    let out = try Lab.folder("wall")
    try "display: {wall: Virtual-1 Virtual-2, bezels: 40}\n".write(
      to: out.appending(path: "wall.yaml"), atomically: true, encoding: .utf8)
    // A video in a zone is left out, and the log says so.
    for (name, text) in [
      (
        "zone.yaml",
        "zones: {template: \(out.path)/zone.template}\ndisplay: {wall: Virtual-1 Virtual-2}\n"
      ),
      ("zone.template", "zones: {film: {film: true}, side: {video: side.yaml, left: 60}}\n"),
      ("side.yaml", "items: ['\(films[1][1])']\n"),
    ] { try text.write(to: out.appending(path: name), atomically: true, encoding: .utf8) }
    let result = try Lab.guest(
      ["--travel", "--planes", "4", "--outputs", "2", "--display", "640x480@60"], out: out,
      """
      export VITRINE_SOCKET=/tmp/c.sock
      sum() { head -n 4 /sys/kernel/debug/dri/1/crtc-$1/crc/data 2> /dev/null | tail -n 1 | cut -d ' ' -f 2; }
      # Prints the sums of both displays in the order of their names.
      show() {
        name=$1; shift
        $VITRINE play --audio none --socket /tmp/c.sock --paused "$@" 2>> $OUT/log & P=$!
        sleep 2; echo "$name $(sum 0) $(sum 1)"
        [ $name != whole ] || $CTL screenshot $OUT/whole.png; kill $P; wait $P
      }
      show whole --config $OUT/wall.yaml '\(films[0][0])'
      show left --display Virtual-1 '\(films[0][1])'
      show right --display Virtual-2 '\(films[0][2])'
      show narrow --config $OUT/wall.yaml '\(films[1][0])'
      show narrow-left --display Virtual-1 '\(films[1][1])'
      show narrow-right --display Virtual-2 '\(films[1][2])'
      show zone --config $OUT/zone.yaml '\(films[0][0])'
      """)
    #expect(result.status == 0, "\(result.output.suffix(2000))")
    let sums = Dictionary(
      result.output.split(whereSeparator: \.isNewline).map {
        $0.split(separator: " ").map(String.init)
      }
      .map { ($0[0], Array($0.dropFirst())) }, uniquingKeysWith: { $1 })
    for name in ["", "narrow-"] {
      let wall = try #require(sums[name.isEmpty ? "whole" : "narrow"])
      #expect(wall.count == 2 && Set(wall).count == 2, "\(sums)")
      #expect(wall.first == sums[name + "left"]?.first, "\(sums)")
      #expect(wall.last == sums[name + "right"]?.last, "\(sums)")
    }
    let log = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(
      log.contains("walls show neither sign language nor the videos of zones"),
      "\(log.suffix(1000))")
    // A screenshot is of the whole picture.
    let size = try Lab.run(
      "ffprobe",
      [
        "-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0",
        out.appending(path: "whole.png").path,
      ])
    #expect(size.output.hasPrefix("1320,480"), "\(size.output)")
  }
}
