internal import VitrinePlaylists

/// The table of all configuration keys, from which checks, messages and the reference page are made.
/// To add a section, add it to `sections`, put its settings in a separate file and list them in
/// `settings`. If it is a part of `Configuration`, also add it to `ConfigurationChange`.
enum Schema {
  /// A section: its path, and its description in Markdown.
  struct Section: Sendable {
    let path: String
    let meaning: String
    var name: String { Schema.name(of: path) }
  }

  static let sections = [
    Section(
      path: "interface",
      meaning: "The gallery, the controls, touch gestures and the service menu."),
    Section(
      path: "interface.theme",
      meaning: """
        Fonts, colours and sizes. Write colours in quotes: `"#RGB"`, `"#RRGGBB"` or `"#RRGGBBAA"` (`FF` is opaque).
        """),
    Section(
      path: "interface.wording", meaning: "Texts of the interface, to translate it."
    ),
    Section(path: "playback", meaning: "Order, repetition, speed and quality."),
    Section(path: "audio", meaning: "Audio output and tracks."),
    Section(path: "subtitles", meaning: "Subtitle tracks and their appearance."),
    Section(
      path: "display",
      meaning: "The display, its mode and its picture. See [display.md](display.md)."),
    Section(path: "input", meaning: "Input devices."),
    Section(
      path: "power", meaning: "When the display is on or off. See [play.md](../use/play.md#power)."),
    Section(path: "service", meaning: "Files and folders of the service."),
    Section(path: "control", meaning: "Control and monitoring by other programs."),
    Section(path: "network", meaning: "HTTP proxy. See [network.md](../use/network.md#proxies)."),
    Section(
      path: "cache",
      meaning:
        "Cache of downloaded media, to play without the network. See [network.md](../use/network.md#the-cache)."
    ),
    Section(
      path: "content",
      meaning: "Content updates, which replace `playlist`. See [content.md](content.md)."),
    Section(
      path: "console",
      meaning: "The virtual terminal behind the picture. See [console.md](console.md)."),
  ]

  static let settings: [Setting] = [
    whole, interface, operation, theme, wording, keys, outputs, playback, audio, subtitles, display,
    input, power, service, control, access, network, cache, content, console,
  ].flatMap(\.self)

  /// The settings directly in a section; an empty path is the top level.
  static func settings(in section: String) -> [Setting] { bySection[section] ?? [] }

  private static let bySection = Dictionary(grouping: settings) { parent(of: $0.path) }

  static func sections(in section: String) -> [Section] {
    sections.filter { parent(of: $0.path) == section }
  }

  static func parent(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[..<$0]) } ?? ""
  }

  /// The last component of a path.
  static func name(of path: String) -> String {
    path.lastIndex(of: ".").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The message about a path that is not a setting's.
  static func unknown(path: String) -> String {
    let paths = settings.map(\.path)
    let near =
      paths.first { name(of: $0) == name(of: path) } ?? nearest(to: path, of: paths)
    return "unknown key" + (near.map { ": did you mean \($0)?" } ?? "")
  }
}
