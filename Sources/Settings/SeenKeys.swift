internal import VitrinePlaylists

/// The keys of a section that were read so far, to find duplicates.
struct SeenKeys {
  /// Empty at the top level.
  let section: String
  private var lines: [String: Int] = [:]

  init(in section: String) { self.section = section }

  /// Returns the name of a key for messages, and reports a duplicate.
  mutating func record(_ pair: Entry.Pair, _ faults: inout FaultList) -> String {
    let place = (section.isEmpty ? "" : section + ".") + printable(pair.name)
    if let first = lines.updateValue(pair.line, forKey: pair.name) {
      faults.add(place, pair.line, "duplicate key, already set in line \(first)")
    }
    return place
  }
}

/// The message about a key that is not one of `names`.
func unknownKey(_ name: String, _ names: [String]) -> String {
  "unknown key" + cure(for: name, of: names)
}
