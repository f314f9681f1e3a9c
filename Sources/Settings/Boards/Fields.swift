/// The keys of a section of a board file, after unknown and duplicate ones were reported.
struct Fields {
  let path: String
  let line: Int
  private var entries: [String: Entry] = [:]

  /// Returns nil if the entry is not a section.
  init?(_ entry: Entry, at path: String, names: [String], _ faults: inout FaultList) {
    (self.path, line) = (path, entry.line)
    guard case .map(let pairs) = entry.content else {
      faults.add(path, entry.line, entry.expectedSection(names))
      return nil
    }
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      if !names.contains(pair.name) {
        faults.add(place, pair.line, unknownKey(pair.name, names))
      } else if pair.value.isNothing {
        faults.add(place, pair.line, "missing value: remove the key")
      } else {
        entries[pair.name] = pair.value
      }
    }
  }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  subscript(name: String) -> Entry? { entries[name] }

  /// An optional word.
  func word(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> String? {
    guard let entry = self[name],
      case .text(let word)? = kind.read(entry, at: place(name), &faults)
    else { return nil }
    return word
  }

  /// A required word.
  func required(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> String {
    if self[name] == nil { faults.add(path, line, "missing \(name): expected \(kind.expected)") }
    return word(name, kind, &faults) ?? ""
  }

  /// A list of words; empty by default.
  func words(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> [String] {
    guard let entry = self[name] else { return [] }
    let list = SettingKind.list(of: kind, most: 64)
    guard case .list(let words)? = list.read(entry, at: place(name), &faults) else { return [] }
    return words
  }

  /// The line of each word in a list.
  func lines(of name: String) -> [Int] {
    guard case .list(let inner)? = self[name]?.content else { return [] }
    return inner.map(\.line)
  }

  /// A list of sections; empty by default.
  func sections(
    _ name: String, names: [String], _ faults: inout FaultList
  ) -> [Fields] {
    guard let entry = self[name] else { return [] }
    guard case .list(let inner) = entry.content else {
      faults.add(
        place(name), entry.line, "expected a list, with - before each entry; got \(entry.noun)")
      return []
    }
    guard inner.count <= 64 else {
      faults.add(place(name), entry.line, tooMany(inner.count, 64))
      return []
    }
    return inner.compactMap { Fields($0, at: place(name), names: names, &faults) }
  }
}
