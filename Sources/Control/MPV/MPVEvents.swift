internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Derives mpv's events from two views of the player. A value type.
struct MPVEvents {
  private var view = MPVView(status: PlaybackStatus(), queue: Queue())
  private var entry: Queue.Entry.ID?
  private var isLoaded = false
  /// Whether the first picture after a seek is still to come.
  private var isRestarting = false
  private var hasFailed = false

  static func event(_ name: String, _ fields: KeyValuePairs<String, MPVValue?> = [:]) -> MPVValue {
    guard case .map(let more) = MPVValue.fields(fields) else { return .none }
    return .map([MPVField("event", .text(name))] + more)
  }

  /// Reports a seek when it is requested, because it may end before the next view.
  mutating func recordSeek() -> [MPVValue] {
    guard isLoaded else { return [] }
    isRestarting = true
    return [Self.event("seek")]
  }

  mutating func update(to new: MPVView) -> [MPVValue] {
    var events: [MPVValue] = []
    let now = new.isIdle || new.status.phase == .ended ? nil : new.status.entry
    if now != entry { events += change(to: now, new) }
    if entry != nil { events += progress(new) }
    view = new
    return events
  }

  private mutating func change(to now: Queue.Entry.ID?, _ new: MPVView) -> [MPVValue] {
    var events: [MPVValue] = []
    if let before = entry {
      let reason = hasFailed ? "error" : isAtEnd(new) ? "eof" : "stop"
      events.append(
        Self.event(
          "end-file",
          [
            "reason": .text(reason), "playlist_entry_id": .integer(before),
            "file_error": hasFailed ? .text("loading failed") : nil,
          ]))
    }
    (entry, isLoaded, isRestarting, hasFailed) = (now, false, false, false)
    events.append(
      now.map { Self.event("start-file", ["playlist_entry_id": .integer($0)]) }
        ?? Self.event("idle"))
    return events
  }

  private mutating func progress(_ new: MPVView) -> [MPVValue] {
    var events: [MPVValue] = []
    if case .failed = new.status.phase { hasFailed = true }
    if !isLoaded, new.status.phase == .playing || new.status.phase == .buffering {
      (isLoaded, isRestarting) = (true, true)
      events += [
        Self.event("file-loaded"), Self.event("audio-reconfig"), Self.event("video-reconfig"),
      ]
    }
    if isLoaded, new.status.waiting == .seeking, view.status.waiting != .seeking, !isRestarting {
      events += recordSeek()
    }
    if isRestarting, new.status.phase == .playing, new.status.waiting == nil {
      isRestarting = false
      events.append(Self.event("playback-restart"))
    }
    return events
  }

  /// Whether the previous item had reached its end, as far as the views show.
  private func isAtEnd(_ new: MPVView) -> Bool {
    if new.status.phase == .ended { return true }
    guard let duration = view.status.duration else { return false }
    return view.status.position.seconds > duration.seconds - 0.5
  }
}
