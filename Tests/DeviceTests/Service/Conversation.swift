import Foundation
import Testing

/// The commands sent to a player in the lab and its events, with times.
struct Conversation {
  /// A command or an event. Fields that its kind lacks are nil.
  struct Entry: Decodable {
    let event: String
    /// When the command was sent or the event happened, in monotonic seconds.
    let time: Double
    let line, item, phase, file, order, request, device, error, power: String?
    let decoder, text: String?
    let position, rate, volume: Double?
    let paused, visible: Bool?
    let contacts: Int?
  }

  let entries: [Entry]
  /// The player's log, with times in seconds since the epoch, unlike those of the entries.
  let log: [(time: Double, text: String)]

  /// Plays `arguments` and runs the orders with tools/lab.d/converse, followed by `quit`.
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

  /// All entries of one kind.
  func all(_ event: String) -> [Entry] { entries.filter { $0.event == event } }

  /// All commands with this verb.
  func sent(_ verb: String) -> [Entry] {
    all("sent").filter { $0.line?.split(separator: " ").first.map(String.init) == verb }
  }
}
