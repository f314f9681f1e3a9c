internal import VitrinePlaylists
internal import VitrineTiming

/// The file format of an override: a line per key, and a last line that proves the file is
/// complete.
///
/// ```
/// vitrine override 1
/// id fire
/// title Please leave
/// severity emergency
/// text The house is closed.\nUse the stairs.
/// end 1798218000000
/// rest 3600000
/// boot 4e3b…
/// uptime 120000
/// end-of-file
/// ```
extension StoredOverride {
  private static let heading = "vitrine override 1"
  private static let ending = "end-of-file"

  /// The maximum file size, in bytes.
  package static let largestFile = 16 * 1024

  /// The contents of the file after an override has ended.
  package static let endedBytes = Array("\(heading)\nended yes\n\(ending)\n".utf8)

  package var bytes: [UInt8] {
    var lines = [Self.heading, "id \(id)"]
    switch content {
    case .source(let source): lines.append("source \(source)")
    case .card(let title, let text, let severity):
      lines += ["title \(title)", "severity \(severity.rawValue)"]
      if !text.isEmpty { lines.append("text \(Self.escaped(text))") }
    }
    if let end { lines.append("end \(end.nanoseconds / 1_000_000)") }
    lines += [
      "rest \(Self.milliseconds(rest))", "boot \(since.boot)",
      "uptime \(Self.milliseconds(since.seconds))", Self.ending, "",
    ]
    return Array(lines.joined(separator: "\n").utf8)
  }

  /// The contents of a file.
  package enum Contents: Hashable, Sendable {
    case active(StoredOverride)
    case ended
  }

  /// Returns nil for an invalid file.
  package static func read(_ bytes: [UInt8]) -> Contents? {
    guard bytes.count <= largestFile, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines.first == heading[...], lines.suffix(2) == [ending[...], ""] else {
      return nil
    }
    var words: [Substring: Substring] = [:]
    for line in lines.dropFirst().dropLast(2) {
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, words.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    if words == ["ended": "yes"] { return .ended }
    return stored(words).map { .active($0) }
  }

  private static func stored(_ words: [Substring: Substring]) -> StoredOverride? {
    guard let id = words["id"], let rest = seconds(words["rest"]), let boot = words["boot"],
      boot.utf8.count <= 100, let uptime = seconds(words["uptime"]),
      (0...OverrideRequest.longest).contains(rest), uptime >= 0
    else { return nil }
    let content: OverrideRequest.Content
    switch (words["source"], words["title"]) {
    case (let source?, nil): content = .source(String(source))
    case (nil, let title?):
      // Older files have no severity.
      let severity = words["severity"].map { Severity(rawValue: String($0)) } ?? .information
      guard let severity else { return nil }
      content = .card(title: String(title), text: unescaped(words["text"] ?? ""), severity)
    default: return nil
    }
    var end: Moment?
    if let word = words["end"] {
      // The range of nanoseconds ends in the year 2262.
      guard let milliseconds = Int64(word), (0...9_000_000_000_000).contains(milliseconds) else {
        return nil
      }
      end = Moment(nanoseconds: milliseconds *| 1_000_000)
    }
    // Applies the limits of a request.
    guard (try? OverrideRequest(id: String(id), content, .after(max(rest, 1)))) != nil else {
      return nil
    }
    return StoredOverride(
      id: String(id), content, end: end, rest: rest,
      since: Uptime(boot: String(boot), seconds: uptime))
  }

  private static func milliseconds(_ seconds: Double) -> Int64 {
    Int64(saturating: (min(max(seconds, 0), 9e12) * 1000).rounded())
  }

  private static func seconds(_ word: Substring?) -> Double? {
    word.flatMap { Int64($0) }.map { Double($0) / 1000 }
  }

  private static func escaped(_ text: String) -> String {
    text.map { $0 == "\n" ? "\\n" : $0 == "\\" ? "\\\\" : String($0) }.joined()
  }

  private static func unescaped(_ text: Substring) -> String {
    var (result, isEscaped) = ("", false)
    for character in text {
      switch (isEscaped, character) {
      case (false, "\\"): isEscaped = true
      case (true, "n"):
        result += "\n"
        isEscaped = false
      default:
        result.append(character)
        isEscaped = false
      }
    }
    return result
  }
}
