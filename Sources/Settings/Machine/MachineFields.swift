internal import VitrinePlaylists

/// The keys of one section of a boot partition's file, each of which is taken or told of by itself.
struct MachineFields {
  private let path: String
  private var pairs: [String: Entry.Pair] = [:]

  init(_ entry: Entry, at path: String, _ names: [String], _ faults: inout FaultList) {
    self.path = path
    guard case .map(let all) = entry.content else {
      if !entry.isNothing {
        let wish = names.joined(separator: ", ")
        faults.add(path, entry.line, "\(entry.noun) where lines are: \(wish)")
      }
      return
    }
    var seen = SeenKeys(in: path)
    for pair in all {
      let place = seen.note(pair, &faults)
      if names.contains(pair.name) {
        pairs[pair.name] = pair
      } else {
        faults.add(place, pair.line, unknownKey(pair.name, names))
      }
    }
  }

  func has(_ name: String) -> Bool { pairs[name] != nil }

  func line(of name: String) -> Int { pairs[name]?.line ?? 1 }

  /// What lies below a key; nil where it is not there, or says nothing.
  func section(_ name: String) -> Entry? {
    pairs[name].flatMap { $0.value.isNothing ? nil : $0.value }
  }

  /// A word that `isGood` says yes to; `wish` is what to write instead.
  func word(
    _ name: String, _ isGood: (String) -> Bool, _ wish: String, _ faults: inout FaultList
  ) -> String? {
    guard let value = section(name) else { return nil }
    return word(value, name, isGood, wish, &faults)
  }

  /// A list of such words, or one.
  func words(
    _ name: String, most: Int, _ isGood: (String) -> Bool, _ wish: String,
    _ faults: inout FaultList
  ) -> [String] {
    guard let value = section(name) else { return [] }
    guard case .list(let entries) = value.content else {
      return word(value, name, isGood, wish, &faults).map { [$0] } ?? []
    }
    if entries.count > most {
      faults.add("\(path).\(name)", value.line, "\(entries.count) of them; at most \(most)")
    }
    return entries.prefix(most).compactMap { word($0, name, isGood, wish, &faults) }
  }

  private func word(
    _ entry: Entry, _ name: String, _ isGood: (String) -> Bool, _ wish: String,
    _ faults: inout FaultList
  ) -> String? {
    if case .word(let word, _) = entry.content, isGood(word) { return word }
    faults.add("\(path).\(name)", entry.line, "\(entry.noun); write \(wish)")
    return nil
  }
}
