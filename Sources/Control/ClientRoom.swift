import VitrineTiming

/// Which clients there is room for: a share for each user, and a reserve for root and the player's
/// own user, so that no other user's clients lock the operator out. A value; it is asked about seats.
struct ClientRoom {
  /// A client that is there.
  struct Seat: Hashable {
    let id: UInt64
    let user: UInt32
    /// When it asked for something last, or connected.
    var quietSince: HostTime
    /// Whether it has asked for anything.
    var hasAsked: Bool
    /// It follows the status, or waits for an answer.
    var isBusy: Bool
  }

  enum Answer: Hashable {
    case room
    /// There is once this one is sent away, which asks for nothing.
    case instead(of: UInt64)
    case none(Refusal)
  }

  let limits: RoomLimits
  /// Whose process the player is.
  let owner: UInt32

  /// Whether there is room for a client of this user.
  func answer(to user: UInt32, _ seats: [Seat], at now: HostTime) -> Answer {
    let isPrivileged = isPrivileged(user)
    let own = seats.filter { $0.user == user }
    let others = seats.filter { !self.isPrivileged($0.user) }
    if !isPrivileged, own.count >= limits.perUser {
      return instead(of: own, at: now)
        ?? .none(full("\(own.count) clients of user \(user) are there already"))
    }
    let isFull =
      seats.count >= limits.clients
      || !isPrivileged && others.count >= limits.clients - limits.reserved
    guard isFull else { return .room }
    // A privileged one may take the place of any that asks for nothing.
    return instead(of: isPrivileged ? seats : own, at: now)
      ?? .none(full("there are \(seats.count) clients already"))
  }

  /// Those that connected and have asked for nothing since, for longer than they may.
  func silent(_ seats: [Seat], at now: HostTime) -> [UInt64] {
    seats.filter { !$0.hasAsked && $0.quietSince + limits.silence <= now }.map(\.id)
  }

  /// When the next one has been silent for so long.
  func silenceEnds(_ seats: [Seat]) -> HostTime? {
    seats.filter { !$0.hasAsked }.map { $0.quietSince + limits.silence }.min()
  }

  private func isPrivileged(_ user: UInt32) -> Bool { user == 0 || user == owner }

  private func full(_ why: String) -> Refusal { Refusal(why, .busy) }

  private func instead(of seats: [Seat], at now: HostTime) -> Answer? {
    let quiet = seats.filter { !$0.isBusy && $0.quietSince + limits.quiet <= now }
    return quiet.min { $0.quietSince < $1.quietSince }.map { .instead(of: $0.id) }
  }
}
