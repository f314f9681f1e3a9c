import Foundation
import Testing

/// The service menu over non-interactive signage, on real devices.
@Suite(.serialized, .enabled(if: Lab.isThere))
struct ServiceMenuTests {
  /// Converts points of a menu card, centred on a 640x480 display, to fractions of the display.
  private struct Card {
    let width, height: Double

    /// `x` and `y` are in points from the card's upper left corner.
    func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let whole = 480.0 / 540
      let fit = min(1, (640 - 32 * whole) / (width * whole), (480 - 32 * whole) / (height * whole))
      let unit = whole * fit
      let (left, top) = (((640 - width * unit) / 2), ((480 - height * unit) / 2))
      return ((left + x * unit) / 640, (top + y * unit) / 480)
    }
  }

  private let keys = Card(width: 328, height: 468)
  private let menu = Card(width: 768, height: 484)

  private func key(_ digit: Int) -> (x: Double, y: Double) {
    let (column, row) = digit == 0 ? (1, 3) : ((digit - 1) % 3, (digit - 1) / 3)
    return keys.place(32 + 92 * Double(column) + 40, 136 + 76 * Double(row) + 32)
  }

  @Test("The corner and a PIN open the service menu, which rotates the picture")
  func used() throws {
    let clip = try Clips.motion("service-menu.mp4", size: "320x240", seconds: 40)
    let out = try Lab.folder("service-menu")
    let settings = out.appending(path: "vitrine.yaml")
    try Data("interface: {service-pin: 2468}\ncontrol: {encryption: false}\n".utf8)
      .write(to: settings)
    let (glass, turned) = (TouchGlass(), TouchGlass(rotation: 180))
    let digits = [2, 4, 6, 8].flatMap { digit in
      let key = key(digit)
      return glass.tap(key.x, key.y) + [TouchGlass.wait(100)]
    }
    let (half, close) = (menu.place(606, 290), menu.place(732, 38))
    let conversation = try Conversation(
      TouchScene.lab,
      "--config '\(settings.path)' --http 10.9.0.1:8080 --stats \(out.path)/stats.json '\(clip)'",
      orders: ["@wait playing", "@sleep 1"]
        + glass.taps(2, 0.2, 0.5) + ["@sleep 1", "# corner", glass.down(0.99, 0.01)]
        + ["@sleep 5.2", glass.up(), "@sleep 0.5"] + digits
        + ["@sleep 1", "screenshot \(out.path)/menu.png", "@wait screenshot", "# turn"]
        + glass.tap(half.x, half.y) + ["@sleep 1", "# close"]
        + turned.tap(close.x, close.y) + ["@sleep 1", "# after"]
        + turned.taps(2, 0.2, 0.5) + ["@sleep 1"],
      out: out, before: ". tools/lab.d/network\nnetwork_begin /tmp")
    #expect(conversation.all("asked").compactMap(\.request) == ["service", "rotation 180"])
    // The interface is shown once and hidden once.
    let seen = conversation.all("interface").map { $0.visible == true }
    #expect(seen.first == true && seen.firstIndex(of: false) == seen.indices.last)
    let frames = try Statistics(out.appending(path: "stats.json")).frames
    #expect(frames.late == 0 && frames.dropped == 0)

    let reader = Process()
    reader.executableURL = URL(filePath: "/usr/bin/zbarimg")
    reader.arguments = ["-q", "--raw", out.appending(path: "menu.png").path]
    let pipe = Pipe()
    reader.standardOutput = pipe
    try reader.run()
    let read = try pipe.fileHandleForReading.readToEnd() ?? Data()
    #expect(String(decoding: read, as: UTF8.self) == "http://10.9.0.1:8080/\n")
  }

  @Test("Keys of a real remote are learned on the display, stored, and have an effect at once")
  func learned() throws {
    let clip = try Clips.motion("service-menu.mp4", size: "320x240", seconds: 40)
    let out = try Lab.folder("service-keys")
    let settings = out.appending(path: "vitrine.yaml")
    try Data("interface: {service-pin: 2468, interactive: true}\n".utf8).write(to: settings)
    let glass = TouchGlass()
    func tap(_ card: Card, _ x: Double, _ y: Double) -> [String] {
      let place = card.place(x, y)
      return glass.tap(place.x, place.y) + [TouchGlass.wait(300)]
    }
    func learn(_ name: String) -> [String] { [TouchGlass.key(name), TouchGlass.wait(1000)] }
    let digits = [2, 4, 6, 8].flatMap { digit in
      let key = key(digit)
      return glass.tap(key.x, key.y) + [TouchGlass.wait(100)]
    }
    let (whole, asking) = (Card(width: 768, height: 540), Card(width: 600, height: 400))
    let skip = tap(asking, 300, 350)
    let before =
      [glass.down(0.99, 0.01), TouchGlass.wait(5200), glass.up(), TouchGlass.wait(500)] + digits
      + [TouchGlass.wait(1000)] + tap(whole, 560, 346)
    // OK, then Play/Pause after up, down, left, right and back; all others are missing.
    let during =
      learn("PROG1") + learn("PROG1") + (0..<5).flatMap { _ in skip } + learn("RED")
      + (0..<10).flatMap { _ in skip }
    let after =
      tap(Card(width: 768, height: 428), 564, 378) + [TouchGlass.wait(1000)]
      + tap(whole, 732, 38) + learn("RED")
    // Waits count from the start of the devices.
    let pause = [TouchGlass.wait(3000)]
    let orders = pause + before + pause + during + pause + after
    func send(_ orders: [String]) -> String {
      let lines = orders.map { "'\($0.replacing("@input ", with: ""))'" }.joined(separator: " ")
      return "printf '%s\\n' \(lines) > /run/input-orders"
    }
    let result = try Lab.guest(
      TouchScene.lab + ["--touch"], out: out,
      """
      export VITRINE_SOCKET=/tmp/c.sock; mkdir -p $OUT/state
      $VITRINE run --config '\(settings.path)' --playlist '\(clip)' --state $OUT/state \
        --socket /tmp/c.sock 2> $OUT/log & P=$!
      sleep 2; \(send(orders)); sleep 10.5; $CTL screenshot $OUT/question.png
      sleep 11; $CTL --json status > $OUT/meanwhile; $CTL screenshot $OUT/result.png
      sleep 8; $CTL --json status > $OUT/status
      kill $P; wait $P
      """)
    func text(_ name: String) throws -> String {
      try String(contentsOf: out.appending(path: name), encoding: .utf8)
    }
    let log = try text("log")
    #expect(
      try text("state/configuration.yaml") == "keys:\n  KEY_PROG1: ok\n  KEY_RED: play-pause\n",
      "\(result.output)\(log)")
    #expect(try text("meanwhile").contains(/"paused" ?: ?false/), "\(log)")
    #expect(try text("status").contains(/"paused" ?: ?true/), "\(log)")
    #expect(!log.contains("restart"), "\(log)")
  }
}
