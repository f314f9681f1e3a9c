internal import VitrinePlaylists

/// All that a configuration may say: the one table from which checks, messages and the page of
/// reference come. A new section is a line in `sections`, its settings in a file of their own and
/// their name in `settings`; where it is a part of `Configuration`, also in `ConfigurationChange`.
enum Schema {
  /// A section by its path, and what it is about, in Markdown.
  struct Section: Sendable {
    let path: String
    let meaning: String
    var name: String { Schema.name(of: path) }
  }

  static let sections = [
    Section(path: "interface", meaning: "What people at the display see beside the video."),
    Section(
      path: "interface.theme",
      meaning: """
        How it looks. Colours are `"#RGB"`, `"#RRGGBB"` or `"#RRGGBBAA"` (`FF`: opaque), in quotes.
        """),
    Section(
      path: "interface.wording", meaning: "Its words, for displays in other languages than English."
    ),
    Section(path: "playback", meaning: "How what is played goes on."),
    Section(path: "audio", meaning: "Where sound goes, and which."),
    Section(path: "subtitles", meaning: "Whether there are any, and which."),
    Section(path: "display", meaning: "Which display is used, and how."),
    Section(path: "input", meaning: "What it is operated with."),
    Section(path: "power", meaning: "When the display is on, and what it means that it is off."),
    Section(path: "service", meaning: "Where a service is found, and where it keeps things."),
    Section(path: "control", meaning: "Other ways to work the player."),
    Section(path: "network", meaning: "Over which way servers are asked."),
    Section(
      path: "cache",
      meaning: "What was fetched over the network and is kept, to be played without it."),
    Section(
      path: "content", meaning: "Where a service gets what it shows from; instead of `playlist`."),
    Section(path: "console", meaning: "The virtual terminal behind the picture."),
  ]

  static let settings: [Setting] = [
    whole, interface, operation, theme, wording, keys, outputs, playback, audio, subtitles, display,
    input, power, service, control, access, network, cache, content, console,
  ].flatMap(\.self)

  /// The settings directly in a section; of the file itself with an empty path.
  static func settings(in section: String) -> [Setting] { bySection[section] ?? [] }

  private static let bySection = Dictionary(grouping: settings) { parent(of: $0.path) }

  static func sections(in section: String) -> [Section] {
    sections.filter { parent(of: $0.path) == section }
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// What is wrong with a path that is none of a setting.
  static func unknown(path: String) -> String {
    let paths = settings.map(\.path)
    let near =
      paths.first { name(of: $0) == name(of: path) } ?? nearest(to: path, of: paths)
    return "no such key" + (near.map { "; is \($0) meant?" } ?? "")
  }
}
