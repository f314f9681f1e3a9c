internal import VitrinePlaylists

/// The keys of a section as they are read: none may be there twice.
struct SeenKeys {
  /// Empty for the file itself.
  let section: String
  private var lines: [String: Int] = [:]

  init(in section: String) { self.section = section }

  /// What messages call a key; tells where it was said before.
  mutating func note(_ pair: Entry.Pair, _ faults: inout FaultList) -> String {
    let place = (section.isEmpty ? "" : section + ".") + printable(pair.name)
    if let first = lines.updateValue(pair.line, forKey: pair.name) {
      faults.add(place, pair.line, "said before, in line \(first)")
    }
    return place
  }
}

/// What is wrong with a key that is none of `names`.
func unknownKey(_ name: String, _ names: [String]) -> String {
  if let near = nearest(to: name, of: names) { return "no such key; is \(near) meant?" }
  return "no such key; there are \(names.joined(separator: ", "))"
}
