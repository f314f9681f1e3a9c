internal import VitrineScenes
internal import VitrineSchedules
internal import VitrineStage

extension Schema {
  static let overlays: [Setting] = [
    Setting(
      path: "overlays", kind: .rows(of: .overlay, overlayFields, most: 32), defaultText: "none",
      meaning: """
        Clocks, texts, tickers, logos and QR codes above the film, each in a section with a name of yours and one of \
        these keys: `clock` (a pattern of strftime, such as `"%H:%M"`), `countdown` (a local time), `text`, `ticker` (a \
        text), `ticker-file` (a text file, one text per line, read again when it changes), `image` (a PNG file), `code` \
        (the text of a QR code). `at` is a corner or an edge, `size` the height in per cent of the display's shorter \
        side. See [overlays.md](overlays.md).
        """
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration.overlays = rows.compactMapValues(StageOverlay.init(row:))
    }
  ]

  private static let overlayFields =
    [
      RowField(name: "clock", kind: .line(1...100), isAlternative: true),
      RowField(name: "countdown", kind: .localTime, isAlternative: true),
      RowField(name: "text", kind: .line(1...300), isAlternative: true),
      RowField(name: "ticker", kind: .line(1...2000), isAlternative: true),
      RowField(name: "ticker-file", kind: .path, isAlternative: true),
      RowField(name: "image", kind: .path, isAlternative: true),
      RowField(name: "code", kind: .line(1...500), isAlternative: true),
      RowField(
        name: "at", kind: .choice(noun: "place", StageOverlay.Place.allCases.map(\.rawValue))),
      RowField(name: "size", kind: .number(1...100, unit: "%")),
      RowField(name: "color", kind: .color), RowField(name: "background", kind: .color),
      RowField(name: "language", kind: .line(1...40)),
      RowField(name: "time-zone", kind: .line(1...99)), RowField(name: "when", kind: .hours),
    ]
}

extension StageOverlay {
  /// Nil without content.
  fileprivate init?(row: [String: String]) {
    let contents: [Content?] = [
      row["clock"].map(Content.clock), row["text"].map(Content.text),
      row["countdown"].flatMap(CivilTime.init(text:)).map(Content.countdown),
      row["ticker"].map { .ticker(.text($0)) }, row["ticker-file"].map { .ticker(.file($0)) },
      row["image"].map(Content.image), row["code"].map(Content.code),
    ]
    guard let content = contents.compactMap(\.self).first else { return nil }
    self.init(
      content, at: row["at"].flatMap(Place.init),
      size: row["size"].flatMap { Double($0) }.map { $0 / 100 })
    color = row["color"].flatMap(Color.init(text:)) ?? color
    background = row["background"].flatMap(Color.init(text:)) ?? background
    (language, timeZone) = (row["language"], row["time-zone"])
    hours = TimeTable(showing: row["when"].flatMap { try? [TimeTable.Row($0)] } ?? [])
  }
}
