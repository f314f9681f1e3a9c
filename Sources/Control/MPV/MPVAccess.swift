internal import VitrinePlayback
internal import VitrineTiming

/// Reads and writes properties by name, with mpv's errors.
enum MPVAccess {
  static func get(_ name: String, _ view: MPVView) throws(MPVError) -> MPVValue {
    guard let property = MPVProperty.named(name) else { throw .unknownProperty }
    guard let value = property.read(view) else {
      throw MPVProperty.isBeyond(name, view) ? .unknownProperty : .unavailable
    }
    return value
  }

  static func set(_ name: String, _ given: MPVValue, _ view: MPVView) throws(MPVError)
    -> [MPVAction]
  {
    guard let property = MPVProperty.named(name) else { throw .unknownProperty }
    guard property.read(view) != nil else { throw .unavailable }
    guard let write = property.write else { throw .noAccess }
    return write(try property.kind.value(given), view)
  }
}

/// The new values for `add`, `multiply` and `cycle`.
enum MPVArithmetic {
  static func sum(_ property: MPVProperty, _ view: MPVView, _ amount: Double) -> MPVValue? {
    guard property.write != nil, let value = property.read(view) else { return nil }
    if property.kind == .flag { return amount == 0 ? value : flipped(value) }
    guard let number = value.number else { return nil }
    return property.kind.clamped(number + amount)
  }

  static func product(_ property: MPVProperty, _ view: MPVView, _ factor: Double) -> MPVValue? {
    guard property.write != nil, let number = property.read(view)?.number else { return nil }
    return property.kind.clamped(number * factor)
  }

  static func next(_ property: MPVProperty, _ view: MPVView, isUp: Bool) -> MPVValue? {
    guard property.write != nil, let value = property.read(view) else { return nil }
    switch property.kind {
    case .flag: return flipped(value)
    case .choice(let words, let range):
      // Cycles through quarter turns, or between on and off.
      if range == 0...359, let degrees = value.number {
        return .integer((Int(saturating: degrees) + (isUp ? 90 : 270)) % 360)
      }
      if words.contains("inf") { return value == .flag(false) ? .text("inf") : .text("no") }
      return track(value, isUp)
    case .time: return nil
    default: return value.number.flatMap { property.kind.clamped($0 + (isUp ? 1 : -1)) }
    }
  }

  private static func track(_ value: MPVValue, _ isUp: Bool) -> MPVValue? {
    guard case .integer(let number) = value else { return .integer(Int64(1)) }
    return isUp || number > 1 ? .integer(isUp ? number +| 1 : number -| 1) : .text("no")
  }

  private static func flipped(_ value: MPVValue) -> MPVValue { .flag(value != .flag(true)) }

  /// The value after the current one, or the first if the current one is not in the list.
  static func cycle(_ words: [String], _ view: MPVView) -> MPVOutcome {
    let isReverse = words.first == "!reverse"
    let words = words.dropFirst(isReverse ? 1 : 0)
    guard let name = words.first, words.count > 1 else { return .invalid }
    let values = isReverse ? Array(words.dropFirst().reversed()) : Array(words.dropFirst())
    guard let property = MPVProperty.named(name) else { return .failed }
    let now = property.read(view)?.plainText
    let place = values.firstIndex { text in
      text == now || (try? property.kind.value(text))?.plainText == now
    }
    do throws(MPVError) {
      // bound: there is at least one value
      let next = values[((place ?? -1) + 1) % values.count]
      return .actions(try MPVAccess.set(name, .text(next), view))
    } catch {
      return .failed
    }
  }
}

extension MPVKind {
  /// The nearest valid value.
  fileprivate func clamped(_ number: Double) -> MPVValue? {
    switch self {
    case .double(let range): .double(min(max(number, range.lowerBound), Self.most(range)))
    case .integer(let range):
      .integer(min(max(Int64(saturating: number), range.lowerBound), range.upperBound))
    case .choice(_, let range?):
      .integer(min(max(Int64(saturating: number), range.lowerBound), range.upperBound))
    case .time: .double(number)
    default: nil
    }
  }

  /// `add` stops at 100, because the player does not amplify.
  private static func most(_ range: ClosedRange<Double>) -> Double {
    range.upperBound == 1000 ? 100 : range.upperBound
  }
}

/// The command for a seek.
enum MPVSeek {
  static func command(_ target: Double, _ flags: Set<String>, _ view: MPVView) -> Command {
    let length = view.status.duration?.seconds
    let mode: PlaybackState.Seek.Mode = flags.contains("keyframes") ? .keyFrame : .exact
    func to(_ seconds: Double) -> Command {
      .seek(.init(to: MediaTime(milliseconds: max(seconds, 0)), mode))
    }
    if flags.contains("absolute") { return to(target < 0 ? (length ?? 0) + target : target) }
    if flags.contains("absolute-percent"), let range = view.status.range {
      return .seek(.init(to: range.place(at: target / 100), mode))
    }
    if flags.contains("relative-percent"), let length {
      return .skip(by: MediaTime(milliseconds: length * target / 100))
    }
    return .skip(by: MediaTime(milliseconds: target))
  }
}

/// The bindings of mpv's default keys, as far as they make sense here.
enum MPVKeys {
  private static let commands: [String: String] = [
    "SPACE": "cycle pause", "p": "cycle pause", "m": "cycle mute", ".": "frame-step",
    ",": "frame-back-step", "LEFT": "seek -5", "RIGHT": "seek 5", "UP": "seek 60",
    "DOWN": "seek -60", "9": "add volume -2", "0": "add volume 2", "/": "add volume -2",
    "*": "add volume 2", ">": "playlist-next", "<": "playlist-prev", "ENTER": "playlist-next",
    "[": "multiply speed 0.9091", "]": "multiply speed 1.1", "BS": "set speed 1.0",
    "j": "cycle sub", "v": "cycle sub-visibility", "L": "cycle loop-file", "l": "ignore",
    "o": "show-progress", "f": "ignore", "q": "quit", "PLAYPAUSE": "cycle pause",
    "NEXT": "playlist-next", "PREV": "playlist-prev", "MUTE": "cycle mute",
    "VOLUME_UP": "add volume 2", "VOLUME_DOWN": "add volume -2", "STOP": "stop",
  ]

  static func outcome(of key: String, _ view: MPVView) -> MPVOutcome {
    guard let words = commands[key].map({ MPVText.commands($0) })?.first, let name = words.first,
      let command = MPVCommand.all[name],
      let given = MPVArguments(words.dropFirst().map(MPVValue.text), for: command)
    else { return .failed }
    return command.run(given, view)
  }
}
