internal import VitrinePlayback

/// What a visitor who has gone leaves behind, and what is wanted about it: one decision over all
/// that a display can be left as. Whether the time for it has come is `Presence`'s to say.
struct Departure: Hashable {
  /// What is shown.
  enum Place: Hashable {
    /// The list, as it begins or as a visitor has left it.
    case list(isAtStart: Bool)
    /// A video that was chosen from the list.
    case chosen
    /// The list plays for passers-by.
    case attract
    /// Videos that are there without a choice.
    case signage
  }

  let place: Place
  private let settings: [Command]
  private let motion: [Command]
  /// Whether what plays comes to no end of its own.
  private let isEndless: Bool

  init(from place: Place, _ status: PlaybackStatus, home: HomeState) {
    self.place = place
    (settings, motion) = (home.settings(from: status), home.motion(from: status))
    isEndless = status.isEndless
  }

  /// Whether a visitor may be watching what was chosen: its end leads to the list.
  var isWatched: Bool { place == .chosen && !isNeeded }

  /// Whether anything is to be done.
  var isNeeded: Bool { place == .list(isAtStart: false) || !requests.isEmpty }

  var requests: [InterfaceRequest] {
    switch place {
    case .list: settings.map { .perform($0) }
    case .attract: []
    // The visitor may be watching for as long as it goes on, and its end leads to the list.
    case .chosen: motion.isEmpty && !isEndless ? [] : [.leave] + settings.map { .perform($0) }
    case .signage: (settings + motion).map { .perform($0) }
    }
  }
}
