internal import VitrineGestures
internal import VitrineOverlay
internal import VitrinePlaylists

/// The table of all configuration keys, from which checks, messages and the reference page are made.
/// To add a section, add it to `sections`, put its settings into an extension and list them in
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
    Section(
      path: "zones",
      meaning: "Zones for texts, tables and pictures beside the film. See [zones.md](zones.md)."),
    Section(path: "input", meaning: "Input devices."),
    Section(
      path: "power", meaning: "When the display is on or off. See [play.md](../use/play.md#power)."),
    Section(path: "service", meaning: "Files and folders of the service."),
    Section(path: "control", meaning: "Control and monitoring by other programs."),
    Section(
      path: "fleet", meaning: "Many screens on one MQTT broker. See [fleet.md](fleet.md)."),
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
    topLevel, interface, operation, theme, wording, keys, outputs, playback, audio, subtitles,
    display, input, triggers, overlays, zones, power, service, control, fleet, access, network,
    cache, content, console,
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

extension Schema {
  static let keys: [Setting] = [
    .keys(
      "keys", without: "each key's usual action", \.interface.keys,
      """
      Actions for keys of remotes and keyboards. `KEY_RED: subtitles` changes what a key does; `none` \
      disables it. `vitrine keys` prints this line for each key you press.
      """)
  ]

  static let input: [Setting] = [
    .flag(
      "input.grab", \.input.grabs,
      """
      Grab the input devices. If false, other programs and the console behind the picture receive the \
      keys, too.
      """),
    .names(
      "input.touchscreens", most: 16, without: "all", \.input.touchscreens,
      """
      Use only the touchscreens and mice with these names or paths. Links in `/dev/input/by-path` work, too.
      """),
    .names(
      "input.readers", most: 16, without: "none", \.input.readers,
      """
      Names or paths of barcode and NFC readers that act as keyboards. A code that they read is a trigger, and their \
      keys have no other effect.
      """),
  ]

  static let triggers: [Setting] = [
    Setting(
      path: "triggers", kind: .rows(of: .trigger, triggerFields, most: 256), defaultText: "none",
      meaning: """
        Content that a key, a button, a sensor or the code of a reader starts, by the name of the key or by the \
        code. `play` is a file, a list, a folder or a URL. `when` is `now` (default), `held` (only while the key is \
        down) or `next` (after the current item). For `vitrine run`. See \
        [interface.md](../use/interface.md#buttons-readers-and-sensors).
        """
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration.triggers = rows.compactMapValues { row in
        row["play"].map { source in
          TriggerSettings(
            source: source, start: row["when"].flatMap(TriggerSettings.Start.init) ?? .now)
        }
      }
    }
  ]

  private static let triggerFields = [
    RowField(name: "play", kind: .line(1...4096), isRequired: true),
    RowField(
      name: "when", kind: .choice(noun: "start", TriggerSettings.Start.allCases.map(\.rawValue))),
  ]
}

extension Schema {
  static let access: [Setting] = [
    Setting(
      path: "access", kind: .rows(of: .origin, accessFields, most: 64), defaultText: "none",
      meaning: """
        Credentials and certificates for servers: sections named by the beginning of a server's address, \
        which is its scheme, host and, unless it is the default one, port. Vitrine sends them to that server \
        only. Passwords, tokens and headers are in separate files; only the user `vitrine` should be able to \
        read them. `ca` is a PEM file of certificate authorities that are trusted instead of the system's; \
        `pin` is the only key that is trusted. `transport` selects how a camera (`rtsp://…`) sends. For \
        `srt://…` the password is the passphrase. See \
        [network.md](../use/network.md#credentials-and-certificates).
        """
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration.access = rows.mapValues { row in
        var access = AccessSettings()
        (access.user, access.pin, access.transport) = (row["user"], row["pin"], row["transport"])
        (access.passwordFile, access.tokenFile) = (row["password-file"], row["token-file"])
        (access.headersFile, access.authorityFile) = (row["headers-file"], row["ca"])
        (access.certificateFile, access.keyFile) = (row["certificate"], row["key"])
        return access
      }
    }
  ]

  private static let accessFields = [
    RowField(name: "user", kind: .line(1...256)), RowField(name: "password-file", kind: .path),
    RowField(name: "token-file", kind: .path, inBroker: .unused(cure: "use certificate and key")),
    RowField(name: "headers-file", kind: .path, inBroker: .unused(cure: "remove it")),
    RowField(name: "ca", kind: .path),
    RowField(
      name: "pin", kind: .line(1...256),
      inBroker: .unused(cure: "use ca with the broker's own authority")),
    RowField(name: "certificate", kind: .path), RowField(name: "key", kind: .path),
    RowField(
      name: "transport", kind: .choice(noun: "transport", ["tcp", "udp", "multicast"]),
      inBroker: .unused(cure: "remove it")),
  ]
}

extension Schema {
  static let network: [Setting] = [
    .optionalWord(
      "network.proxy", .proxy, without: "none", \.network.proxy,
      """
      Proxy for web servers: scheme, host and port. Proxy settings in the environment are ignored. Cameras \
      and encoders are reached directly.
      """),
    .optionalWord(
      "network.proxy-user", .line(1...256), without: "none", \.network.proxyUser,
      "User name for the proxy."),
    .optionalPath(
      "network.proxy-password-file", without: "none", \.network.proxyPasswordFile,
      "File with the password for the proxy. Only the user `vitrine` should be able to read it."),
    .names(
      "network.direct", most: 64, without: "none", \.network.direct,
      """
      Hosts and domains to reach without the proxy. A domain includes its subdomains; an IP address is one \
      host. This machine is always reached directly.
      """),
  ]
}
