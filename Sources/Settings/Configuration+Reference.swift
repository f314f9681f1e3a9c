extension Configuration {
  /// The page of reference, in Markdown, as the schema has it: docs/operate/configuration.md.
  public static var reference: String {
    let body = Schema.sections(in: "").flatMap(pages)
    let own = Schema.settings(in: "").map { setting in
      """
      ## \(setting.path)

      \(setting.meaning) Without it: \(setting.standard).

      \(setting.kind.reference)

      """
    }
    return introduction + (own + body).joined(separator: "\n")
  }

  /// What an example looks like; a good file.
  static let example = """
    playlist: /srv/vitrine/week.m3u8
    interface:
      heading: Filme
      attract-after: 60
      hide: [orientation-button]
      theme:
        accent: "#0A84FF"
        scale: 1.2
      wording:
        subtitles: Untertitel
        audio: Ton
        off: Aus
    keys:
      KEY_RED: subtitles
      KEY_PROG1: none
    display:
      mode: 1920x1080@60
      match: list
      rotation: 90
    outputs:
      HDMI-A-2:
        mode: highest
        rotation: auto
        playlist: /srv/vitrine/menu
    audio:
      volume: 0.8
      languages: [de, en]
    playback:
      shuffle: true
      image-duration: 12
    input:
      touchscreens: ["Lab touchscreen"]
    power:
      schedule:
        - mon-fri 07:30-21:00
        - sat,sun 09:00-18:00
        - 2026-12-24 09:00-14:00
        - 2026-12-25 off

    """

  private static let introduction = """
    # Configuration

    <!-- Made by `vitrine config reference` from the schema; do not edit. -->

    A configuration is made of layers. Each wins over those before it, key by key:

    1. what is built in (the column "without it" below);
    2. the board's file, which `vitrine board` names; see boards.md;
    3. `/etc/vitrine/vitrine.yaml`;
    4. `/etc/vitrine/conf.d/*.yaml`, in the order of their names' bytes;
    5. of a service, `configuration.yaml` in its folder of state: what was said over HTTP (see web.md);
    6. the environment: `VITRINE_` and the key in capitals, with `_` for `.` and `-`;
    7. options of the command line.

    A later layer's list replaces an earlier one's. Rows of `keys` and `outputs` count by their
    names, and in a row of `outputs` each key for itself.

    ```yaml
    \(example)```

    `vitrine config check` reads all layers, or the files that it is given, and tells every fault
    with its file, its line and what to write instead; its status is 78 then. A playlist that is not there
    is told, too, with status 66. `vitrine play` tells
    the same and does not begin; `vitrine run` begins, and its display says that the configuration
    cannot be used. `vitrine config show --origin` prints what holds, as a file that says the same,
    and behind each value where it comes from. `vitrine play` reads none
    of these layers: its options count, and `--config FILE`, that file alone.

    Files are read before anything is opened. `vitrine run` reads them again on SIGHUP, which is
    `systemctl reload vitrine`; broken ones are told then, and change nothing.

    In the environment lists have commas (`VITRINE_DISPLAY_CUSTOM_MODES=1920x1080@50,1280x720`),
    time tables semicolons
    (`VITRINE_POWER_SCHEDULE="sat,sun 09:00-18:00; 2026-12-25 off"`), and tables name their rows
    (`VITRINE_KEYS=KEY_RED=subtitles`, `VITRINE_OUTPUTS=HDMI-A-2.mode=highest`). A name that is no
    key is a fault like any other.

    Every key may be left out, and so may every file. Unknown keys, keys that are there twice,
    anchors and aliases, and files above \(largestFile / 1024) KiB are refused. Files are UTF-8.


    """

  private static func pages(of section: Schema.Section) -> [String] {
    let rows = Schema.settings(in: section.path).map { setting in
      "| `\(setting.name)` | \(setting.kind.reference) "
        + "| \(setting.standardCell) | \(setting.meaning) |"
    }
    let table = ["| key | value | without it | meaning |", "|---|---|---|---|"] + rows
    let page = """
      ## \(section.path)

      \(section.meaning)

      \(table.joined(separator: "\n"))

      """
    return [page] + Schema.sections(in: section.path).flatMap(pages)
  }
}

extension Setting {
  fileprivate var standardCell: String {
    switch kind {
    case .text, .number, .color, .flag: "`\(standard)`"
    case .hours: standard
    default: standard
    }
  }
}

extension SettingKind {
  /// What a value may be, in Markdown.
  fileprivate var reference: String {
    switch self {
    case .text(let length), .line(let length):
      "text, \(length.lowerBound) to \(length.upperBound) characters"
    case .number(let range, let unit):
      "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
        + (unit.isEmpty ? "" : " \(unit)")
    case .secondsOrNever(let range):
      "`never`, or \(plain(range.lowerBound)) to \(plain(range.upperBound)) seconds"
    case .flag: "`true`, `false`"
    case .color: "colour"
    case .digits(let count): "\(count.lowerBound) to \(count.upperBound) digits"
    case .choice(_, let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .hours:
      "`mon-fri 07:30-21:00`, `sat,sun 09:00-12:00 14:00-18:00`, `fri 18:00-02:00`, "
        + "`2026-12-25 off`"
    case .amounts: "`mon-fri 08:00-20:00 40%`, `2026-12-25 off`"
    case .mode: "`preferred`, `highest`, or a mode: `1920x1080`, `1920x1080@59.94`"
    case .quality: "`auto`, `lowest`, `highest`, a height as `720p`, or 0.01 to 1000 Mbit/s"
    case .decoder: "`auto`, `software`, a driver's name as `meson-vdec`, or a path as `/dev/video1`"
    case .customMode:
      "a mode by size and rate, `1920x1080@59.94`, or a modeline, "
        + "`'Modeline \"name\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync'`"
    case .connector: "a connector"
    case .paths(let most): "a path, or a list of at most \(most)"
    case .path: "a path that begins with `/`"
    case .terminal: "`auto`, `none`, 1 to 63"
    case .origin, .proxy: "the beginning of an address"
    case .screen: "another screen's address and port: `http://10.0.0.7:8083`"
    case .address: "an address that begins with `https://` or `http://`"
    case .endpoint: "an address of this machine and a port: `127.0.0.1:8080`, `\"[::1]:8080\"`"
    case .rows(let kind, let fields, let most):
      "At most \(most) \(kind == .origin ? "beginnings of addresses" : "names of connectors"), each with "
        + "some of: "
        + fields.map { "`\($0.name)` (\($0.kind.reference))" }.joined(separator: ", ") + "."
    case .list(let kind, let most): "a list of at most \(most): \(kind.reference)"
    case .keys(_, let words, let most):
      "At most \(most) names that begin with `KEY_` or `BTN_`, each with one of: "
        + words.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
  }
}
