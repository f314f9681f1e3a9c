/// What a unit of systemd says, as far as a player's health goes by it.
public struct UnitFile: Hashable, Sendable {
  /// Its whole text's assignments, by section and key: `Service.User`.
  private var values: [String: [String]] = [:]

  /// Reads the unit's file and then its drop-ins, in their order. Lines that are none are left
  /// out: systemd itself has said what it thinks of them.
  public init(_ texts: [String]) {
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
        // Nothing takes back what was said before.
        values[key] = value.isEmpty ? [] : values[key, default: []] + [value]
      }
    }
  }

  /// The user that it runs as.
  public var user: String? { values["Service.User"]?.last }
  /// Those that it gives to its processes, whatever the table of groups says.
  public var groups: [String] {
    [values["Service.Group"]?.last].compactMap(\.self)
      + (values["Service.SupplementaryGroups"] ?? []).flatMap {
        $0.split(separator: " ").map(String.init)
      }
  }
  public var hasTerminal: Bool { values["Service.TTYPath"]?.last != nil }
  public var realtimeLimit: Int? { values["Service.LimitRTPRIO"]?.last.flatMap { Int($0) } }

  /// The folders that are made for it, below /var/lib and /var/cache.
  public var stateFolder: String? { folder("StateDirectory").map { "/var/lib/\($0)" } }
  public var cacheFolder: String? { folder("CacheDirectory").map { "/var/cache/\($0)" } }

  private func folder(_ key: String) -> String? {
    values["Service.\(key)"]?.first?.split(separator: " ").first.map {
      String($0.prefix { $0 != ":" })
    }
  }

  /// Whether it is not kept from all of it, as the hardened service is.
  public var mayUseNetwork: Bool {
    values["Service.IPAddressDeny"]?.last != "any" || values["Service.IPAddressAllow"] != nil
  }

  /// The words of its command.
  private var command: [String] {
    (values["Service.ExecStart"]?.last ?? "").split(separator: " ").map(String.init)
  }

  /// What is said after an option of its command, each time that it is.
  public func options(_ name: String) -> [String] {
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
