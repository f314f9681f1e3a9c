package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScenes
import VitrineSchedules
import VitrineTiming

/// A request over the socket, or in a script.
package enum Request: Hashable, Sendable {
  case command(Command)
  /// A command that depends on the current state.
  case adjust(Adjustment)
  /// Files, URLs and colours, as the user has written them.
  case load([String])
  case append([String])
  /// The same, after the current item.
  case insert([String])
  case status, health, statistics, version
  /// The queue's entries, starting with this index.
  case list(from: Int)
  /// Starts or stops reporting changes of the status.
  case observe, unobserve
  case screenshot(ScreenshotForm)
  case reload, quit
  /// Hides or shows a part of the interface.
  case setHidden(Theme.Part, Bool)
  /// Shows a message above the picture for a time; nil removes it.
  case message(String?, as: Severity?, for: Duration)
  /// Returns to the programme: the service's list replaces a queue that was cleared or loaded.
  case programme
  /// The current override.
  case currentOverride
  case override(OverrideChange)
  /// The state of content updates.
  case content
  /// Checks for content updates now.
  case checkForContent
  /// The sound devices of the machine, and the one in use.
  case soundDevices
  /// Plays the sound on this device: `auto`, `none` or ALSA's name.
  case chooseSound(String)
  /// The overlays above the picture.
  case overlays
  case overlay(OverlayChange)
  /// Hands the current item over to the player with this name or address; nil lists the players in the network.
  case handOver(to: String?)

  /// How a screenshot gets to the client.
  package enum ScreenshotForm: Hashable, Sendable {
    /// As a file in memory, sent with the answer.
    case descriptor
    /// In the answer.
    case base64
    /// As a file of this name; only for scripts, which belong to the player's user.
    case file(String)
  }

  /// A change relative to the current state.
  package enum Adjustment: Hashable, Sendable {
    /// To this fraction of the duration, from 0 to 1.
    case seek(Double)
    case volume(by: Double)
    case toggleMute
    case nextTrack(TrackInfo.Kind)
    /// In a new random order, or as listed.
    case shuffle(Bool)
    /// To the position of another entry; those between move up.
    case move(Queue.Entry.ID, toPlaceOf: Queue.Entry.ID)
  }
}

extension Request {
  /// Whether it changes nothing and reveals only what is playing. A screenshot reveals more: the
  /// display may be in a restricted area.
  var isReadOnly: Bool {
    switch self {
    case .status, .health, .statistics, .version, .list, .observe, .unobserve, .currentOverride,
      .content, .soundDevices, .overlays:
      true
    case .command, .adjust, .load, .append, .insert, .screenshot, .reload, .quit, .setHidden,
      .message, .programme, .override, .checkForContent, .handOver,
      .chooseSound, .overlay:
      false
    }
  }
}

extension Request.Adjustment {
  /// The command for it in the current state.
  package func command(_ status: PlaybackStatus, _ queue: Queue) throws(Refusal) -> Command {
    switch self {
    case .seek(let part):
      guard let range = status.range, status.item != nil else {
        throw Refusal(status.item == nil ? "nothing is playing" : "the duration is unknown")
      }
      return .seek(.init(to: range.place(at: part)))
    case .volume(let change): return .setVolume(min(max(status.volume + change, 0), 1))
    case .toggleMute: return .setMuted(!status.isMuted)
    case .nextTrack(let kind): return .select(kind, status.trackAfter(kind))
    case .move(let entry, let other):
      guard let place = queue.entries.firstIndex(where: { $0.id == other }) else {
        throw Refusal("no entry \(other)")
      }
      return .edit(.move(entry, to: place))
    // bound: constants
    case .shuffle(let isOn): return .edit(.shuffle(seed: isOn ? .random(in: 1...(.max)) : nil))
    }
  }
}

extension PlaybackStatus {
  /// The track after the selected one, wrapping around; for subtitles, the cycle includes off.
  func trackAfter(_ kind: TrackInfo.Kind) -> TrackSelection {
    let indices = tracks.filter { $0.kind == kind }.map(\.index)
    let selected = selected.first { $0.kind == kind }?.index
    let next = indices.first { $0 > selected ?? -1 }
    let first = kind == .subtitle ? nil : indices.first
    return (next ?? first).map { .index($0) } ?? .off
  }
}

extension Command {
  /// Returns why the command is refused in the current state, or nil if it is not.
  package func refusal(
    _ status: PlaybackStatus, _ queue: Queue, _ reports: ServiceReports
  ) -> Refusal? {
    if isAgainstOverride, let refusal = Refusal(overriddenBy: reports.override) { return refusal }
    return switch self {
    case .seek, .skip, .step, .beginScrubbing, .scrub, .endScrubbing:
      // After the end, a seek returns to the last item.
      status.item == nil && status.phase != .ended ? Refusal("nothing is playing") : nil
    case .jump(let entry):
      queue[entry] == nil ? Refusal("no entry \(entry)") : nil
    case .edit(.remove(let entry)), .edit(.keep(let entry)), .edit(.move(let entry, _)):
      queue[entry] == nil ? Refusal("no entry \(entry)") : nil
    case .select(let kind, .index(let index)):
      // Before an item is open, any track may be requested.
      status.tracks.isEmpty
        || status.tracks.contains { $0.kind == kind && $0.index == index }
        ? nil : Refusal("no \(kind.rawValue) track \(index)")
    default: nil
    }
  }
}

extension Command {
  /// Whether the command would disturb an override on screen.
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
  /// An override of this name is on screen.
  package init(overriddenBy id: String) {
    self.init("the override \(id) is active: end it first")
  }

  /// Nil if no override is on screen.
  init?(overriddenBy override: ScheduleReport.Override?) {
    guard let override, override.isShown else { return nil }
    self.init(overriddenBy: override.id)
  }
}

/// The answer to a request.
package enum Reply: Sendable {
  case success(JSONValue? = nil)
  case refused(Refusal)
  case picture(CapturedPicture, Request.ScreenshotForm)

  init(_ refusal: Refusal?) { self = refusal.map { .refused($0) } ?? .success() }
}

extension QueueEdit {
  /// Returns why the edit is refused for this queue, or nil if it is not. A queue has at most as
  /// many entries as can be read from lists.
  package func refusal(_ queue: Queue) -> Refusal? {
    let count: Int
    switch self {
    case .append(let items), .insertNext(let items): count = queue.entries.count + items.count
    case .insert: count = queue.entries.count + 1
    case .visit(let items, loop: _, isPatient: _), .replace(let items), .reload(let items),
      .begin(let items):
      count = items.count
    case .replaceQueue(let other, _): count = other.entries.count
    case .remove, .keep, .move, .renew, .clear, .loop, .shuffle: return nil
    }
    let most = ListLimits.standard.entries
    return count > most ? Refusal("too many entries for the queue: \(count) (limit: \(most))") : nil
  }
}
