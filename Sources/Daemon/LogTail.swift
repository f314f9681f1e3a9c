import Logging
import VitrineLinux
import VitrineTiming
import VitrineWeb

/// The latest log lines, in bounded memory. Thread-safe.
final class LogTail: Sendable {
  private struct Line: Sendable {
    let line: Site.LogLine
    /// The age of a line, which does not change when the machine's clock is set.
    let time: HostTime
  }

  private let lines = Shared<[Line]>([])

  private static let most = 500
  /// The limit for one line, in Unicode scalars.
  private static let longest = 1000

  func append(_ text: String, _ level: Logger.Level) {
    let line = Site.LogLine(
      time: WallTime.seconds, Self.level(level),
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest))))
    lines.update { lines in
      // Removes many lines at once, so that few calls move the rest.
      if lines.count >= 2 * Self.most { lines.removeFirst(Self.most) }
      lines.append(Line(line: line, time: .now()))
    }
  }

  /// Returns the latest lines, oldest first.
  func newest(_ count: Int) -> [Site.LogLine] {
    lines.value.suffix(min(count, Self.most)).map(\.line)
  }

  /// Returns the texts of the latest errors since this time, newest first.
  func errors(since time: HostTime) -> [String] {
    lines.value.suffix(200).reversed().filter { $0.line.level == .error && $0.time >= time }
      .map(\.line.text)
  }

  private static func level(_ level: Logger.Level) -> Site.LogLine.Level {
    level >= .error ? .error : level >= .warning ? .warning : .info
  }
}
