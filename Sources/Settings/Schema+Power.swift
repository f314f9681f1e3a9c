internal import VitrinePlayback
internal import VitrineSchedules

extension Schema {
  static let power: [Setting] = [
    .choice(
      "power.off", noun: "value", \.power.off,
      """
      Turn the display off by sending no signal (`dpms`) or a black picture (`black`). Use `black` for \
      televisions that search for another input when the signal stops.
      """),
    .choice(
      "power.meanwhile", noun: "value", \.power.meanwhile,
      """
      Playback while the display is off: pause, and resume at the same position; continue, unseen and \
      without sound; or stop, and restart with the first item.
      """),
    .flag(
      "power.cec", \.power.usesCEC,
      "Also wake the display and put it to sleep over HDMI-CEC, if the connector supports it."),
    .seconds(
      "power.wake", 5...86_400, without: "never", \.power.wake,
      """
      How long a touch or key turns on an interactive display that is off, or keeps it on past a scheduled \
      switch-off. Each one restarts this time. While the display is off, input does nothing else, except \
      for the power key.
      """),
    .schedule(
      "power.schedule", most: 400, without: "always on", \.power.schedule,
      """
      When the display is on, by local time: weekdays or a date, then times. A row belongs to the day on \
      which it begins, even past midnight. Rows for a date replace those for its weekday. If no row names \
      a weekday, the display is on every day. Put a row that contains a comma in quotes, or \
      write one row per line after `-`.
      """),
    .choice(
      "power.untrusted-clock", noun: "value", \.power.untrustedClock,
      """
      Whether a display with a schedule is on while the machine's clock is not set: on, off, or as the \
      schedule was when the clock was last set. The schedule applies within a second of the clock being set.
      """),
  ]
}

extension Setting {
  /// One of the words of a type.
  static func choice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, noun: String, _ place: Place<Word>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .choice(noun: noun, Word.allCases.map(\.rawValue)),
      defaultText: "`\(Configuration()[keyPath: place].rawValue)`", meaning: meaning
    ) { value, configuration in
      guard case .text(let text) = value, let word = Word(rawValue: text) else { return }
      configuration[keyPath: place] = word
    }
  }

  static func schedule(
    _ path: String, most: Int, without defaultText: String, _ place: Place<TimeTable>,
    _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .list(of: .hours, most: most), defaultText: defaultText, meaning: meaning
    ) {
      value, configuration in
      guard case .list(let rows) = value else { return }
      configuration[keyPath: place] = TimeTable(
        rows.compactMap { try? TimeTable.Row($0) })
    }
  }
}
