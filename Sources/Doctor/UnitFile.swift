/// The parts of a systemd unit that the checks need.
package struct UnitFile: Hashable, Sendable {
  /// All assignments, by section and key: `Service.User`.
  private var values: [String: [String]] = [:]

  /// Reads the unit file and its drop-ins, in order. Ignores invalid lines, which systemd reports
  /// itself.
  package init(_ texts: [String]) {
    for text in texts { read(text) }
  }

  private mutating func read(_ text: String) {
    var (section, pending) = ("", "")
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.trimmed
      if trimmed.hasPrefix("#") || trimmed.hasPrefix(";") { continue }
      if trimmed.hasSuffix("\\") {
        pending += trimmed.dropLast() + " "
        continue
      }
      let whole = pending + trimmed
      pending = ""
      if whole.hasPrefix("["), whole.hasSuffix("]") {
        section = String(whole.dropFirst().dropLast())
      } else if let sign = whole.firstIndex(of: "=") {
        let key = "\(section).\(whole[..<sign].trimmed)"
        let value = whole[whole.index(after: sign)...].trimmed
        // An empty value resets the earlier ones.
        values[key] = value.isEmpty ? [] : values[key, default: []] + [value]
      }
    }
  }

  /// The user that it runs as.
  package var user: String? { values["Service.User"]?.last }
  /// The groups of its processes, in addition to those in the group database.
  package var groups: [String] {
    [values["Service.Group"]?.last].compactMap(\.self)
      + (values["Service.SupplementaryGroups"] ?? []).flatMap {
        $0.split(separator: " ").map(String.init)
      }
  }
  package var hasTerminal: Bool { values["Service.TTYPath"]?.last != nil }
  package var realtimeLimit: Int? { values["Service.LimitRTPRIO"]?.last.flatMap { Int($0) } }

  /// The folders that systemd creates for it, in /var/lib and /var/cache.
  package var stateFolder: String? { folder("StateDirectory").map { "/var/lib/\($0)" } }
  package var cacheFolder: String? { folder("CacheDirectory").map { "/var/cache/\($0)" } }

  private func folder(_ key: String) -> String? {
    values["Service.\(key)"]?.first?.split(separator: " ").first.map {
      String($0.prefix { $0 != ":" })
    }
  }

  /// Whether it has network access; the hardened service has none.
  package var mayUseNetwork: Bool {
    values["Service.IPAddressDeny"]?.last != "any" || values["Service.IPAddressAllow"] != nil
  }

  /// The command line, split into words.
  private var command: [String] {
    (values["Service.ExecStart"]?.last ?? "").split(separator: " ").map(String.init)
  }

  /// Returns all values of an option of its command.
  package func options(_ name: String) -> [String] {
    var found: [String] = []
    for (index, word) in command.enumerated() {
      if word == name, command.indices.contains(index + 1) { found.append(command[index + 1]) }
      if word.hasPrefix("\(name)=") { found.append(String(word.dropFirst(name.count + 1))) }
    }
    return found
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
