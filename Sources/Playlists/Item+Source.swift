extension Item {
  /// As people name what is played: a path, or `color:` with a name (black, white) or #RRGGBB. Nil
  /// for a colour that is none.
  public init?(source: String) {
    guard source.hasPrefix("color:") else {
      self.init(path: source)
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
