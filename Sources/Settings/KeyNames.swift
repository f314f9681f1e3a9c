/// Key names in a file, each with an action.
struct KeyNames {
  let noun: String
  let words: [String]
  let most: Int

  func read(
    _ pairs: [Entry.Pair], at path: String, _ line: Int, _ faults: inout FaultList
  ) -> SettingValue? {
    guard pairs.count <= most else {
      faults.add(path, line, tooMany(pairs.count, most))
      return nil
    }
    var table: [String: String] = [:]
    var seen = SeenKeys(in: path)
    for pair in pairs {
      let place = seen.record(pair, &faults)
      let cause = Self.fault(of: pair.name)
      if let cause { faults.add(place, pair.line, cause) }
      guard
        case .text(let word)? = SettingKind.choice(noun: noun, words)
          .read(pair.value, at: place, &faults), cause == nil
      else { continue }
      table[pair.name] = word
    }
    return .keys(table)
  }

  /// Returns nil for a name in libevdev's form.
  static func fault(of name: String) -> String? {
    if isName(name) { return nil }
    let upper = name.uppercased()
    let cure =
      [upper, "KEY_\(upper)"].first(where: isName).map { "did you mean \($0)?" }
      ?? "expected a name such as KEY_RED or BTN_0"
    return "invalid key name: \(cure)"
  }

  private static func isName(_ name: String) -> Bool {
    guard (5...64).contains(name.utf8.count), name.hasPrefix("KEY_") || name.hasPrefix("BTN_")
    else { return false }
    // Keys without a name in the kernel are named by number: KEY_0x2FA.
    let rest = name.dropFirst(name.hasPrefix("KEY_0x") ? 6 : 4).utf8
    return !rest.isEmpty
      && rest.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || $0 == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }
}
