import VitrineTiming

/// Decides which clients to admit: each user has a limit, and some places are reserved for root and
/// the player's own user, so that other users cannot lock the operator out. A value type.
struct ClientRoom {
  /// A connected client.
  struct Seat: Hashable {
    let id: UInt64
    let user: UInt32
    /// When it last sent a request, or connected.
    var quietSince: HostTime
    /// Whether it has sent any request.
    var hasAsked: Bool
    /// Whether it follows the status or waits for an answer.
    var isBusy: Bool
  }

  enum Answer: Hashable {
    case room
    /// There is room once this idle client is disconnected.
    case instead(of: UInt64)
    case none(Refusal)
  }

  let limits: RoomLimits
  /// The user of the player's process.
  let owner: UInt32

  /// Returns whether there is room for a client of this user.
  func answer(to user: UInt32, _ seats: [Seat], at now: HostTime) -> Answer {
    let isPrivileged = isPrivileged(user)
    let own = seats.filter { $0.user == user }
    let others = seats.filter { !self.isPrivileged($0.user) }
    if !isPrivileged, own.count >= limits.perUser {
      return instead(of: own, at: now)
        ?? .none(full("too many clients of user \(user): \(own.count)"))
    }
    let isFull =
      seats.count >= limits.clients
      || !isPrivileged && others.count >= limits.clients - limits.reserved
    guard isFull else { return .room }
    // A privileged client may replace any idle one.
    return instead(of: isPrivileged ? seats : own, at: now)
      ?? .none(full("too many clients: \(seats.count)"))
  }

  /// Returns the clients that have sent nothing since they connected, for longer than allowed.
  func silent(_ seats: [Seat], at now: HostTime) -> [UInt64] {
    seats.filter { !$0.hasAsked && $0.quietSince + limits.silence <= now }.map(\.id)
  }

  /// When the next client reaches that limit.
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
