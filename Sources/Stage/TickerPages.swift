internal import VitrineScenes
internal import VitrineTiming

/// The texts of a ticker one after the other, for displays with reduced motion.
struct TickerPages: Hashable, Sendable {
  private var index = 0
  /// When the next text is due; nil before the first.
  private var end: HostTime?

  /// Texts that are read slowly: 12 characters per second, and time to look there.
  private static func time(of text: String) -> Duration {
    .milliseconds(3000) + .milliseconds(80) * min(text.unicodeScalars.count, 500)
  }

  /// The text for a picture at `now`, and when it is replaced; nil for never.
  mutating func turn(
    _ texts: [String], isPaused: Bool, to now: HostTime
  ) -> (text: String, end: HostTime?) {
    guard !texts.isEmpty else { return ("", nil) }
    index %= texts.count
    if isPaused {
      // It is shown for its whole time after the pause.
      end = nil
      return (texts[index], nil)
    }
    if let end, end <= now {
      index = (index + 1) % texts.count
      self.end = nil
    }
    let next = end ?? now + Self.time(of: texts[index])
    end = next
    return (texts[index], texts.count > 1 ? next : nil)
  }

  /// The texts, split between words where they are wider than the display.
  static func texts(_ lines: [String], size: Double, in width: Double) -> [String] {
    // A margin on both sides, as wide as the bar is high.
    let room = width - 4 * size
    return lines.flatMap { line -> [String] in
      guard estimatedWidth(of: line, size: size) > room else { return [line] }
      return line.split(separator: " ").reduce(into: [String]()) { parts, word in
        let longer = parts.last.map { "\($0) \(word)" }
        if let longer, estimatedWidth(of: longer, size: size) <= room {
          parts[parts.count - 1] = longer
        } else {
          parts.append(String(word))
        }
      }
    }
  }
}
