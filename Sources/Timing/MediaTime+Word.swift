extension MediaTime {
  /// Parses user input: seconds, with or without a fraction, `mm:ss` or `h:mm:ss`.
  public init?(word: String) {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for part in parts {
      guard let number = Double(part), number >= 0 else { return nil }
      seconds = seconds * 60 + number
    }
    guard seconds < 1e8 else { return nil }
    self.init(nanoseconds: Int64(saturating: seconds * 1e9))
  }
}
