internal import VitrineGestures
internal import VitrineOverlay
internal import VitrineScenes
internal import VitrineTiming

/// A key of the configuration: its path, type, default and description.
struct Setting: Sendable {
  /// The key with its sections: `interface.theme.accent`.
  let path: String
  let kind: SettingKind
  /// The default, as a value or in words.
  let defaultText: String
  /// The description, in Markdown.
  let meaning: String
  /// Stores a value of `kind` in the configuration.
  let apply: @Sendable (SettingValue, inout Configuration) -> Void

  var name: String { Schema.name(of: path) }
}

/// A place in a configuration.
typealias Place<Value> = any WritableKeyPath<Configuration, Value> & Sendable

// Constructors for the common types of settings.
extension Setting {
  static func text(
    _ path: String, _ length: ClosedRange<Int>, _ place: Place<String>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .text(length), defaultText: Configuration()[keyPath: place],
      meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }

  static func number(
    _ path: String, _ range: ClosedRange<Double>, unit: String = "", _ place: Place<Double>,
    _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .number(range, unit: unit),
      defaultText: plain(Configuration()[keyPath: place]), meaning: meaning
    ) { value, configuration in
      if case .number(let number) = value { configuration[keyPath: place] = number }
    }
  }

  /// An optional duration.
  static func seconds(
    _ path: String, _ range: ClosedRange<Double>, without defaultText: String,
    _ place: Place<Duration?>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .number(range, unit: "seconds"), defaultText: defaultText, meaning: meaning
    ) { value, configuration in
      guard case .number(let number) = value else { return }
      configuration[keyPath: place] = .milliseconds(Int64(saturating: (number * 1000).rounded()))
    }
  }

  static func flag(_ path: String, _ place: Place<Bool>, _ meaning: String) -> Setting {
    Setting(
      path: path, kind: .flag, defaultText: "\(Configuration()[keyPath: place])", meaning: meaning
    ) { value, configuration in
      if case .flag(let flag) = value { configuration[keyPath: place] = flag }
    }
  }

  static func color(_ path: String, _ place: Place<Color>, _ meaning: String) -> Setting {
    Setting(
      path: path, kind: .color, defaultText: Configuration()[keyPath: place].text, meaning: meaning
    ) { value, configuration in
      if case .color(let color) = value { configuration[keyPath: place] = color }
    }
  }

  /// A set of the words of a type; empty by default.
  static func set<Word: RawRepresentable<String> & CaseIterable & Hashable & Sendable>(
    _ path: String, noun: String, without defaultText: String, _ place: Place<Set<Word>>,
    _ meaning: String
  ) -> Setting {
    let words = SettingKind.choice(noun: noun, Word.allCases.map(\.rawValue))
    return Setting(
      path: path, kind: .list(of: words, most: 64), defaultText: defaultText, meaning: meaning
    ) { value, configuration in
      guard case .list(let words) = value else { return }
      configuration[keyPath: place] = Set(words.compactMap(Word.init(rawValue:)))
    }
  }

  /// An optional word of a kind.
  static func optionalWord(
    _ path: String, _ kind: SettingKind, without defaultText: String, _ place: Place<String?>,
    _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: kind, defaultText: defaultText, meaning: meaning) {
      value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }

  /// A list of words; `kind` limits their number and type.
  static func words(
    _ path: String, _ kind: SettingKind, without defaultText: String, _ place: Place<[String]>,
    _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: kind, defaultText: defaultText, meaning: meaning) {
      value, configuration in
      if case .list(let words) = value { configuration[keyPath: place] = words }
    }
  }

  static func names(
    _ path: String, most: Int, without defaultText: String, _ place: Place<[String]>,
    _ meaning: String
  ) -> Setting {
    words(path, .list(of: .text(1...256), most: most), without: defaultText, place, meaning)
  }

  static func keys(
    _ path: String, without defaultText: String, _ place: Place<[String: KeyAction]>,
    _ meaning: String
  ) -> Setting {
    let words = KeyAction.allCases.map(\.rawValue)
    return Setting(
      path: path, kind: .keys(noun: "action", words, most: 1024), defaultText: defaultText,
      meaning: meaning
    ) { value, configuration in
      guard case .keys(let table) = value else { return }
      configuration[keyPath: place] = table.compactMapValues(KeyTable.action)
    }
  }
}

/// The reason why a value is invalid, and how to correct it.
struct SettingError: Error, Hashable { let cause: String }
