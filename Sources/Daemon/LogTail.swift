import Logging
import VitrineLinux
import VitrineTiming
import VitrineWeb

/// The newest lines of the log, in memory that does not grow. Thread-safe.
final class LogTail: Sendable {
  private struct Line: Sendable {
    let line: Site.LogLine
    /// The machine's clock may be set: how old a line is counts from here.
    let noted: HostTime
  }

  private let lines = Shared<[Line]>([])

  private static let most = 500
  /// Of one line, in scalars.
  private static let longest = 1000

  func note(_ text: String, _ level: Logger.Level) {
    let line = Site.LogLine(
      time: WallTime.seconds, Self.level(level),
      String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longest))))
    lines.update { lines in
      // One in many moves the others.
      if lines.count >= 2 * Self.most { lines.removeFirst(Self.most) }
      lines.append(Line(line: line, noted: .now()))
    }
  }

  /// The newest of them, the oldest first.
  func newest(_ count: Int) -> [Site.LogLine] {
    lines.value.suffix(min(count, Self.most)).map(\.line)
  }

  /// The texts of the newest errors since then, the newest first.
  func errors(since time: HostTime) -> [String] {
    lines.value.suffix(200).reversed().filter { $0.line.level == .error && $0.noted >= time }
      .map(\.line.text)
  }

  private static func level(_ level: Logger.Level) -> Site.LogLine.Level {
    level >= .error ? .error : level >= .warning ? .warning : .info
  }
}
