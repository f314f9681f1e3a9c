import Foundation
import Testing

/// Events of virtual input devices in the lab, and the output of `vitrine keys` for them.
struct InputScene {
  /// One line of `vitrine keys --json --touch`.
  struct Line: Decodable {
    struct Contact: Decodable, Equatable {
      let id: Int
      let x, y: Double
    }

    let event, path: String
    /// Monotonic, in seconds.
    let time: Double
    let name, kind, key, action, error: String?
    let isDown, isCancelled: Bool?
    let contacts: [Contact]?
  }

  /// One order, with the time right after its events were written to the kernel.
  struct Order: Decodable {
    let time: Double
    let order: String
    let contacts: Int?
  }

  let lines: [Line]
  let orders: [Order]
  /// The remaining output.
  let text: String
  let status: Int32
  private let out: URL

  /// Runs `orders` of tools/lab.d/input-devices after half a second, then ends `vitrine keys` with `tap KEY_Q`.
  /// `beside` runs in the guest at the same time.
  init(_ name: String, _ orders: [String], beside: String = ":") throws {
    out = try Lab.folder("input-\(name)")
    let file = out.appending(path: "orders")
    let all = ["wait 500"] + orders + ["wait 100", "tap KEY_Q", ""]
    try Data(all.joined(separator: "\n").utf8).write(to: file)
    let result = try Lab.guest(
      ["--travel", "--audio", "none", "--display", "none", "--time-limit", "120"], out: out,
      """
      tools/lab.d/input-devices '\(file.path)' $OUT/input.log &
      { \(beside); } &
      beside=$!
      timeout 600 $VITRINE keys --json --touch > $OUT/lines
      status=$?
      wait $beside
      exit $status
      """)
    (text, status) = (result.output, result.status)
    lines = try Self.read(out.appending(path: "lines"))
    self.orders = try Self.read(out.appending(path: "input.log"))
    #expect(status == 0, "\(text)")
  }

  private static func read<Entry: Decodable>(_ file: URL) throws -> [Entry] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }

  /// A file that `beside` wrote.
  func read(_ name: String) throws -> String {
    try String(contentsOf: out.appending(path: name), encoding: .utf8)
  }

  var keys: [Line] { lines.filter { $0.event == "key" && $0.key != "KEY_Q" } }
  var frames: [Line] { lines.filter { $0.event == "touch" } }

  /// The lines of one kind from the lab's device of this name.
  func all(_ event: String, _ device: String) -> [Line] {
    lines.filter { $0.event == event && $0.name == "Lab \(device)" }
  }
}
