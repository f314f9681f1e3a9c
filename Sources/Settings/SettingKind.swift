internal import VitrineOverlay
internal import VitrineScenes
internal import VitrineTiming

/// What a setting may be: its type and its range.
indirect enum SettingKind: Hashable, Sendable {
  /// One line; so many characters.
  case text(ClosedRange<Int>)
  /// The same, of what has no text by default.
  case line(ClosedRange<Int>)
  case number(ClosedRange<Double>, unit: String)
  /// A time, or the word `never`.
  case secondsOrNever(ClosedRange<Double>)
  case flag
  case color
  /// So many digits.
  case digits(ClosedRange<Int>)
  /// One of these words; `noun` is what they are.
  case choice(noun: String, [String])
  /// A row of a time table.
  case hours
  /// A row of a table of amounts.
  case amounts
  case list(of: SettingKind, most: Int)
  /// Where files are: one, or a list of them.
  case paths(most: Int)
  /// Where a file is, from the root on.
  case path
  /// A virtual terminal.
  case terminal
  /// Names of keys, each with one of these words.
  case keys(noun: String, [String], most: Int)
  /// Which of a display's modes.
  case mode
  /// Which encoding of a stream.
  case quality
  /// What decodes video.
  case decoder
  /// A mode by size and rate, or a modeline.
  case customMode
  /// A connector's name.
  case connector
  /// The beginning of an address: scheme, machine, port.
  case origin
  /// The same of a proxy.
  case proxy
  /// The same of another screen.
  case screen
  /// What lies on a web server.
  case address
  /// A numeric address of this machine's and a port, to listen at.
  case endpoint
  /// Names of one kind, each with a section of these.
  case rows(of: SettingKind, [RowField], most: Int)
}

/// What a row may have.
struct RowField: Hashable, Sendable {
  let name: String
  let kind: SettingKind
}

/// What a file says of one setting, of the kind that the schema asks for.
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
  /// What to write, in words.
  var wish: String {
    switch self {
    case .text(let length), .line(let length): length.lowerBound == 0 ? "text" : "text, not empty"
    case .number(let range, let unit):
      "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
        + (unit.isEmpty ? "" : " (\(unit))")
    case .secondsOrNever(let range):
      "never, or a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)) (seconds)"
    case .flag: "true or false"
    case .color: "a colour in quotes, \"#RRGGBB\" or \"#RRGGBBAA\""
    case .digits(let count): "\(count.lowerBound) to \(count.upperBound) digits"
    case .choice(_, let words): "one of " + words.joined(separator: ", ")
    case .hours: "days and times, mon-fri 07:30-21:00"
    case .amounts: "days, times and how much, mon-fri 08:00-20:00 40%"
    case .list(.amounts, _): "lines of days, times and how much, - mon-fri 08:00-20:00 40%"
    case .list(.hours, _): "lines of days and times, - mon-fri 07:30-21:00"
    case .mode: "preferred, highest or a mode, 1920x1080@60"
    case .quality: "auto, lowest, highest, a height as 720p or a number of Mbit/s from 0.01 to 1000"
    case .decoder: "auto, software, a driver's name or /dev/video1"
    case .customMode: "a mode, 1920x1080@59.94, or a modeline in single quotes"
    case .connector: "a connector's name, HDMI-A-1"
    case .origin: "the beginning of an address, https://tv.example"
    case .address: "an address, https://content.example/shop/manifest.json"
    case .screen: "another screen's address and port, http://10.0.0.7:8083"
    case .endpoint: "an address and a port, 127.0.0.1:8080"
    case .proxy: "the beginning of an address, http://proxy.example:3128"
    case .rows(.origin, let fields, _):
      "lines of an address's beginning and its section, https://tv.example: \(Self.section(fields))"
    case .rows(_, let fields, _):
      "lines of a connector and its section, HDMI-A-1: \(Self.section(fields))"
    case .list(.customMode, _): "a list in brackets, [1920x1080@59.94, 1280x720@50]"
    case .list(.screen, _): "a list in brackets, [\"http://10.0.0.7:8083\"]"
    case .list(.connector, _): "a list in brackets, [HDMI-A-1, HDMI-A-2]"
    case .list(.choice(let noun, _), _): "a list in brackets, [\(noun), \(noun)]"
    case .list: "a list in brackets, [\"text\", \"text\"]"
    case .paths: "a path, or a list of paths in brackets"
    case .path: "a path that begins with /"
    case .terminal: "auto, none or a number from 1 to 63"
    case .keys(let noun, _, _): "lines of a name and \(noun), KEY_RED: subtitles"
    }
  }
}

extension SettingKind {
  private static func section(_ fields: [RowField]) -> String {
    "{\(fields.map(\.name).joined(separator: ", "))}"
  }
}

/// A number as people write it.
func plain(_ number: Double) -> String {
  guard number == number.rounded(), number.magnitude < 1e15 else { return "\(number)" }
  return "\(Int64(saturating: number))"
}
