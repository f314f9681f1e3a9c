internal import VitrineBus
internal import VitrineControl
internal import VitrineLinux

/// Which programs on the bus may control the player. What one asks first waits until the bus has said
/// whose it is. A value.
///
/// The bus' own policy decides before that, where its file is in place; this holds without it, too.
struct MPRISAdmission {
  enum Answer: Hashable { case admitted, rejected, unknown }

  private let policy: PeerPolicy
  /// By the names that the bus gives programs, which it gives once.
  private var known: [String: Bool] = [:]
  private var toldUsers: Set<UInt32> = []

  /// So many programs come and go in a while; those that stay are asked about again.
  private static let mostKnown = 256

  init(_ policy: PeerPolicy) { self.policy = policy }

  func answer(to peer: String) -> Answer {
    known[peer].map { $0 ? .admitted : .rejected } ?? .unknown
  }

  /// The bus has answered whose a program is: what GetConnectionCredentials gives, or nothing where the
  /// program is gone. The user, where one was rejected that was not before.
  mutating func note(_ peer: String, _ credentials: [String: BusValue]) -> UInt32? {
    if known.count >= Self.mostKnown { known = [:] }
    guard let user = credentials["UnixUserID"]?.integer.flatMap(UInt32.init(exactly:)) else {
      known[peer] = false
      return nil
    }
    let groups = Set(credentials["UnixGroupIDs"]?.elements?.compactMap(\.integer) ?? [])
    let process = credentials["ProcessID"]?.integer.flatMap(Int32.init(exactly:)) ?? 0
    let isAdmitted = policy.admits(
      SocketPeer(process: process, user: user, group: .max),
      isMember: { groups.contains(Int64($0)) })
    known[peer] = isAdmitted
    guard !isAdmitted, toldUsers.count < Self.mostKnown else { return nil }
    return toldUsers.insert(user).inserted ? user : nil
  }
}
