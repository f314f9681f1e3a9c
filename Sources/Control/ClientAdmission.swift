import VitrineTiming

/// Decides which clients to admit: each user has a limit, and some places are reserved for root and
/// the player's own user, so that other users cannot lock the operator out. A value type.
struct ClientAdmission {
  /// A connected client.
  struct Client: Hashable {
    let id: UInt64
    let user: UInt32
    /// When it last sent a request, or connected.
    var idleSince: HostTime
    /// Whether it has sent any request.
    var hasSentRequest: Bool
    /// Whether it follows the status or waits for an answer.
    var isBusy: Bool
  }

  enum Decision: Hashable {
    case admitted
    /// There is room once this idle client is disconnected.
    case admittedReplacing(UInt64)
    case refused(Refusal)
  }

  let limits: ClientLimits
  /// The user of the player's process.
  let owner: UInt32

  /// Returns whether there is room for a client of this user.
  func decide(for user: UInt32, _ clients: [Client], at now: HostTime) -> Decision {
    let isPrivileged = isPrivileged(user)
    let own = clients.filter { $0.user == user }
    let others = clients.filter { !self.isPrivileged($0.user) }
    if !isPrivileged, own.count >= limits.perUser {
      return replacement(of: own, at: now)
        ?? .refused(full("too many clients of user \(user): \(own.count)"))
    }
    let isFull =
      clients.count >= limits.total
      || !isPrivileged && others.count >= limits.total - limits.reserved
    guard isFull else { return .admitted }
    // A privileged client may replace any idle one.
    return replacement(of: isPrivileged ? clients : own, at: now)
      ?? .refused(full("too many clients: \(clients.count)"))
  }

  /// Returns the clients that have sent nothing since they connected, for longer than allowed.
  func silentClients(_ clients: [Client], at now: HostTime) -> [UInt64] {
    clients.filter { !$0.hasSentRequest && $0.idleSince + limits.requestTimeout <= now }.map(\.id)
  }

  /// When the next client reaches that limit.
  func nextRequestTimeout(_ clients: [Client]) -> HostTime? {
    clients.filter { !$0.hasSentRequest }.map { $0.idleSince + limits.requestTimeout }.min()
  }

  private func isPrivileged(_ user: UInt32) -> Bool { user == 0 || user == owner }

  private func full(_ why: String) -> Refusal { Refusal(why, .busy) }

  private func replacement(of clients: [Client], at now: HostTime) -> Decision? {
    let quiet = clients.filter { !$0.isBusy && $0.idleSince + limits.idleTimeout <= now }
    return quiet.min { $0.idleSince < $1.idleSince }.map { .admittedReplacing($0.id) }
  }
}
