/// A subtitle with WebVTT markup.
package struct TextCue: Hashable, Sendable {
  /// In milliseconds.
  package var start: Int64
  package var end: Int64
  package var text: String

  package init(start: Int64, end: Int64, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

  /// Returns a WebVTT file with these cues.
  package static func file(_ cues: some Sequence<TextCue>) -> [UInt8] {
    var file = "WEBVTT\n"
    for cue in cues where cue.start >= 0 && cue.end > cue.start {
      // An empty line would end the cue.
      let lines = cue.text.split(whereSeparator: \.isNewline).joined(separator: "\n")
      if lines.isEmpty { continue }
      file += "\n\(clock(cue.start)) --> \(clock(cue.end))\n\(lines)\n"
    }
    return Array(file.utf8)
  }

  private static func clock(_ milliseconds: Int64) -> String {
    func digits(_ value: Int64, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let seconds = milliseconds / 1000
    let fields = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { digits($0, 2) }
    return fields.joined(separator: ":") + "." + digits(milliseconds % 1000, 3)
  }
}
