internal import Gestures
import Pictures
import Playback
import Timing

/// Keys that go round through choices, and digits.
extension Interface {
  mutating func nextTrack(_ kind: TrackInfo.Kind, at now: HostTime) -> [InterfaceRequest] {
    guard
      let (command, track) = TrackMenu.next(kind, tracks: status.tracks, selected: status.selected)
    else { return [] }
    let wording = options.wording
    let name = track?.name(among: status.tracks, wording) ?? wording.off
    let heading = kind == .subtitle ? wording.subtitles : wording.audio
    note.show("\(heading): \(name)", at: now)
    return [.perform(command)]
  }

  func nextFit() -> [InterfaceRequest] {
    let all = Fit.allCases
    let place = all.firstIndex(of: status.fit) ?? 0
    return [.perform(.setFit(all[(place + 1) % all.count]))]
  }

  /// A digit goes to so many tenths of the item.
  func digit(_ action: KeyAction) -> [InterfaceRequest] {
    let digits: [KeyAction] = [
      .digit0, .digit1, .digit2, .digit3, .digit4, .digit5, .digit6, .digit7, .digit8, .digit9,
    ]
    guard let digit = digits.firstIndex(of: action), isSeekable, let duration = status.duration
    else { return [] }
    return [.perform(.seek(.init(to: Scrubbing.time(atShare: Double(digit) / 10, of: duration))))]
  }
}
