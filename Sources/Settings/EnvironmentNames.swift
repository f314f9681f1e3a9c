internal import VitrinePlaylists

/// The names of settings in the environment: `VITRINE_DISPLAY_CUSTOM_MODES`.
enum EnvironmentNames {
  static let prefix = "VITRINE_"

  /// Variables of `vitrine ctl` and of the project's tests and tools, which are not settings.
  static let others: Set<String> = [
    "VITRINE_SOCKET", "VITRINE_BINARY", "VITRINE_EXAMPLES", "VITRINE_QUICK", "VITRINE_CROSS_CACHE",
    "VITRINE_IMAGE_CACHE", "VITRINE_GOLDEN", "VITRINE_CARDS", "VITRINE_GOLDEN_FULL",
    "VITRINE_LAB", "VITRINE_LAB_CACHE", "VITRINE_LOCK_WAITS", "VITRINE_MEDIA", "VITRINE_MODES",
    "VITRINE_RATES", "VITRINE_ROUND", "VITRINE_SOAK", "VITRINE_VA_FAIL", "VITRINE_VA_SURFACES",
    "VITRINE_THREAD_CHECKS",
  ]

  static func isOurs(_ name: String) -> Bool {
    name.hasPrefix(prefix) && !others.contains(name)
  }

  static func name(of setting: Setting) -> String {
    prefix
      + String(setting.path.uppercased().map { $0 == "." || $0 == "-" ? "_" : $0 })
  }

  static func setting(of name: String) -> Setting? {
    Schema.settings.first { Self.name(of: $0) == name }
  }

  /// The message about a variable that is not a setting.
  static func unknown(_ name: String) -> String {
    // Names are compared in lower case.
    let names = Schema.settings.map { Self.name(of: $0).lowercased() }
    if let near = nearest(to: name, of: names) {
      return "unknown variable: did you mean \(near.uppercased())?"
    }
    return "unknown variable: see docs/operate/configuration.md"
  }
}

extension SettingKind {
  /// Parses a value from the environment or the command line: lists are separated by commas,
  /// schedules and devices by semicolons, and tables look like `KEY_RED=ok,KEY_BLUE=none`.
  func entry(of text: String) -> Entry {
    switch self {
    case .list(.hours, _), .list(.amounts, _), .list(.languageDevice, _):
      Self.list(text, separator: ";")
    case .list, .paths: Self.list(text, separator: ",")
    case .keys, .rows: Self.table(text)
    // In a file, these have no quotes either.
    case .number, .secondsOrNever, .mixer, .flag:
      Entry(line: 1, content: .word(text, isPlain: true))
    default: Entry(line: 1, content: .word(text, isPlain: false))
    }
  }

  private static func list(_ text: String, separator: Character) -> Entry {
    let words = parts(text, separator).map { Entry(line: 1, content: .word($0, isPlain: false)) }
    return Entry(line: 1, content: .list(words))
  }

  private static func parts(_ text: String, _ separator: Character) -> [String] {
    let isEmpty = text.allSatisfy { $0 == " " }
    guard !isEmpty else { return [] }
    return text.split(separator: separator, omittingEmptySubsequences: false).map { part in
      let start = part.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// `name=word` or `row.name=word`, separated by commas.
  private static func table(_ text: String) -> Entry {
    var rows: [(name: String, fields: [Entry.Pair])] = []
    var pairs: [Entry.Pair] = []
    for part in parts(text, ",") {
      let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let text = halves.count > 1 ? String(halves[1]) : ""
      // A number is a number here, too.
      let word = Entry(line: 1, content: .word(text, isPlain: Double(text) != nil))
      let names = halves[0].split(separator: ".", maxSplits: 1).map(String.init)
      guard names.count == 2 else {
        pairs.append(Entry.Pair(name: String(halves[0]), line: 1, value: word))
        continue
      }
      let field = Entry.Pair(name: names[1], line: 1, value: word)
      if let known = rows.firstIndex(where: { $0.name == names[0] }) {
        rows[known].fields.append(field)
      } else {
        rows.append((names[0], [field]))
      }
    }
    pairs += rows.map {
      Entry.Pair(name: $0.name, line: 1, value: Entry(line: 1, content: .map($0.fields)))
    }
    return Entry(line: 1, content: .map(pairs))
  }
}
