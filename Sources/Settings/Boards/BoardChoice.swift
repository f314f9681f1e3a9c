internal import VitrinePlaylists

/// The identification of a machine.
package struct BoardFacts: Hashable, Sendable {
  /// The names in the device tree, the most specific first.
  package var compatible: [String] = []
  package var firmware: [FirmwareField: String] = [:]
  /// Vendors and models of the CPUs.
  package var processors: [String] = []

  package init() {}

  /// Parses `/proc/device-tree/compatible`: names, each terminated by a zero byte.
  package mutating func read(compatible bytes: [UInt8]) {
    compatible = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Parses `/proc/cpuinfo`.
  package mutating func read(processors bytes: [UInt8]) {
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let halves = line.split(separator: ":", maxSplits: 1).map { words(in: $0) }
      guard halves.count == 2, ["vendor_id", "model name"].contains(halves[0]),
        !processors.contains(halves[1])
      else { continue }
      processors.append(halves[1])
    }
  }

  private func words(in text: Substring) -> String {
    text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
  }
}

/// The detected board, and the reason.
package struct BoardChoice: Hashable, Sendable {
  package let board: Board
  /// The match: `device tree: raspberrypi,4-model-b`.
  package let reason: String
  /// Other boards that match, but less well.
  package let others: [Other]

  package struct Other: Hashable, Sendable {
    package let board: Board
    package let reason: String
  }

  /// Detects the board; returns nil if no board file matches. The site's own boards come first.
  /// Otherwise the device tree takes precedence over the firmware, and the firmware over the
  /// processor; then the more specific name in the device tree, then the longer pattern.
  package init?(of facts: BoardFacts, among boards: [Board]) {
    let found = boards.compactMap { board in
      BoardMatchFound(board, facts).map { (board: board, found: $0) }
    }.sorted {
      $0.found.rank == $1.found.rank
        ? $0.board.name < $1.board.name
        : $0.found.rank.lexicographicallyPrecedes($1.found.rank)
    }
    guard let best = found.first else { return nil }
    (board, reason) = (best.board, best.found.reason)
    others = found.dropFirst().map { Other(board: $0.board, reason: $0.found.reason) }
  }

  /// The board that the configuration or the command line names; nil if it does not exist.
  package init?(named name: String, among boards: [Board], saidBy reason: String) {
    guard let board = boards.first(where: { $0.name == name }) else { return nil }
    (self.board, self.reason, others) = (board, reason, [])
  }

  /// The message about a name that is not a board's.
  package static func unknown(_ name: String, among boards: [Board]) -> String {
    VitrineSettings.unknown(name, "board", boards.map(\.name).sorted())
  }
}

/// The best match of a board.
private struct BoardMatchFound {
  /// Compared lexicographically; the smallest is the best.
  let rank: [Int]
  let reason: String

  init?(_ board: Board, _ facts: BoardFacts) {
    let all =
      Self.compatible(board.match, facts) + Self.firmware(board.match, facts)
      + Self.processors(board.match, facts)
    guard let best = all.min(by: { $0.rank.lexicographicallyPrecedes($1.rank) }) else {
      return nil
    }
    rank = [board.isSite ? 0 : 1] + best.rank
    reason = best.reason
  }

  private typealias Candidate = (rank: [Int], reason: String)

  private static func compatible(_ match: BoardMatch, _ facts: BoardFacts) -> [Candidate] {
    facts.matching(match.compatible).map { index, pattern in
      // bound: a count of letters
      ([0, index, -literals(pattern)], "device tree: \(printable(facts.compatible[index]))")
    }
  }

  private static func firmware(_ match: BoardMatch, _ facts: BoardFacts) -> [Candidate] {
    match.firmware.compactMap { wanted in
      let isThere = wanted.allSatisfy { field, pattern in
        facts.firmware[field].map { Glob(pattern).matches($0) } ?? false
      }
      guard isThere else { return nil }
      let values = wanted.keys.sorted { $0.rawValue < $1.rawValue }
        .map { "\($0.rawValue) \(printable(facts.firmware[$0] ?? ""))" }
      let letters = wanted.values.reduce(0) { $0 + literals($1) }
      // bound: counts
      return ([1, -wanted.count, -letters], "firmware: \(values.joined(separator: ", "))")
    }
  }

  private static func processors(_ match: BoardMatch, _ facts: BoardFacts) -> [Candidate] {
    match.processors.flatMap { pattern in
      facts.processors.filter { Glob(pattern).matches($0) }
        // bound: a count of letters
        .map { ([2, 0, -literals(pattern)], "CPU: \(printable($0))") }
    }
  }

  private static func literals(_ pattern: String) -> Int {
    pattern.utf8.count { $0 != UInt8(ascii: "*") && $0 != UInt8(ascii: "?") }
  }
}

extension BoardFacts {
  /// The pairs of a name in the device tree and a pattern that match.
  fileprivate func matching(_ patterns: [String]) -> [(index: Int, pattern: String)] {
    compatible.indices.flatMap { index in
      patterns.filter { Glob($0).matches(compatible[index]) }.map { (index, $0) }
    }
  }
}
