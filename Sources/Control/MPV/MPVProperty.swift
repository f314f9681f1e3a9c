internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// A property of mpv: how to read and write it. A value type.
struct MPVProperty: Sendable {
  let kind: MPVKind
  /// Returns nil if the property is not available at the moment.
  let read: @Sendable (MPVView) -> MPVValue?
  /// Returns the actions that set the property; nil for a read-only property.
  var write: (@Sendable (MPVValue, MPVView) -> [MPVAction])?
  /// The human-readable format, if it differs from the raw one.
  var pretty: (@Sendable (MPVValue) -> String)?
  /// For a list: gives access to one element without building the others.
  var list: (@Sendable (MPVView) -> MPVList?)?

  /// Returns the property of this name; also elements, as in `playlist/0/filename`.
  static func named(_ name: String) -> MPVProperty? {
    let name = aliases[name] ?? name
    if let whole = all[name] { return whole }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let whole = all[parts[0]], whole.kind == .node else { return nil }
    return MPVProperty(kind: .text) { view in
      guard let list = whole.list else {
        return whole.read(view).flatMap { part(of: $0, parts.dropFirst()) }
      }
      guard let list = list(view) else { return nil }
      if parts[1] == "count" { return .integer(list.count) }
      guard let index = Int(parts[1]), (0..<list.count).contains(index) else { return nil }
      return part(of: list.value(index), parts.dropFirst(2))
    }
  }

  /// A property whose value is a list; nil if it is not available.
  static func list(_ list: @escaping @Sendable (MPVView) -> MPVList?) -> MPVProperty {
    var property = MPVProperty(kind: .node) { view in
      guard let list = list(view), list.count <= MPVList.longest else { return nil }
      return .list((0..<list.count).map(list.value))
    }
    property.list = list
    return property
  }

  static let aliases = ["loop": "loop-file", "sub": "sid", "audio": "aid", "video": "vid"]

  /// Whether a name refers to a list element that does not exist at the moment.
  static func isBeyond(_ name: String, _ view: MPVView) -> Bool {
    let parts = name.split(separator: "/").map(String.init)
    guard parts.count > 1, let whole = all[parts[0]], let count = whole.count(view) else {
      return false
    }
    guard let index = Int(parts[1]) else { return parts[1] != "count" }
    return !(0..<count).contains(index)
  }

  /// The number of elements; nil if the property is not a list.
  private func count(_ view: MPVView) -> Int? {
    if let list { return list(view)?.count }
    if case .list(let values)? = read(view) { return values.count }
    return nil
  }

  private static func part(of value: MPVValue, _ path: ArraySlice<String>) -> MPVValue? {
    guard let name = path.first else { return value }
    switch value {
    case .list(let values):
      if name == "count" { return .integer(values.count) }
      guard let index = Int(name), values.indices.contains(index) else { return nil }
      return part(of: values[index], path.dropFirst())
    case .map: return value[name].flatMap { part(of: $0, path.dropFirst()) }
    default: return nil
    }
  }

  static let all: [String: MPVProperty] = state.merging(media) { $1 }.merging(lists) { $1 }
    .merging(chapters) { $1 }
}

/// A list at one moment, with elements built on demand. A value type.
struct MPVList {
  /// A longer list exceeds what a client may leave unread. Its elements are available one by one.
  static let longest = 10_000

  let count: Int
  let value: (Int) -> MPVValue
}

/// An action of the player.
enum MPVAction: Hashable, Sendable {
  case command(Command)
  /// Plays the sound on this device.
  case chooseSound(String)
  /// A flag of mpv that has no effect here.
  case none
}

extension MPVAction {
  /// mpv's names of devices start with the sound system.
  fileprivate static func chooseSound(named value: MPVValue) -> MPVAction {
    guard case .text(let name) = value else { return .none }
    return .chooseSound(String(name.hasPrefix("alsa/") ? name.dropFirst(5) : name[...]))
  }

  static func edit(_ edit: QueueEdit) -> MPVAction { .command(.edit(edit)) }
}

// Playback settings and the player's state.
extension MPVProperty {
  fileprivate static let state: [String: MPVProperty] = [
    "pause": MPVProperty(kind: .flag, read: { .flag($0.status.isPaused) }) { value, _ in
      [.command(value == .flag(true) ? .pause : .play)]
    },
    "volume": MPVProperty(
      kind: .double(-1...1000), read: { .double(($0.status.volume * 1000).rounded() / 10) },
      write: { value, _ in
        guard case .double(let volume) = value else { return [] }
        // The player does not amplify.
        return [.command(.setVolume(min(max(volume / 100, 0), 1)))]
      }, pretty: { $0.number.map { "\(Int64(saturating: $0.rounded()))" } ?? "" }),
    "volume-max": MPVProperty(kind: .double(100...100)) { _ in .double(100) },
    "mute": MPVProperty(kind: .flag, read: { .flag($0.status.isMuted) }) { value, _ in
      [.command(.setMuted(value == .flag(true)))]
    },
    "audio-device": MPVProperty(kind: .text, read: { .text($0.soundDevice) }) { value, _ in
      [.chooseSound(named: value)]
    },
    "speed": MPVProperty(
      kind: .double(0.01...100), read: { .double($0.status.rate) },
      write: { value, _ in
        value.number.map { [.command(.setRate(min(max($0, 0.25), 4)))] } ?? []
      }, pretty: { $0.number.map { $0.hundredths } ?? "" }),
    "loop-file": MPVProperty(
      kind: .choice(["no", "inf", "yes"], 0...10_000),
      read: { $0.queue.loop == .item ? .text("inf") : .flag(false) }
    ) { value, view in loop(value, .item, view) },
    "loop-playlist": MPVProperty(
      kind: .choice(["no", "inf", "yes", "force"], 1...10_000),
      read: { $0.queue.loop == .queue ? .text("inf") : .flag(false) }
    ) { value, view in loop(value, .queue, view) },
    "shuffle": MPVProperty(kind: .flag, read: { .flag($0.queue.shuffleSeed != nil) }) { value, _ in
      // bound: constants
      [.edit(.shuffle(seed: value == .flag(true) ? .random(in: 0...(.max)) : nil))]
    },
    "video-rotate": MPVProperty(
      kind: .choice(["no"], 0...359), read: { .integer($0.status.rotation.rawValue) }
    ) { value, _ in
      guard case .integer(let degrees) = value else { return [.command(.setRotation(.none))] }
      // Displays rotate in quarter turns.
      let quarter = Int(saturating: (Double(degrees) / 90).rounded()) % 4 * 90
      return Rotation(rawValue: quarter).map { [.command(.setRotation($0))] } ?? []
    },
    "sub-delay": MPVProperty(
      kind: .double(-1e6...1e6), read: { .double($0.status.choices.subtitleDelay.seconds) }
    ) { value, _ in
      value.number.map { [.command(.setSubtitleDelay(MediaTime(milliseconds: $0)))] } ?? []
    },
    "sub-scale": MPVProperty(
      kind: .double(0...100), read: { .double($0.status.choices.subtitleStyle.scale) }
    ) { value, _ in value.number.map { [.command(.setSubtitleScale($0))] } ?? [] },
    "sub-visibility": MPVProperty(
      kind: .flag, read: { .flag($0.choice(.subtitle) != .off) }
    ) { value, view in
      guard value == .flag(true) else { return [.command(.select(.subtitle, .off))] }
      return view.choice(.subtitle) == .off ? [.command(.select(.subtitle, .automatic))] : []
    },
    "fullscreen": MPVProperty(kind: .flag, read: { _ in .flag(true) }) { _, _ in [.none] },
    "aid": track(.audio), "sid": track(.subtitle), "vid": track(.video),
    "idle-active": MPVProperty(kind: .flag) { .flag($0.isIdle) },
    "core-idle": MPVProperty(kind: .flag) { .flag(!$0.isMoving) },
    "paused-for-cache": MPVProperty(kind: .flag) { view in
      view.isIdle ? nil : .flag(view.status.waiting == .source)
    },
    "seeking": MPVProperty(kind: .flag) { view in
      view.isIdle ? nil : .flag(view.status.waiting == .seeking)
    },
    "eof-reached": MPVProperty(kind: .flag) { view in
      view.isIdle ? nil : .flag(view.status.phase == .ended)
    },
    "mpv-version": MPVProperty(kind: .text) { .text("mpv 0.35.1 (Vitrine \($0.version))") },
    "vitrine-version": MPVProperty(kind: .text) { .text($0.version) },
    "platform": MPVProperty(kind: .text) { _ in .text("linux") },
    "property-list": MPVProperty(kind: .node) { _ in .texts(all.keys.sorted()) },
    "command-list": MPVProperty(kind: .node) { _ in MPVCommand.list },
  ]

  /// Any count means forever: the player does not count repetitions.
  private static func loop(_ value: MPVValue, _ loop: Queue.Loop, _ view: MPVView) -> [MPVAction] {
    let isOff = value == .text("no") || value == .integer(Int64(0))
    if isOff { return view.queue.loop == loop ? [.edit(.loop(.none))] : [.none] }
    return [.edit(.loop(loop))]
  }

  private static func track(_ kind: TrackInfo.Kind) -> MPVProperty {
    MPVProperty(
      kind: .choice(["no", "auto"], 0...8190),
      read: { $0.selection(kind) }
    ) { value, view in
      switch value {
      case .text("no"): [.command(.select(kind, .off))]
      case .integer(let number):
        // A track that does not exist turns the output off, like in mpv.
        [
          .command(
            .select(kind, view.track(kind, number: Int(number)).map { .index($0.index) } ?? .off))
        ]
      default: [.command(.select(kind, .automatic))]
      }
    }
  }
}

extension MPVValue {
  var number: Double? {
    switch self {
    case .double(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}

extension Double {
  /// The format `%.2f`.
  var hundredths: String { String(self.sixDecimals.dropLast(4)) }
}

extension MediaTime {
  /// From seconds, rounded to milliseconds and clamped.
  init(milliseconds seconds: Double) {
    self.init(Int64(saturating: (min(max(seconds, -9e9), 9e9) * 1000).rounded()), 1000)
  }
}
