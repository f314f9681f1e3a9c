import Foundation
import Testing

/// What a player was told and what it answered, with times, in the lab.
struct Conversation {
  /// One command that was sent, or one answer; what does not belong to its kind is nil.
  struct Entry: Decodable {
    let event: String
    /// Of the monotonic clock, in seconds: when it was sent, or when what is told happened.
    let time: Double
    let line, item, phase, file, order, request, device, error, power: String?
    let decoder: String?
    let position, rate, volume: Double?
    let paused, visible: Bool?
    let contacts: Int?
  }

  let entries: [Entry]
  /// What the player logged, with the time in seconds; its zero is not that of the entries.
  let log: [(time: Double, text: String)]

  /// Plays `arguments` as the orders of tools/lab.d/converse say, which ends with `quit`.
  init(
    _ lab: [String], _ arguments: String, orders: [String], out: URL, before: String = ""
  ) throws {
    let file = out.appending(path: "orders")
    try Data((orders + ["quit", ""]).joined(separator: "\n").utf8).write(to: file)
    let result = try Lab.guest(
      lab, out: out,
      """
      \(before)
      tools/lab.d/converse '\(file.path)' $OUT/protocol $VITRINE play \(arguments) \
        2> >(while IFS= read -r line; do echo "$EPOCHREALTIME $line"; done > $OUT/log)
      """)
    let logText = try String(contentsOf: out.appending(path: "log"), encoding: .utf8)
    #expect(result.status == 0, "\(result.output)\(logText)")
    log = logText.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return words.count == 2 ? Double(words[0]).map { ($0, String(words[1])) } : nil
    }
    let protocolText = try String(contentsOf: out.appending(path: "protocol"), encoding: .utf8)
    entries = try protocolText.split(separator: "\n").map {
      try JSONDecoder().decode(Entry.self, from: Data($0.utf8))
    }
  }

  /// All of one kind.
  func all(_ event: String) -> [Entry] { entries.filter { $0.event == event } }

  /// When commands that begin so were sent.
  func sent(_ verb: String) -> [Entry] {
    all("sent").filter { $0.line?.split(separator: " ").first.map(String.init) == verb }
  }
}
