internal import VitrineBus
internal import VitrineControl
internal import VitrineLinux

/// Decides which programs on the bus may control the player. The first call of a program waits
/// until the bus has reported its user. A value type.
///
/// The policy file of the bus, if installed, applies before; this check does not depend on it.
struct MPRISAuthorizer {
  enum Decision: Hashable { case admitted, rejected, unknown }

  private let policy: PeerPolicy
  /// By unique bus name, which is never reused.
  private var known: [String: Bool] = [:]
  private var reportedUsers: Set<UInt32> = []

  /// A limit, since programs come and go; those that stay are looked up again.
  private static let maxKnown = 256

  init(_ policy: PeerPolicy) { self.policy = policy }

  func decision(for peer: String) -> Decision {
    known[peer].map { $0 ? .admitted : .rejected } ?? .unknown
  }

  /// Records the result of GetConnectionCredentials, which is empty if the program is gone. Returns
  /// the user if it is rejected for the first time.
  mutating func record(_ credentials: [String: BusValue], of peer: String) -> UInt32? {
    if known.count >= Self.maxKnown { known = [:] }
    guard let user = credentials["UnixUserID"]?.integer.flatMap(UInt32.init(exactly:)) else {
      known[peer] = false
      return nil
    }
    let groups = Set(credentials["UnixGroupIDs"]?.elements?.compactMap(\.integer) ?? [])
    let process = credentials["ProcessID"]?.integer.flatMap(Int32.init(exactly:)) ?? 0
    // The bus reports all groups alike, without a primary one.
    let isAdmitted = policy.admits(
      SocketPeer(process: process, user: user, group: PeerPolicy.unnamed),
      isMember: { groups.contains(Int64($0)) })
    known[peer] = isAdmitted
    guard !isAdmitted, reportedUsers.count < Self.maxKnown else { return nil }
    return reportedUsers.insert(user).inserted ? user : nil
  }
}
