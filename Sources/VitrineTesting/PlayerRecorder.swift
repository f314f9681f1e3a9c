internal import VitrineKit
internal import VitrineLinux
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// The frames and events of one player. Thread-safe.
final class PlayerRecorder: Sendable {
  private struct State {
    /// The opened items and the start of their timestamps, by the number of the opening.
    var openings: [(item: VitrinePlaylists.Item, origin: MediaTime)] = []
    /// The opening of each run.
    var runs: [Run: Int] = [:]
    var flips: [(opening: Int?, pts: MediaTime, at: HostTime)] = []
    var events: [Stage.Event] = []
    weak var last: ScanoutPicture?
  }

  private let state = Shared(State())
  private let clock: ManualClock
  private let began: HostTime

  /// The number of frames and of events to keep.
  private static let most = 100_000

  /// Times are counted from `began`.
  init(_ clock: ManualClock, since began: HostTime) {
    self.clock = clock
    self.began = began
  }

  func record(_ source: ScriptedSource) {
    let opening = state.update { state in
      state.openings.append((source.item, source.origin))
      return state.openings.count - 1
    }
    source.onRun = { [state] run in state.update { $0.runs[run] = opening } }
  }

  func record(_ event: PlayerEvent) {
    let new = Stage.Event(event: event, time: clock.now - began)
    state.update { state in
      state.events.append(new)
      if state.events.count > 2 * Self.most { state.events.removeFirst(Self.most) }
    }
  }

  /// Records the first flip of a picture; further ones update only the layers above it.
  func record(_ flip: SinkFlip) {
    let picture = flip.picture
    state.update { state in
      guard state.last !== picture else { return }
      state.last = picture
      // Cards have no run.
      state.flips.append((state.runs[picture.run], picture.pts, flip.time))
      if state.flips.count > 2 * Self.most { state.flips.removeFirst(Self.most) }
    }
  }

  var shown: [Stage.Frame] {
    let state = state.value
    return state.flips.map { flip in
      guard let opening = flip.opening, state.openings.indices.contains(opening) else {
        return Stage.Frame(item: nil, position: .zero, time: flip.at - began)
      }
      let (item, origin) = state.openings[opening]
      return Stage.Frame(
        item: VitrineKit.Item(item), position: (flip.pts - origin).duration, time: flip.at - began)
    }
  }

  var events: [Stage.Event] { state.value.events }
}
