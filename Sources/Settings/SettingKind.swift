internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrineScenes
internal import VitrineTiming

/// The type and range of a setting.
indirect enum SettingKind: Hashable, Sendable {
  /// One line of text; the range is its length in characters.
  case text(ClosedRange<Int>)
  /// The same, for settings without a default text.
  case line(ClosedRange<Int>)
  case number(ClosedRange<Double>, unit: String)
  /// A duration, or the word `never`.
  case secondsOrNever(ClosedRange<Double>)
  /// A number, or the word `off`.
  case numberOrOff(ClosedRange<Double>, unit: String)
  case flag
  case color
  /// Digits; the range is their number.
  case digits(ClosedRange<Int>)
  /// One of these words; messages call it `noun`.
  case choice(noun: String, [String])
  /// A row of a schedule.
  case hours
  /// A row of a schedule with an amount.
  case amounts
  /// A language and its sound device.
  case languageDevice
  case list(of: SettingKind, most: Int)
  /// A path, or a list of paths.
  case paths(most: Int)
  /// An absolute path.
  case path
  /// An absolute path, or a web address.
  case file
  /// The mixer of a sound card: a word, or a level in decibels.
  case mixer
  /// A virtual terminal.
  case terminal
  /// Key names, each with one of these words.
  case keys(noun: String, [String], most: Int)
  /// A display's mode.
  case mode
  /// The brightness of displays: a percentage, or a range for a sensor.
  case brightness
  /// The margins of a display.
  case margins
  /// The displays of a wall.
  case wall
  /// The gaps between the displays of a wall.
  case bezels
  /// A transition between items.
  case transition
  /// A rendition of a stream.
  case quality
  /// A video decoder.
  case decoder
  /// A mode by size and rate, or a modeline.
  case customMode
  /// A connector's name.
  case connector
  /// The name of a key, or a code.
  case trigger
  /// A name of the operator's: for an overlay, a screen or a group.
  case overlay
  /// A local date and time.
  case localTime
  /// A server: scheme, host and port of a URL.
  case origin
  /// The same, for an MQTT broker.
  case broker
  /// The same, for a proxy.
  case proxy
  /// The same, for a peer.
  case screen
  /// A URL on a web server.
  case address
  /// A local IP address and a port to listen on.
  case endpoint
  /// Names of a kind, each with a section of these fields.
  case rows(of: SettingKind, [RowField], most: Int)
}

/// A key in a section of `rows`.
struct RowField: Hashable, Sendable {
  let name: String
  let kind: SettingKind
  var isRequired = false
  /// Whether it is one of several keys, of which a section must have exactly one.
  var isAlternative = false
  /// Whether it has an effect in the section of an MQTT broker, and what replaces it there.
  var inBroker = BrokerUse.used

  enum BrokerUse: Hashable, Sendable {
    case used
    case unused(cure: String)
  }
}

/// The value of a setting in a file, after its kind was checked.
enum SettingValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case flag(Bool)
  case color(Color)
  case list([String])
  case keys([String: String])
  case rows([String: [String: String]])
}

extension SettingKind {
  /// The valid values, as a message ends: `expected …`.
  var expected: String {
    switch self {
    case .text, .line: "text"
    case .number(let range, let unit):
      "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
        + (unit.isEmpty ? "" : " (\(unit))")
    case .numberOrOff(let range, let unit):
      "off, or a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)) (\(unit))"
    case .secondsOrNever(let range):
      "never, or a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)) (seconds)"
    case .flag: "true or false"
    case .color: "a colour in quotes, \"#RRGGBB\" or \"#RRGGBBAA\""
    case .digits(let count): "\(count.lowerBound) to \(count.upperBound) digits"
    case .choice(_, let words): either(words)
    case .hours: "days and times such as mon-fri 07:30-21:00"
    case .amounts: "days, times and a percentage such as mon-fri 08:00-20:00 40%"
    case .languageDevice: "a language and an ALSA device such as en hw:CARD=Device,DEV=0"
    case .list(.languageDevice, _): "a list of rows such as - en hw:CARD=Device,DEV=0"
    case .list(.amounts, _): "a list of rows such as - mon-fri 08:00-20:00 40%"
    case .list(.hours, _): "a list of rows such as - mon-fri 07:30-21:00"
    case .mode: "preferred, highest or a mode such as 1920x1080@60"
    case .brightness: "a number from 0 to 100 (per cent), sensor, or sensor 20-80"
    case .wall: "two to 16 connectors in equal rows such as HDMI-A-1 HDMI-A-2 / DP-1 DP-2"
    case .bezels: "one or two lengths up to 25% or in pixels"
    case .margins:
      "one to four lengths up to 25% or in pixels, such as 3% or 20 40 (top and bottom, left and right)"
    case .transition: "cut, fade, cross-fade or slide, with or without seconds, such as fade 1.5"
    case .quality:
      "auto, lowest, highest, a height such as 720p or a bit rate from 0.01 to 1000 (Mbit/s)"
    case .decoder: "auto, software, a driver name or a path such as /dev/video1"
    case .customMode: "a mode such as 1920x1080@59.94, or a modeline in single quotes"
    case .connector: "a name such as HDMI-A-1"
    case .overlay: "a name of letters, digits and hyphens"
    case .localTime: "a date and time such as 2026-12-24 18:00"
    case .trigger: "a key name such as KEY_F1 or BTN_0, or a code of letters, digits and signs"
    case .origin: "a scheme, host and port such as https://tv.example:8443, without a path"
    case .broker: "an address such as mqtts://broker.example, with or without a port"
    case .address: "a URL such as https://content.example/shop/manifest.json"
    case .screen: "an address and port such as http://10.0.0.7:8083"
    case .endpoint: "a local IP address and port such as 127.0.0.1:8080"
    case .proxy: "an address such as http://proxy.example:3128"
    case .rows(.origin, let fields, _):
      "sections by server address, such as https://tv.example: \(Self.section(fields))"
    case .rows(.choice(let noun, let words), let fields, _):
      "sections by \(noun), such as \(words.first ?? ""): \(Self.section(fields))"
    case .rows(.overlay, let fields, _):
      "sections by a name of yours, such as clock: \(Self.section(fields))"
    case .rows(.trigger, let fields, _):
      "sections by key or code, such as KEY_F1: \(Self.section(fields))"
    case .rows(_, let fields, _):
      "sections by connector, such as HDMI-A-1: \(Self.section(fields))"
    case .list(.customMode, _): "a list in brackets such as [1920x1080@59.94, 1280x720@50]"
    case .list(.screen, _): "a list in brackets such as [\"http://10.0.0.7:8083\"]"
    case .list(.connector, _): "a list in brackets such as [HDMI-A-1, HDMI-A-2]"
    case .list(.choice(_, let words), _):
      "a list in brackets such as [\(words.prefix(2).joined(separator: ", "))]"
    case .list: "a list in brackets such as [\"text\", \"text\"]"
    case .paths: "a path, or a list of paths in brackets"
    case .path: "an absolute path"
    case .file: "an absolute path or a web address"
    case .mixer:
      "auto, keep or a number from \(plain(MixerPolicy.levels.lowerBound)) to "
        + "\(plain(MixerPolicy.levels.upperBound)) (dB)"
    case .terminal: "auto, none or a number from 1 to 63"
    case .keys: "key names with an action, such as KEY_RED: subtitles"
    }
  }
}

extension SettingKind {
  private static func section(_ fields: [RowField]) -> String {
    "{\(fields.map(\.name).joined(separator: ", "))}"
  }
}

/// The words as alternatives: `a, b or c`.
func either(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " or " + last
}

/// A number without needless decimals.
func plain(_ number: Double) -> String {
  guard number == number.rounded(), number.magnitude < 1e15 else { return "\(number)" }
  return "\(Int64(saturating: number))"
}
