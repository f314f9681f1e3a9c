package import VitrineControl
package import VitrineEngine
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
package import VitrineTiming

/// Selects the events for clients from those of a player: each item once, and the picture's return.
/// Pure.
package struct PlaybackEventFilter: Sendable {
  /// The items on screen, by opening. Two overlap briefly: the start of one is reported before the
  /// end of the one it replaces.
  private var shown: [Run: Shown] = [:]
  /// Why no item is on screen, and since when; nil while one is, or nothing is due.
  private var missing: (reason: String, since: HostTime)?

  private struct Shown {
    let item: Item
    /// Whether the display was turned off or unplugged: no event reports the end if nothing follows
    /// meanwhile.
    var isInterrupted = false
  }

  package init() {}

  package mutating func handle(_ event: PlayerEvent, at now: HostTime) -> [PlaybackEvent] {
    switch event {
    case .screen(.began(let item, let opening, let time)): return begin(item, opening, at: time)
    case .screen(.left(let item, let opening, let time, let end)):
      guard end != .open else {
        // After a seek, the end of the earlier part is reported last.
        if time.isInterrupted { shown[opening]?.isInterrupted = true }
        return []
      }
      let wasShown = shown.removeValue(forKey: opening) != nil
      // A failure has its own event.
      return wasShown && end != .failed ? [.ended(item, isComplete: end == .ended)] : []
    case .failed(let item, let error): return [.failed(item, error: error.message)]
    case .display(.dark(let reason)): beginMissing(reason, at: now)
    case .waiting(let error, retryAfter: _): beginMissing(error.message, at: now)
    default: break
    }
    return []
  }

  private mutating func beginMissing(_ reason: String, at now: HostTime) {
    // The first reason is the cause of the others.
    missing = missing ?? (reason: reason, since: now)
  }

  private mutating func begin(
    _ item: Item, _ opening: Run, at time: HostTime
  ) -> [PlaybackEvent] {
    var events: [PlaybackEvent] = []
    if shown[opening] == nil {
      let over = shown.filter { $0.value.isInterrupted }.keys.sorted()
      events += over.compactMap { shown.removeValue(forKey: $0) }.map {
        .ended($0.item, isComplete: false)
      }
      events.append(.shown(item))
    }
    shown[opening] = Shown(item: item)
    if let missing {
      events.append(.back(reason: missing.reason, missing: max((time - missing.since).seconds, 0)))
      self.missing = nil
    }
    return events
  }
}
