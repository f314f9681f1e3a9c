extension Mode {
  /// The mode in the syntax of X's configuration, to the kHz: `Modeline "1920x1080@60" 148.5 1920
  /// 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync`. Parsing it gives an equal mode.
  public var modeline: String {
    let timing = timing
    let clock = Refresh(Int64(timing.clock), 1000)?.description ?? "0"
    let numbers = (timing.across + timing.down).map { "\($0)" }.joined(separator: " ")
    let words = [
      timing.hsyncIsPositive ? "+hsync" : "-hsync", timing.vsyncIsPositive ? "+vsync" : "-vsync",
      timing.isInterlaced ? "interlace" : nil, timing.isDoubled ? "doublescan" : nil,
    ].compactMap { $0 }
    return "Modeline \"\(self)\" \(clock) \(numbers) \(words.joined(separator: " "))"
  }

  /// Parses a modeline. Returns nil if it is invalid, or if no cable supports it.
  public init?(modeline text: String) {
    guard text.utf8.count <= 200 else { return nil }
    // The name may contain spaces; only the text after it is used.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased().filter({ !$0.isWhitespace }) == "modeline"
    else { return nil }
    let words = parts[2].split(whereSeparator: \.isWhitespace)
    guard words.count >= 9, let clock = Double(words[0]), 1...4000 ~= clock else { return nil }
    let numbers = words[1...8].compactMap { Int($0) }
    guard numbers.count == 8 else { return nil }
    var timing = ModeTiming(
      clock: Int((clock * 1000).rounded()), across: Array(numbers[..<4]),
      down: Array(numbers[4...]), hsyncIsPositive: false, vsyncIsPositive: false)
    for word in words.dropFirst(9) {
      guard timing.read(word.lowercased()) else { return nil }
    }
    self.init(timing)
  }
}

extension ModeTiming {
  /// Parses one of a modeline's flags; returns false for others.
  fileprivate mutating func read(_ word: String) -> Bool {
    switch word {
    case "+hsync": hsyncIsPositive = true
    case "-hsync": hsyncIsPositive = false
    case "+vsync": vsyncIsPositive = true
    case "-vsync": vsyncIsPositive = false
    case "interlace": isInterlaced = true
    case "doublescan": isDoubled = true
    default: return false
    }
    return true
  }
}
