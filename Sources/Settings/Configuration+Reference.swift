extension Configuration {
  /// The page of reference, in Markdown, as the schema has it: docs/configuration.md.
  public static var reference: String {
    let body = Schema.sections(in: "").flatMap(pages)
    let own = Schema.settings(in: "").map { setting in
      """
      ## \(setting.path)

      \(setting.meaning) Without it: \(setting.standard).

      \(setting.kind.reference)

      """
    }
    return introduction + (body + own).joined(separator: "\n")
  }

  /// What an example looks like; a good file.
  static let example = """
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

    `vitrine play --config FILE` reads a YAML file, once, before anything is opened. Options on
    the command line win over it. `vitrine config check FILE` says whether it is good: every
    fault with its line and what to write instead, and status 78. A player does the same and does
    not begin.

    ```yaml
    \(example)```

    Every key may be left out, and so may the file. Unknown keys, keys that are there twice,
    anchors and aliases, and files above \(largestFile / 1024) KiB are refused. The file is UTF-8.


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
    case .text(let length): "text, \(length.lowerBound) to \(length.upperBound) characters"
    case .number(let range, let unit):
      "\(plain(range.lowerBound)) to \(plain(range.upperBound))"
        + (unit.isEmpty ? "" : " \(unit)")
    case .flag: "`true`, `false`"
    case .color: "colour"
    case .choice(_, let words): words.map { "`\($0)`" }.joined(separator: ", ")
    case .hours:
      "`mon-fri 07:30-21:00`, `sat,sun 09:00-12:00 14:00-18:00`, `fri 18:00-02:00`, "
        + "`2026-12-25 off`"
    case .mode: "`preferred`, `highest`, or a mode: `1920x1080`, `1920x1080@59.94`"
    case .customMode:
      "a mode by size and rate, `1920x1080@59.94`, or a modeline, "
        + "`'Modeline \"name\" 148.5 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync'`"
    case .connector: "a connector"
    case .paths(let most): "a path, or a list of at most \(most)"
    case .path: "a path that begins with `/`"
    case .terminal: "`auto`, `none`, 1 to 63"
    case .rows(let fields, let most):
      "At most \(most) names of connectors, each with some of: "
        + fields.map { "`\($0.name)` (\($0.kind.reference))" }.joined(separator: ", ") + "."
    case .list(let kind, let most): "a list of at most \(most): \(kind.reference)"
    case .keys(_, let words, let most):
      "At most \(most) names that begin with `KEY_` or `BTN_`, each with one of: "
        + words.map { "`\($0)`" }.joined(separator: ", ") + "."
    }
  }
}
