internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes
internal import VitrineSchedules

extension SettingKind {
  /// Reads a value; returns nil if it is invalid, and adds the reason to `faults`.
  func read(_ entry: Entry, at path: String, _ faults: inout FaultList) -> SettingValue? {
    switch (self, entry.content) {
    case (.keys, _) where entry.isNothing: return .keys([:])
    case (.rows, _) where entry.isNothing: return .rows([:])
    case (.color, _) where entry.isNothing:
      // An unquoted colour is a comment.
      faults.add(
        path, entry.line, "missing value: expected \(expected); # outside quotes begins a comment")
    case (_, .word) where entry.isNothing:
      faults.add(path, entry.line, "missing value: expected \(expected), or remove the key")
    case (.list(let kind, let most), .list(let entries)):
      return kind.readList(entries, most: most, at: path, entry.line, &faults)
    case (.paths(let most), .list(let entries)):
      return SettingKind.text(1...4096).readList(entries, most: most, at: path, entry.line, &faults)
    case (.paths, .word):
      return SettingKind.text(1...4096).readList([entry], most: 1, at: path, entry.line, &faults)
    case (.keys(let noun, let words, let most), .map(let pairs)):
      let table = KeyNames(noun: noun, words: words, most: most)
      return table.read(pairs, at: path, entry.line, &faults)
    case (.rows(let kind, let fields, let most), .map(let pairs)):
      let rows = NamedRows(kind: kind, fields: fields, most: most)
      return rows.read(pairs, at: path, entry.line, &faults)
    case (.list, .word), (.keys, .word), (.rows, .word), (_, .list), (_, .map):
      faults.add(path, entry.line, "expected \(expected), got \(entry.noun)")
    case (_, .word(let word, let isPlain)):
      do throws(SettingError) {
        return try read(word, isPlain: isPlain)
      } catch {
        faults.add(path, entry.line, error.cause)
      }
    }
    return nil
  }

  private func readList(
    _ entries: [Entry], most: Int, at path: String, _ line: Int, _ faults: inout FaultList
  ) -> SettingValue? {
    guard entries.count <= most else {
      faults.add(path, line, tooMany(entries.count, most))
      return nil
    }
    let values = entries.compactMap { entry -> String? in
      guard case .text(let text)? = read(entry, at: path, &faults) else { return nil }
      return text
    }
    return values.count == entries.count ? .list(values) : nil
  }

  /// Reads a word; throws if it is not of this kind.
  private func read(_ word: String, isPlain: Bool) throws(SettingError) -> SettingValue {
    switch self {
    case .text(let length), .line(let length): return .text(try checked(word, length))
    case .number(let range, _): return .number(try number(word, isPlain: isPlain, in: range))
    case .numberOrOff(let range, _):
      if word == "off" { return .text(word) }
      return .number(try number(word, isPlain: isPlain, in: range))
    case .secondsOrNever(let range):
      if word == "never" { return .text(word) }
      return .number(try number(word, isPlain: isPlain, in: range))
    case .mixer:
      if MixerPolicy(word: word) != nil { return .text(word) }
      return .number(try number(word, isPlain: isPlain, in: MixerPolicy.levels))
    case .brightness:
      if word.hasPrefix("sensor") {
        guard AmbientBrightness.range(word) != nil else { throw invalid("brightness", word) }
        return .text(word)
      }
      return .number(try number(word, isPlain: isPlain, in: 0...100))
    case .flag:
      guard isPlain, let flag = Bool(word) else { throw wrong(word, isPlain && Bool(word) == nil) }
      return .flag(flag)
    case .color:
      guard let color = Color(text: word) else {
        throw SettingError(cause: "invalid colour \(quoted(word)): expected #RRGGBB or #RRGGBBAA")
      }
      return .color(color)
    case .digits(let count):
      guard count.contains(word.utf8.count),
        word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
      else { throw invalid("PIN", word) }
      return .text(word)
    case .hours:
      do throws(TimeTable.Row.Fault) {
        _ = try TimeTable.Row(word)
      } catch {
        throw SettingError(cause: "invalid row \(quoted(word)): \(error.cause)")
      }
      return .text(word)
    case .amounts:
      do throws(TimeTable.Row.Fault) {
        _ = try AmountTable.Row(word)
      } catch {
        throw SettingError(cause: "invalid row \(quoted(word)): \(error.cause)")
      }
      return .text(word)
    case .languageDevice:
      guard LanguageDevice(word) != nil else { throw wrong(word, true) }
      return .text(word)
    case .choice, .mode, .margins, .wall, .bezels, .transition, .quality, .decoder, .customMode,
      .connector,
      .trigger, .overlay,
      .localTime, .origin, .broker, .proxy, .screen,
      .address, .endpoint,
      .path, .file,
      .terminal:
      return .text(try spelled(word))
    case .list, .keys, .rows, .paths: throw wrong(word, true)
    }
  }

  private func wrong(_ word: String, _ isOther: Bool) -> SettingError {
    let end = isOther ? "" : ", without quotes"
    return SettingError(cause: "invalid value \(quoted(word)): expected \(expected)\(end)")
  }

  private func checked(_ word: String, _ length: ClosedRange<Int>) throws(SettingError) -> String {
    let scalars = word.unicodeScalars
    if let bad = scalars.first(where: \.isControl) {
      let what = bad == "\n" ? "a line break" : "a control character"
      throw SettingError(cause: "text contains \(what): expected one line of text")
    }
    guard length.contains(scalars.count) else {
      throw SettingError(
        cause: scalars.isEmpty
          ? "empty value: expected text"
          : "text is too long: \(scalars.count) characters (limit: \(length.upperBound))")
    }
    return word
  }

  private func number(
    _ word: String, isPlain: Bool, in range: ClosedRange<Double>
  ) throws(SettingError) -> Double {
    // Double also parses nan and 0x1p3.
    let looksRight = word.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard looksRight, let number = Double(word) else { throw wrong(word, true) }
    guard isPlain else { throw wrong(word, false) }
    guard range.contains(number) else {
      throw SettingError(cause: "\(printable(word)) is out of range: expected \(expected)")
    }
    return number
  }
}

/// The message about a word that is not one of `words`.
func unknown(_ word: String, _ noun: String, _ words: [String]) -> String {
  "unknown \(noun) \(quoted(word))" + cure(for: word, of: words)
}

/// How the message about an unknown word ends: with the nearest of `names`, otherwise with all of them.
func cure(for word: String, of names: [String]) -> String {
  let hint = suggestion(for: word, of: names)
  return hint.isEmpty ? ": expected \(either(names))" : hint
}

/// The message about a list or section with too many entries.
func tooMany(_ count: Int, _ most: Int) -> String {
  "too many entries: \(count) (limit: \(most))"
}
