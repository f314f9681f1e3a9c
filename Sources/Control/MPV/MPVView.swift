internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The player's state for mpv's protocol at one moment. A value type.
struct MPVView {
  var status: PlaybackStatus
  var queue: Queue
  /// The program's version.
  var version = ""
  /// A monotonic time.
  var microseconds: Int64 = 0

  /// The current item, also before its first picture.
  var item: Item? { status.item }
  var isIdle: Bool { item == nil }

  /// The position of the current item in the queue, in listed order.
  var index: Int? {
    guard let entry = status.entry, !isIdle else { return nil }
    return queue.entries.firstIndex { $0.id == entry }
  }

  /// The path or URL as given.
  var path: String? { item.map(Self.path) }

  static func path(_ item: Item) -> String {
    switch item.source {
    case .file(let path): path
    case .remote(let url): "\(url)"
    case .color, .card: item.name
    }
  }

  /// The requested sound device, with the sound system as in mpv.
  var soundDevice: String {
    let choice = status.sound.choice
    return ["auto", "none"].contains(choice) ? choice : "alsa/\(choice)"
  }

  var title: String? { item.map { status.title ?? $0.title ?? $0.name } }

  /// mpv numbers the tracks of each kind separately, from 1.
  func number(of track: TrackInfo) -> Int {
    1 + status.tracks.count { $0.kind == track.kind && $0.index < track.index }
  }

  func track(_ kind: TrackInfo.Kind, number: Int) -> TrackInfo? {
    status.tracks.first { $0.kind == kind && self.number(of: $0) == number }
  }

  func selected(_ kind: TrackInfo.Kind) -> TrackInfo? {
    status.selected.first { $0.kind == kind }
  }

  /// The number of the selected track; while nothing is open, the choice.
  func selection(_ kind: TrackInfo.Kind) -> MPVValue {
    if isIdle { return choice(kind) == .off ? .flag(false) : .text("auto") }
    return selected(kind).map { .integer(number(of: $0)) } ?? .flag(false)
  }

  func choice(_ kind: TrackInfo.Kind) -> TrackSelection {
    switch kind {
    case .video: status.choices.video
    case .audio: status.choices.audio
    case .subtitle: status.choices.subtitle
    }
  }

  /// Whether playback makes progress.
  var isMoving: Bool { status.phase == .playing && !status.isPaused && status.waiting == nil }
}

/// The properties at one moment. Each is read once, however many clients observe it.
final class MPVPropertyCache {
  private let view: MPVView
  private var values: [String: MPVValue?] = [:]
  private var texts: [String: MPVValue?] = [:]

  init(_ view: MPVView) { self.view = view }

  /// Nil if the property is not available.
  func value(_ name: String) -> MPVValue? {
    if let known = values[name] { return known }
    let value = try? MPVAccess.get(name, view)
    values[name] = .some(value)
    return value
  }

  /// The same value as text.
  func text(_ name: String) -> MPVValue? {
    if let known = texts[name] { return known }
    let text = value(name).map { MPVValue.text($0.plainText) }
    texts[name] = .some(text)
    return text
  }
}
