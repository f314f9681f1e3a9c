internal import VitrinePlayback
internal import VitrineSchedules

extension Schema {
  static let power: [Setting] = [
    .choice(
      "power.off", noun: "way", \.power.off,
      """
      What a display that is off gets: no signal, or a black picture, for televisions that look \
      for another signal when there is none.
      """),
    .choice(
      "power.meanwhile", noun: "way", \.power.meanwhile,
      """
      What becomes of the playing while the display is off: it stands and goes on at the same \
      place; it goes on, unseen and unheard; or it ends, and begins anew.
      """),
    .flag(
      "power.cec", \.power.usesCEC,
      """
      Whether the display is also told over HDMI-CEC to wake and to sleep, where the connector \
      has it.
      """),
    .seconds(
      "power.wake", 5...86_400, without: "never", \.power.wake,
      """
      For how long a touch or key turns on the display that is operated while it is off, or keeps \
      it on when it is to be turned off; each begins anew. While it is off they do nothing else, \
      with or without this, but for the key that turns it on.
      """),
    .schedule(
      "power.schedule", most: 400, without: "always on", \.power.schedule,
      """
      When the display is on, by the machine's time of day: weekdays or a date, and times. A row \
      belongs to the day it begins on, also over midnight; the rows of a date count instead of \
      those of its weekday. Without rows for weekdays each day is on. Rows with a comma are in \
      quotes, or on a line of their own behind `-`.
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
      standard: "`\(Configuration()[keyPath: place].rawValue)`", meaning: meaning
    ) { value, configuration in
      guard case .text(let text) = value, let word = Word(rawValue: text) else { return }
      configuration[keyPath: place] = word
    }
  }

  static func schedule(
    _ path: String, most: Int, without standard: String, _ place: Place<TimeTable>,
    _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: .list(of: .hours, most: most), standard: standard, meaning: meaning) {
      value, configuration in
      guard case .list(let rows) = value else { return }
      configuration[keyPath: place] = TimeTable(
        rows.compactMap { try? TimeTable.Row($0) })
    }
  }
}
