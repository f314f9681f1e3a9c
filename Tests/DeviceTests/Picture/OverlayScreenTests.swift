import Foundation
import Testing

/// The configured overlays on the display.
@Suite(.enabled(if: Lab.isThere))
struct OverlayScreenTests {
  @Test("A ticker moves at each vblank, and a code stands still above the film")
  func ticker() throws {
    let out = try Lab.folder("overlay-ticker")
    let settings = out.appending(path: "vitrine.yaml")
    let text = """
      overlays:
        line: {ticker: "The quick brown fox jumps over the lazy dog, again and again", size: 20}
        site: {code: "https://museum.example", at: top, size: 40}
      """
    try Data(text.utf8).write(to: settings)
    // In a soak, an hour of the display.
    let seconds = Lab.isSoak ? 3602 : 6
    let play = "$VITRINE play --config '\(settings.path)' --image-duration \(seconds)"
    let result = try Lab.guest(
      ["--travel", "--planes", "2", "--display", "640x480@60", "--audio", "none"], out: out,
      """
      \(play) --screenshot $OUT/picture.png --at 4 --end 5 '\(try Clips.quarters())' || exit
      \(ScanoutSums.during("\(play) color:#204060"))
      """)
    #expect(result.status == 0, "\(result.output)")
    let sums = try ScanoutSums(out)
    // A second after the start until a second before the end.
    let first = try #require(sums.sums.first { $0.sum != sums.black }).vblank
    let count = (seconds - 2) * 60
    let shown = sums.sums.filter { (first + 60..<first + 60 + count).contains($0.vblank) }
    let still = zip(shown, shown.dropFirst()).filter { $0.sum == $1.sum }.map { $1.vblank }
    print("ticker: \(shown.count) vblanks, \(still.count) without motion")
    #expect(shown.count == count && still == [])
    let pixels = try Pixels(png: out.appending(path: "picture.png"))
    // The quiet zone of the code, the film in 4:3, the ticker's bar over its lower left quarter, and letters.
    for ((x, y), wanted) in [
      ((320, 30), [255, 255, 255]), ((160, 150), [255, 0, 0]), ((2, 390), [0, 0, 102]),
    ] {
      #expect(zip(pixels[x, y], wanted).allSatisfy { abs($0 - $1) <= 6 }, "\(pixels[x, y])")
    }
    #expect((0..<640).count { pixels[$0, 432][0] > 200 } > 20)
  }
}
