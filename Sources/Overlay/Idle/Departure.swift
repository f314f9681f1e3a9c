internal import VitrinePlayback

/// The requests that return a display to its default state after a visitor has left. `Presence`
/// decides when that is due.
struct Departure: Hashable {
  /// The content of the screen.
  enum Place: Hashable {
    /// The gallery, unchanged or as a visitor has left it.
    case list(isAtStart: Bool)
    /// A video chosen from the gallery.
    case chosen
    /// The attract loop.
    case attract
    /// Videos without a gallery.
    case signage
  }

  let place: Place
  private let settings: [Command]
  private let motion: [Command]
  /// Whether the current item never ends.
  private let isEndless: Bool

  init(from place: Place, _ status: PlaybackStatus, home: DefaultState) {
    self.place = place
    (settings, motion) = (home.settings(from: status), home.motion(from: status))
    isEndless = status.isEndless
  }

  /// Whether a visitor may be watching the chosen video; its end leads to the gallery.
  var isWatched: Bool { place == .chosen && !isNeeded }

  /// Whether anything has to change.
  var isNeeded: Bool { place == .list(isAtStart: false) || !requests.isEmpty }

  var requests: [InterfaceRequest] {
    switch place {
    case .list: settings.map { .perform($0) }
    case .attract: []
    // A visitor may watch until the video ends, which leads to the gallery.
    case .chosen: motion.isEmpty && !isEndless ? [] : [.leave] + settings.map { .perform($0) }
    case .signage: (settings + motion).map { .perform($0) }
    }
  }
}
