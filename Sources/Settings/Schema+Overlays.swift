internal import VitrinePictures
internal import VitrineScenes
internal import VitrineSchedules
internal import VitrineStage

extension Schema {
  static let overlays: [Setting] = [
    Setting(
      path: "overlays", kind: .rows(of: .overlay, overlayFields, most: StageOverlay.most),
      defaultText: "none",
      meaning: """
        Clocks, texts, tickers, logos and QR codes above the film, each in a section with a name of yours and one of \
        these keys: `clock` (a pattern of strftime, such as `"%H:%M"`), `countdown` (a local time), `text`, `ticker` (a \
        text), `ticker-file` (a text file with one text per line, or an RSS or Atom feed: a file, read again when it changes, or a web address), `image` (a PNG or JPEG file), `code` \
        (the text of a QR code). `at` is a corner or an edge, `size` the height in per cent of the display's shorter \
        side. See [overlays.md](overlays.md).
        """
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration.overlays = rows.compactMapValues(StageOverlay.init(row:))
    }
  ]

  static let zones: [Setting] = [
    .optionalWord(
      "zones.template", .line(1...4096), without: "no zones", \.zones.template,
      """
      How the display is divided: the name of a shipped template (`vitrine template list`), or the path of a file.
      """),
    .optionalWord(
      "zones.data", .line(1...4096), without: "no data", \.zones.data,
      """
      The folder of the data and picture files that the template names, such as `menu.csv` for the name `menu`. They \
      are read again when they change.
      """),
  ]

  fileprivate static let overlayFields =
    [
      RowField(name: "clock", kind: .line(1...100), isAlternative: true),
      RowField(name: "countdown", kind: .localTime, isAlternative: true),
      RowField(name: "text", kind: .line(1...300), isAlternative: true),
      RowField(name: "ticker", kind: .line(1...2000), isAlternative: true),
      RowField(name: "ticker-file", kind: .file, isAlternative: true),
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
  /// The most overlays at the same time.
  package static let most = 32

  /// Checks the keys of a client's overlay like those of the configuration.
  package init(name: String, keys: [String: String]) throws(ConfigurationFaults) {
    let pairs = keys.sorted { $0.key < $1.key }.map {
      Entry.Pair(
        name: $0.key, line: 1, value: Entry(line: 1, content: .word($0.value, isPlain: true)))
    }
    let row = Entry(line: 1, content: .map(pairs))
    let rows = NamedRows(kind: .overlay, fields: Schema.overlayFields, most: 1)
    var faults = FaultList()
    let value = rows.read(
      [Entry.Pair(name: name, line: 1, value: row)], at: "overlay", 1, &faults)
    guard faults.all.isEmpty, case .rows(let rows)? = value, let row = rows[name],
      let overlay = StageOverlay(row: row)
    else { throw ConfigurationFaults(faults.all.map(\.cause)) }
    self = overlay
  }

  /// The keys and values of the configuration.
  package var keys: [String: String] {
    var keys = ["at": place.rawValue, "size": plain((size * 1000).rounded() / 10)]
    switch content {
    case .clock(let pattern): keys["clock"] = pattern
    case .countdown(let end): keys["countdown"] = end.text
    case .text(let text): keys["text"] = text
    case .ticker(.texts(let texts)): keys["ticker"] = texts.joined(separator: " · ")
    case .ticker(.file(let path)): keys["ticker-file"] = path
    case .image(let path): keys["image"] = path
    case .code(let text): keys["code"] = text
    case .pixels(let picture, let frame):
      keys = ["pixels": "\(picture.size) at \(plain(frame.x)),\(plain(frame.y))"]
    }
    return keys
  }

  /// Nil without content.
  fileprivate init?(row: [String: String]) {
    let contents: [Content?] = [
      row["clock"].map(Content.clock), row["text"].map(Content.text),
      row["countdown"].flatMap(CivilTime.init(text:)).map(Content.countdown),
      row["ticker"].map { .ticker(.texts([$0])) }, row["ticker-file"].map { .ticker(.file($0)) },
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
