internal import VitrinePlaylists

/// The keys of a section in a boot partition's file. An invalid key does not invalidate the others.
struct MachineFields {
  private let path: String
  private var pairs: [String: Entry.Pair] = [:]

  init(_ entry: Entry, at path: String, _ names: [String], _ faults: inout FaultList) {
    self.path = path
    guard case .map(let all) = entry.content else {
      if !entry.isNothing {
        faults.add(path, entry.line, entry.expectedSection(names))
      }
      return
    }
    var seen = SeenKeys(in: path)
    for pair in all {
      let place = seen.record(pair, &faults)
      if names.contains(pair.name) {
        pairs[pair.name] = pair
      } else {
        faults.add(place, pair.line, unknownKey(pair.name, names))
      }
    }
  }

  func has(_ name: String) -> Bool { pairs[name] != nil }

  func line(of name: String) -> Int { pairs[name]?.line ?? 1 }

  /// The value of a key; nil if it is missing or empty.
  func section(_ name: String) -> Entry? {
    pairs[name].flatMap { $0.value.isNothing ? nil : $0.value }
  }

  /// A word that is valid according to `isGood`; messages end with `expected`.
  func word(
    _ name: String, _ isGood: (String) -> Bool, _ expected: String, _ faults: inout FaultList
  ) -> String? {
    guard let value = section(name) else { return nil }
    return word(value, name, isGood, expected, &faults)
  }

  /// Like `word`, but messages do not contain the value.
  func secret(
    _ name: String, _ isGood: (String) -> Bool, _ expected: String, _ faults: inout FaultList
  ) -> String? {
    guard let value = section(name) else { return nil }
    if case .word(let word, _) = value.content, isGood(word) { return word }
    faults.add("\(path).\(name)", value.line, "expected \(expected)")
    return nil
  }

  /// A word or a list of words.
  func words(
    _ name: String, most: Int, _ isGood: (String) -> Bool, _ expected: String,
    _ faults: inout FaultList
  ) -> [String] {
    guard let value = section(name) else { return [] }
    guard case .list(let entries) = value.content else {
      return word(value, name, isGood, expected, &faults).map { [$0] } ?? []
    }
    if entries.count > most {
      faults.add("\(path).\(name)", value.line, tooMany(entries.count, most))
    }
    return entries.prefix(most).compactMap { word($0, name, isGood, expected, &faults) }
  }

  private func word(
    _ entry: Entry, _ name: String, _ isGood: (String) -> Bool, _ expected: String,
    _ faults: inout FaultList
  ) -> String? {
    if case .word(let word, _) = entry.content, isGood(word) { return word }
    faults.add("\(path).\(name)", entry.line, "expected \(expected), got \(entry.noun)")
    return nil
  }
}
