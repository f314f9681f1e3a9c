import Testing
import VitrinePictures
import VitrineScenes
import VitrineSchedules
import VitrineTiming

@testable import VitrineStage

@Suite("The ticker")
struct TickerTests {
  @Test(
    "It moves by the same number of whole pixels at each refresh",
    arguments: [
      (60.0, 120.0), (50.0, 120.0), (59.94, 180.0), (24.0, 162.0), (60.0, 90.0), (60.0, 270.0),
    ])
  func steps(_ refresh: Double, speed: Double) {
    var motion = TickerMotion()
    var (noise, step) = (UInt64(1), 0)
    for number in 0..<5000 {
      // The kernel's timestamps of flips are a few microseconds off.
      noise = noise &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let time = Double(number) / refresh * 1e9 + Double(noise >> 50)
      motion.advance(to: HostTime(nanoseconds: Int64(time)), speed: speed)
      if number == 1 { step = motion.offset }
      #expect(motion.offset == number * step)
    }
    #expect(abs(Double(step) - speed / refresh) <= 0.501)
  }

  @Test("A missed refresh is made up for, and a longer interval is not")
  func gaps() {
    var motion = TickerMotion()
    func go(to milliseconds: Int64) -> Int {
      motion.advance(to: HostTime(nanoseconds: milliseconds * 1_000_000), speed: 100)
      return motion.offset
    }
    #expect([0, 20, 60, 60, 10_000, 10_020].map(go) == [0, 2, 6, 6, 6, 8])
  }

  @Test("The texts enter from the edge, follow each other and continue without a gap")
  func loop() {
    let strip = TickerStrip(["First text", "Second text"], size: 20)
    #expect(strip.parts.count == 2 && strip.parts[1].start == strip.parts[0].width + 40)
    #expect(strip.visible(at: 0, in: 800).isEmpty)
    #expect(strip.visible(at: 1, in: 800).map(\.at) == [799])
    let length = strip.length
    // From then on, every position of the window is covered by loops of the same length.
    for offset in stride(from: 800, through: 800 + 5 * length, by: 7) {
      let shown = strip.visible(at: offset, in: 800)
      let next = strip.visible(at: offset + length, in: 800)
      #expect(shown.map(\.at) == next.map(\.at) && shown.map(\.part) == next.map(\.part))
      for (one, other) in zip(shown, shown.dropFirst()) {
        #expect(other.at - one.at == one.part.width + 40)
      }
      #expect((shown.first?.at ?? 0) <= 40)
    }
    #expect(TickerStrip([], size: 20).visible(at: 9, in: 800).isEmpty)
    #expect(TickerStrip(["", " "], size: 20).visible(at: 9, in: 0).isEmpty)
  }

  @Test("Texts in scripts without spaces are shown whole")
  func spaceless() {
    let text = String(repeating: "駅前の映画館", count: 100)
    #expect(TickerStrip([text], size: 20).parts.map(\.text).joined() == text)
  }

  @Test("Long texts and many of them are laid out in bounded parts")
  func bounds() {
    let word = String(repeating: "x", count: 5000)
    let strip = TickerStrip([word, String(repeating: "a word ", count: 300)], size: 20)
    #expect(strip.parts.allSatisfy { $0.text.unicodeScalars.count <= 162 })
    #expect(strip.parts.count > 40)
    let words = TickerStrip([String(repeating: "a word ", count: 300)], size: 20)
    #expect(words.parts.dropLast().allSatisfy { $0.text.hasSuffix(" ") })
    #expect(TickerStrip(Array(repeating: "a", count: 9999), size: 20).parts.count == 1000)
  }

  /// Draws a ticker with these texts every 20 ms, and calls `body` after each drawing with the milliseconds.
  private func run(
    _ texts: [String], until end: Int64, reducesMotion: Bool = false, isPaused: Bool = false,
    _ body: (inout StageScene, CustomScene, Int64) -> Void
  ) {
    var theme = Theme()
    theme.reducesMotion = reducesMotion
    let metrics = Metrics(size: PixelSize(1000, 500), pixelsPerMillimetre: nil, theme: theme)
    let reading = ClockReading(Moment(second: 0), WallClock { _ in 0 }, hasEvidence: false)
    var contents = StageContents()
    contents.lines["line"] = texts
    var scene = StageScene(["line": StageOverlay(.ticker(.texts(texts)), size: 0.2)])
    for time in stride(from: 0, through: end, by: 20) {
      let sheet = DrawingContext(
        theme: theme, metrics: metrics, now: HostTime(nanoseconds: time * 1_000_000),
        playback: .init(isPaused: isPaused))
      body(&scene, scene.draw(sheet, contents, at: reading) { _, _ in "" }, time)
    }
  }

  private func text(_ scene: CustomScene) -> (string: String, x: Double)? {
    scene.below.lazy.compactMap {
      if case .text(let text) = $0.shape { (text.string, $0.frame.x) } else { nil }
    }.first
  }

  @Test("A tap stops a ticker and shows a sign, the next one moves it on, and so do two minutes")
  func tap() throws {
    var places: [Int64: Double] = [:]
    var signs: [Int64: Bool] = [:]
    run([String(repeating: "word ", count: 2000)], until: 122_000) { scene, drawn, time in
      places[time] = text(drawn)?.x
      signs[time] = drawn.below.contains {
        if case .icon(.pause, _) = $0.shape { true } else { false }
      }
      if time == 1 || signs[time] == true { #expect(!drawn.isMoving) }
      #expect(drawn.areas.map(\.id) == ["line"])
      let now = HostTime(nanoseconds: time * 1_000_000)
      if [100, 300, 500].contains(time) { scene.tap("line", at: now) }
    }
    #expect(places[120] == places[300] && places[100] != places[80])
    #expect(signs[100] == false && signs[120] == true && signs[320] == false)
    #expect(places[320] == places[300], "it continues where it was, without a jump")
    #expect(places[340] == places[320].map { $0 - 5 })
    #expect(signs[120_480] == true && signs[120_520] == false)
  }

  @Test("A ticker stands still while playback is paused")
  func paused() {
    run(["Text"], until: 200, isPaused: true) { _, drawn, _ in
      #expect(!drawn.isMoving && text(drawn)?.x == nil || text(drawn)?.x == 1000)
    }
  }

  @Test("With reduced motion the texts are shown one after the other, long ones in parts")
  func reduced() {
    var shown: [(text: String, time: Int64)] = []
    let long = "A sentence that is much longer than the display is wide, so that it has two parts"
    run(["One", long], until: 30_000, reducesMotion: true) { _, drawn, time in
      #expect(!drawn.isMoving)
      let string = text(drawn)?.string ?? ""
      if shown.last?.text != string { shown.append((string, time)) }
      #expect(drawn.nextChange != nil)
    }
    #expect(shown.first?.text == "One" && shown.count > 3)
    #expect(shown.dropFirst().first?.time == 3240, "three seconds, and 80 ms for each character")
    #expect(long.hasPrefix(shown[1].text) && long.count > shown[1].text.count)
    let parts = TickerPages.texts(["One", long], size: 60, in: 1000)
    #expect(parts.dropFirst().joined(separator: " ") == long)
  }

  @Test("Arabic runs to the right")
  func mirrored() throws {
    #expect(try places(of: "Text", at: [20, 40]) == [995, 990], "from the right edge")
    let arabic = try places(of: "أخبار", at: [20, 40])
    #expect(arabic[1] - arabic[0] == 5 && arabic[0] < 0, "from the left edge")
  }

  /// The left edges of a ticker's text at these times, in milliseconds.
  private func places(of text: String, at times: [Int64]) throws -> [Double] {
    let theme = Theme()
    let metrics = Metrics(size: PixelSize(1000, 500), pixelsPerMillimetre: nil, theme: theme)
    let reading = ClockReading(Moment(second: 0), WallClock { _ in 0 }, hasEvidence: false)
    var contents = StageContents()
    contents.lines["line"] = [text]
    // 100 pixels high, which is 250 pixels per second.
    var scene = StageScene(["line": StageOverlay(.ticker(.texts([text])), size: 0.2)])
    return try ([0] + times).compactMap { time -> Double? in
      let sheet = DrawingContext(
        theme: theme, metrics: metrics, now: HostTime(nanoseconds: time * 1_000_000))
      let drawn = scene.draw(sheet, contents, at: reading) { _, _ in "" }
      #expect(drawn.isMoving)
      return time == 0 ? nil : try #require(drawn.below.dropFirst().first).frame.x
    }
  }
}
