public import VitrinePlayback
public import VitrinePlaylists
import VitrineSchedules
import VitrineTiming

/// What a client asks over the socket, or in a script.
public enum Request: Hashable, Sendable {
  case command(Command)
  /// A command that depends on what is playing.
  case adjust(Adjustment)
  /// Files and whatever else can be played, as people write it.
  case load([String])
  case append([String])
  case status, statistics, version
  /// The queue's entries, from this one of them on.
  case list(from: Int)
  /// To be told of every change of the status, or no longer.
  case observe, unobserve
  case screenshot(ScreenshotForm)
  case reload, quit
  /// To return to the programme: the service's list in the place of what was cleared or loaded.
  case programme
  /// Which override stands.
  case standingOverride
  case override(OverrideChange)
  /// How the content stands.
  case content
  /// To look for new content now.
  case lookForContent

  /// How a picture of the screen gets to the client.
  public enum ScreenshotForm: Hashable, Sendable {
    /// As a file in memory that the answer brings with it.
    case descriptor
    /// In the answer itself.
    case base64
    /// As a file of this name: for scripts alone, whose owner is the player's.
    case file(String)
  }

  /// A change that counts from what is.
  public enum Adjustment: Hashable, Sendable {
    /// To a part of the whole length, from 0 to 1.
    case seek(Double)
    case volume(by: Double)
    case toggleMute
    case nextTrack(TrackInfo.Kind)
    /// In an order that is drawn anew, or as listed.
    case shuffle(Bool)
    /// To where another entry is; it and those between make room.
    case move(Queue.Entry.ID, toPlaceOf: Queue.Entry.ID)
  }
}

extension Request {
  /// Whether it changes nothing, and shows no more than what plays. A picture of the screen is more: the
  /// screen may stand where few come.
  var onlyAsks: Bool {
    switch self {
    case .status, .statistics, .version, .list, .observe, .unobserve, .standingOverride, .content:
      true
    case .command, .adjust, .load, .append, .screenshot, .reload, .quit, .programme, .override,
      .lookForContent:
      false
    }
  }
}

extension Request.Adjustment {
  /// The command that does it in the present state.
  public func command(_ status: PlaybackStatus, _ queue: Queue) throws(Refusal) -> Command {
    switch self {
    case .seek(let part):
      guard let range = status.range, status.item != nil else {
        throw Refusal(status.item == nil ? "nothing is playing" : "its length is not known")
      }
      return .seek(.init(to: range.place(at: part)))
    case .volume(let change): return .setVolume(min(max(status.volume + change, 0), 1))
    case .toggleMute: return .setMuted(!status.isMuted)
    case .nextTrack(let kind): return .select(kind, status.trackAfter(kind))
    case .move(let entry, let other):
      guard let place = queue.entries.firstIndex(where: { $0.id == other }) else {
        throw Refusal("there is no entry \(other)")
      }
      return .edit(.move(entry, to: place))
    // bound: constants
    case .shuffle(let isOn): return .edit(.shuffle(seed: isOn ? .random(in: 1...(.max)) : nil))
    }
  }
}

extension PlaybackStatus {
  /// The track after the one that plays, round the end; between the last subtitles and the first
  /// there are none.
  func trackAfter(_ kind: TrackInfo.Kind) -> TrackSelection {
    let indices = tracks.filter { $0.kind == kind }.map(\.index)
    let selected = selected.first { $0.kind == kind }?.index
    let next = indices.first { $0 > selected ?? -1 }
    let first = kind == .subtitle ? nil : indices.first
    return (next ?? first).map { .index($0) } ?? .off
  }
}

extension Command {
  /// Why it can change nothing in the present state, or must not; nil where it is to be done.
  public func refusal(_ status: PlaybackStatus, _ queue: Queue) -> Refusal? {
    if isAgainstOverride, let refusal = Refusal(overridden: status) { return refusal }
    return switch self {
    case .seek, .skip, .step, .beginScrubbing, .scrub, .endScrubbing:
      // A seek goes back into what has ended.
      status.item == nil && status.phase != .ended ? Refusal("nothing is playing") : nil
    case .jump(let entry):
      queue[entry] == nil ? Refusal("there is no entry \(entry)") : nil
    case .edit(.remove(let entry)), .edit(.keep(let entry)), .edit(.move(let entry, _)):
      queue[entry] == nil ? Refusal("there is no entry \(entry)") : nil
    case .select(let kind, .index(let index)):
      // Before something is open, a track may be wished for.
      status.tracks.isEmpty
        || status.tracks.contains { $0.kind == kind && $0.index == index }
        ? nil : Refusal("there is no \(kind.rawValue) track \(index)")
    default: nil
    }
  }
}

extension Command {
  /// Whether it would take from the screen what has to stay there.
  private var isAgainstOverride: Bool {
    switch self {
    case .select(.video, .off): true
    case .pause, .toggle, .stop, .next, .previous, .jump, .edit, .seek, .skip, .step, .setRate,
      .beginScrubbing, .scrub, .endScrubbing:
      true
    default: false
    }
  }
}

extension Refusal {
  /// The override of this name has the screen.
  public init(overriddenBy id: String) {
    self.init("the override \(id) has the screen: end it first")
  }

  /// Nil where no override has the screen.
  init?(overridden status: PlaybackStatus) {
    guard let override = status.schedule?.override, override.isShown else { return nil }
    self.init(overriddenBy: override.id)
  }
}
