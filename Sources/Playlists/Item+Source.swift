internal import VitrineStreams

extension Item {
  /// Parses a command-line argument: a path, a URL, or `color:` with a name (black, white) or
  /// #RRGGBB. Returns nil for an invalid URL or colour.
  public init?(source: String) {
    guard source.hasPrefix("color:") else {
      guard let found = try? ListLocation(folder: "").source(argument: source) else { return nil }
      self.init(found)
      return
    }
    let word = source.dropFirst(6)
    let names: [Substring: UInt32] = ["black": 0, "white": 0xFF_FFFF]
    if let known = names[word] {
      self.init(.color(known))
      return
    }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(.color(value))
  }
}
