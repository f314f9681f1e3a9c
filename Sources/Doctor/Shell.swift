extension String {
  /// The text as one word of a shell command, safely quoted.
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
  /// A list such as `a, b and c`.
  var enumerated: String {
    guard let last, count > 1 else { return first ?? "none" }
    return dropLast().joined(separator: ", ") + " and " + last
  }

  /// Shortens a list of more than two to the first and the number of others.
  var abridged: String {
    guard let first, count > 2 else { return enumerated }
    return "\(first) and \(count - 1) more"
  }

  /// The elements without duplicates, in order.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
