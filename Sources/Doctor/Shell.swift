extension String {
  /// As one word of a shell's command: what comes from outside stays one.
  var shellWord: String {
    let plain = unicodeScalars.allSatisfy { letter in
      letter.isASCII
        && (letter.properties.isAlphabetic || ("0"..."9").contains(letter)
          || "/._-:@=+,".unicodeScalars.contains(letter))
    }
    if plain, !isEmpty { return self }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }
}

extension [String] {
  /// `a, b and c`.
  var enumerated: String {
    guard let last, count > 1 else { return first ?? "none" }
    return dropLast().joined(separator: ", ") + " and " + last
  }

  /// The first of many, and how many more there are.
  var abridged: String {
    guard let first, count > 2 else { return enumerated }
    return "\(first) and \(count - 1) more"
  }

  /// Each once, in their order.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
