/// The keys of one section of a board's file, each there once and known.
struct Fields {
  let path: String
  let line: Int
  private var entries: [String: Entry] = [:]

  /// Nil for what is no section.
  init?(_ entry: Entry, at path: String, names: [String], _ faults: inout FaultList) {
    (self.path, line) = (path, entry.line)
    guard case .map(let pairs) = entry.content else {
      let all = names.joined(separator: ", ")
      faults.add(shown, entry.line, "\(entry.noun) where lines are: \(all)")
      return nil
    }
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.note(pair, &faults)
      if !names.contains(pair.name) {
        faults.add(place, pair.line, unknownKey(pair.name, names))
      } else if pair.value.isNothing {
        faults.add(place, pair.line, "no value; leave it out")
      } else {
        entries[pair.name] = pair.value
      }
    }
  }

  private var shown: String { path.isEmpty ? "the file" : path }

  private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  subscript(name: String) -> Entry? { entries[name] }

  /// A word that need not be there.
  func word(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> String? {
    guard let entry = self[name],
      case .text(let word)? = kind.read(entry, at: place(name), &faults)
    else { return nil }
    return word
  }

  /// A word that has to be there.
  func needed(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> String {
    if self[name] == nil { faults.add(shown, line, "without \(name); write \(kind.wish)") }
    return word(name, kind, &faults) ?? ""
  }

  /// None where there is no such list.
  func words(_ name: String, _ kind: SettingKind, _ faults: inout FaultList) -> [String] {
    guard let entry = self[name] else { return [] }
    let list = SettingKind.list(of: kind, most: 64)
    guard case .list(let words)? = list.read(entry, at: place(name), &faults) else { return [] }
    return words
  }

  /// Where each of a list's words stands.
  func lines(of name: String) -> [Int] {
    guard case .list(let inner)? = self[name]?.content else { return [] }
    return inner.map(\.line)
  }

  /// A list of sections; none where it is not there.
  func sections(
    _ name: String, names: [String], _ faults: inout FaultList
  ) -> [Fields] {
    guard let entry = self[name] else { return [] }
    guard case .list(let inner) = entry.content else {
      faults.add(place(name), entry.line, "\(entry.noun); write a list, each line with - in front")
      return []
    }
    guard inner.count <= 64 else {
      faults.add(place(name), entry.line, "\(inner.count) of them; at most 64")
      return []
    }
    return inner.compactMap { Fields($0, at: place(name), names: names, &faults) }
  }
}
