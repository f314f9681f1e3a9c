import Foundation

/// What `tools/lab.d/serve` wrote down.
struct ServiceLog {
  struct Line: Decodable {
    let time: Double
    var notice: String?
    var list: [String]?
    var broken, start, kill, plug, reload, end: Bool?
    var rss, descriptors, framebuffers, said: Int?
  }

  let lines: [Line]
  /// What the player wrote to its log.
  let said: String

  /// `log` and `log.said` in a folder.
  init(_ folder: URL, _ name: String = "log") throws {
    let file = folder.appending(path: name)
    said = try String(contentsOf: folder.appending(path: "\(name).said"), encoding: .utf8)
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// When an item was said to play, and its name.
  var items: [(time: Double, name: String)] {
    lines.compactMap { line in
      guard let match = line.notice?.firstMatch(of: /STATUS=playing ([^,;]*)/) else { return nil }
      return (line.time, String(match.1))
    }
  }

  /// The times from each start to READY.
  var readiness: [Double] {
    let starts = lines.filter { $0.start == true }.map(\.time)
    let ready = lines.filter { $0.notice == "READY=1" }.map(\.time)
    return starts.map { start in (ready.first { $0 >= start } ?? .infinity) - start }
  }

  /// The longest time without a sign of life.
  var longestSilence: Double {
    let alive = lines.filter { $0.notice == "WATCHDOG=1" }.map(\.time)
    return zip(alive.dropFirst(), alive).map { $0 - $1 }.max() ?? .infinity
  }

  /// The most that was held in a quarter of the time.
  func peak(_ what: KeyPath<Line, Int?>, quarter: Int) -> Int {
    let all = lines.compactMap { $0[keyPath: what] }
    let count = all.count / 4
    return all[quarter * count..<(quarter + 1) * count].max() ?? 0
  }
}
