import Foundation
import Testing

/// The zones of a template on the display.
@Suite(.enabled(if: Lab.isThere))
struct ZoneScreenTests {
  private static let template = """
    background: "#006600"
    zones:
      film: {film: true, left: 25, width: 75, height: 75}
      side: {table: rows, width: 25, height: 75, size: 6, columns: [{text: "{a}"}]}
      line: {text: "Hello", top: 75, background: "#000066", size: 12, align: center}
    """

  @Test("The film begins in its zone, and film and zones follow the rotation of the display")
  func film() throws {
    let out = try Lab.folder("zones")
    try Data(Self.template.utf8).write(to: out.appending(path: "t.yaml"))
    try Data("a\nOne\nTwo\n".utf8).write(to: out.appending(path: "rows.csv"))
    let film = try Clips.quarters()
    let rotations = [0, 90, 180, 270]
    let plays = try rotations.map { rotation in
      let settings = """
        zones: {template: \(out.path)/t.yaml, data: \(out.path)}
        display: {rotation: \(rotation), fit: stretch}
        """
      try Data(settings.utf8).write(to: out.appending(path: "\(rotation).yaml"))
      return
        "$VITRINE play --config $OUT/\(rotation).yaml --screenshot $OUT/\(rotation).png --at 2 --end 3 '\(film)' || exit"
    }
    let result = try Lab.guest(
      ["--travel", "--planes", "2", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      \(plays.joined(separator: "\n"))
      \(ScanoutSums.during("$VITRINE play --config $OUT/0.yaml --end 3 '\(film)'"))
      """)
    #expect(result.status == 0, "\(result.output)")
    // Places of the upright display, in shares of its sides: the quarters of the film, and the zones around it.
    let places: [(x: Double, y: Double, color: [Int])] = [
      (0.3, 0.05, [255, 0, 0]), (0.95, 0.05, [0, 128, 0]), (0.3, 0.7, [0, 0, 255]),
      (0.95, 0.7, [255, 255, 255]), (0.2, 0.5, [0, 102, 0]), (0.1, 0.95, [0, 0, 102]),
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
    }
    // The film alone in its zone, then with the other zones, and no other picture.
    let sums = try ScanoutSums(out)
    let shown = Array(sums.sums.map(\.sum).drop { $0 == sums.black }.prefix(150))
    #expect(shown.count == 150)
    let changes = zip(shown, shown.dropFirst()).filter { $0 != $1 }
    print("zones: \(changes.count) changes of \(Set(shown).count) pictures after the first")
    #expect(changes.count <= 1, "\(changes)")
  }
}
