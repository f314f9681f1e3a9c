import Logging
import VitrineLinux
import VitrineWeb

/// The newest lines of the log, in memory that does not grow. Thread-safe.
final class LogTail: Sendable {
  private let lines = Shared<[Site.LogLine]>([])

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
      lines.append(line)
    }
  }

  /// The newest of them, the oldest first.
  func newest(_ count: Int) -> [Site.LogLine] { Array(lines.value.suffix(min(count, Self.most))) }

  private static func level(_ level: Logger.Level) -> Site.LogLine.Level {
    level >= .error ? .error : level >= .warning ? .warning : .info
  }
}
