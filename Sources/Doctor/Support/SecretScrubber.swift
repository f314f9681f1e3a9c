/// Removes secrets from text that leaves the machine: credentials and queries of URLs, values whose names say that
/// they are secret, private keys, and values that the caller knows. Names of files, hosts and users stay.
///
/// It prefers removing too much: a report without a harmless word is still useful.
package struct SecretScrubber: Sendable {
  package static let mark = "[removed]"
  /// Shorter secrets are also words or numbers of other texts, and the gaps there would show them.
  package static let shortestKnown = 8
  /// No key has more lines.
  private static let mostKeyLines = 200

  private let known: [[UInt8]]

  /// `known` are secrets to remove wherever they are; those shorter than `shortestKnown` bytes are ignored.
  package init(known: [String] = []) {
    self.known = Set(known.map { Array($0.utf8) }).filter { $0.count >= Self.shortestKnown }
      .sorted { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  package func scrubbed(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var keyLines = 0
    for (index, line) in text.split(separator: 10, omittingEmptySubsequences: false).enumerated() {
      if index > 0 { result.append(10) }
      var rest = ScannedLine(removingKnown(Array(line)))
      let beginsKey = rest.contains("-----BEGIN ")
      if beginsKey || keyLines > 0 {
        keyLines = rest.contains("-----END ") ? 0 : beginsKey ? Self.mostKeyLines : keyLines - 1
        result += Self.mark.utf8
      } else {
        rest.removeFromAddresses()
        rest.removeNamedValues()
        result += rest.bytes
      }
    }
    return result
  }

  package func scrubbed(_ text: String) -> String {
    String(decoding: scrubbed(text.utf8), as: UTF8.self)
  }

  /// The text of systemd units, in which variables and credentials can have any name: only variables that are known to
  /// be harmless keep their values.
  package func scrubbed(unit text: some Collection<UInt8>) -> [UInt8] {
    var lines: [[UInt8]] = []
    var (isContinued, directive) = (false, "")
    for line in text.split(separator: 10, omittingEmptySubsequences: false) {
      let words = String(decoding: line, as: UTF8.self)
      let trimmed = words.drop { $0 == " " || $0 == "\t" }
      if !isContinued { directive = String(trimmed.prefix { $0 != "=" && $0 != " " }) }
      let value = isContinued ? trimmed : trimmed.dropFirst(directive.utf8.count + 1)
      isContinued = trimmed.hasSuffix("\\")
      let isSecret =
        directive.hasPrefix("SetCredential")
        || directive == "Environment" && !Self.isHarmless(value)
      if isSecret, !value.isEmpty {
        lines.append(Array("\(directive)=\(Self.mark)\(isContinued ? " \\" : "")".utf8))
      } else {
        lines.append(Array(line))
      }
    }
    return scrubbed(Array(lines.joined(separator: [10])))
  }

  /// Whether each assignment sets a variable of Vitrine or of a library that it uses.
  private static func isHarmless(_ assignments: Substring) -> Bool {
    assignments.split { $0 == " " || $0 == "\t" }.filter { $0 != "\\" }.allSatisfy { word in
      let name = word.drop { $0 == "\"" || $0 == "'" }
      return ["VITRINE_", "LIBVA_", "ALSA_", "LANG=", "LC_", "TZ=", "XDG_", "TMPDIR="]
        .contains { name.hasPrefix($0) }
    }
  }

  private func removingKnown(_ line: [UInt8]) -> [UInt8] {
    var line = line
    for secret in known where line.count >= secret.count {
      var index = 0
      while index + secret.count <= line.count {
        if line[index] == secret[0], line[index...].starts(with: secret) {
          line.replaceSubrange(index..<index + secret.count, with: Self.mark.utf8)
          index += Self.mark.utf8.count
        } else {
          index += 1
        }
      }
    }
    return line
  }
}
