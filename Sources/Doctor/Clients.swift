internal import VitrinePlayback

/// The processes that have a card open, from `/sys/kernel/debug/dri/N/clients`, which only root can
/// read.
package struct ClientTable: Sendable {
  /// The DRM masters.
  package private(set) var masters: Set<Int> = []

  /// Parses columns command, process, device, master and others that vary. A command may contain
  /// spaces. Returns nil for other texts.
  package init?(_ text: String) {
    let lines = text.split(separator: "\n")
    guard let heading = lines.first, heading.contains("master") else { return nil }
    for line in lines.dropFirst() {
      let fields = line.split(separator: " ")
      for place in fields.indices.dropFirst() where fields.indices.contains(place + 2) {
        guard let process = Int(fields[place]), Int(fields[place + 1]) != nil,
          ["y", "n"].contains(fields[place + 2])
        else { continue }
        if fields[place + 2] == "y" { masters.insert(process) }
        break
      }
    }
  }
}

/// Returns the system unit of a process, from its `/proc/N/cgroup`; nil for a process outside of
/// one.
package func unit(inControlGroup text: String) -> String? {
  for line in text.split(separator: "\n") {
    let path = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
    // `sudo systemctl` cannot control units of user managers, which are below user.slice.
    guard !path.contains("user.slice"), let name = path.split(separator: "/").last,
      name.hasSuffix(".service")
    else { continue }
    return String(name)
  }
  return nil
}

extension SoundFacts.Monitor {
  /// Parses the files `/proc/asound/card*/eld#*`, one per port.
  package init(eld texts: [String]) {
    guard !texts.isEmpty else {
      self = .unknown
      return
    }
    for text in texts {
      var values: [Substring: Substring] = [:]
      for line in text.split(separator: "\n") {
        let halves = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
        if halves.count == 2 { values[halves[0]] = halves[1].drop(while: \.isWhitespace) }
      }
      guard values["eld_valid"] == "1", let formats = values["sad_count"].flatMap({ Int($0) }),
        formats > 0
      else { continue }
      // Such as "[0x2] AC-3".
      let codings = (0..<min(formats, 15)).compactMap { place -> SoundCoding? in
        let number = values["sad\(place)_coding_type"]?.dropFirst(3).prefix(while: \.isHexDigit)
        return number.flatMap { UInt8($0, radix: 16) }.flatMap { SoundCoding(audioFormat: $0) }
      }
      self = .takesSound(
        values["monitor_name"].map(String.init) ?? "the display", decodes: Set(codings))
      return
    }
    self = .none
  }
}
