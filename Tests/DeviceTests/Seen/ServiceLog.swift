import Foundation

/// The log of `tools/lab.d/serve`.
struct ServiceLog {
  struct Line: Decodable {
    let time: Double
    var notice: String?
    var list: [String]?
    var broken, start, kill, plug, reload, end: Bool?
    var rss, descriptors, framebuffers, said, disk: Int?
    var fault: String?
    /// The longest time without a picture, in seconds.
    var dark: Double?
  }

  let lines: [Line]
  /// The player's own log.
  let said: String

  /// Reads `log` and `log.said` in a folder.
  init(_ folder: URL, _ name: String = "log") throws {
    let file = folder.appending(path: name)
    said = try String(contentsOf: folder.appending(path: "\(name).said"), encoding: .utf8)
    lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  /// When each item was reported as playing, and its name.
  var items: [(time: Double, name: String)] {
    lines.compactMap { line in
      guard let match = line.notice?.firstMatch(of: /STATUS=playing ([^,;]*)/) else { return nil }
      return (line.time, String(match.1))
    }
  }

  /// The time from each start to `READY=1`.
  var readiness: [Double] {
    let starts = lines.filter { $0.start == true }.map(\.time)
    let ready = lines.filter { $0.notice == "READY=1" }.map(\.time)
    return starts.map { start in (ready.first { $0 >= start } ?? .infinity) - start }
  }

  /// The longest time between two watchdog notifications.
  var longestSilence: Double {
    let alive = lines.filter { $0.notice == "WATCHDOG=1" }.map(\.time)
    return zip(alive.dropFirst(), alive).map { $0 - $1 }.max() ?? .infinity
  }

  /// The largest value in one quarter of the samples.
  func peak(_ what: KeyPath<Line, Int?>, quarter: Int) -> Int {
    let all = lines.compactMap { $0[keyPath: what] }
    let count = all.count / 4
    return all[quarter * count..<(quarter + 1) * count].max() ?? 0
  }
}
