internal import VitrineTiming

extension OverrideOrder.End {
  /// Parses a duration: `90`, `90s`, `10m`, `2h`, `3d`.
  public init?(length word: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = word.last.flatMap { units[$0] }
    guard
      let number = decimal(
        Substring(unit == nil ? word : String(word.dropLast())), below: 10_000_000)
    else { return nil }
    self = .after(Double(number) * (unit ?? 1))
  }

  /// Parses an end time: `2026-12-24T18:00+01:00`, optionally with seconds, or with `Z`.
  public init?(moment word: String) {
    guard let moment = Moment(text: word) else { return nil }
    self = .at(moment)
  }
}

extension Moment {
  /// Parses an ISO 8601 time with a UTC offset; returns nil without one.
  public init?(text: String) {
    if text.hasSuffix("Z") {
      self.init(String(text.dropLast()), offset: 0)
      return
    }
    guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let parts = text[text.index(after: sign)...].split(
      separator: ":", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [2, 2], let hours = decimal(parts[0], below: 24),
      let minutes = decimal(parts[1], below: 60)
    else { return nil }
    let offset = Int64(hours *| 3600 + minutes * 60)
    // bound: hours and minutes of two digits
    self.init(String(text[..<sign]), offset: text[sign] == "-" ? -offset : offset)
  }

  private init?(_ civil: String, offset: Int64) {
    guard let time = CivilTime(text: civil) else { return nil }
    self.init(second: time.seconds -| offset)
  }
}
