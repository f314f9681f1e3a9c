public import VitrineLinux

/// Who may control the player, besides what the mode of the socket's file says already.
public struct PeerPolicy: Hashable, Sendable {
  /// Whose process the player is.
  public var owner: UInt32
  /// Whose members may; the group of the socket's file.
  public var group: UInt32

  /// The number that the kernel tells of users and groups that a user namespace has no name for
  /// (`PrivateUsers=` of a unit, containers): any of them, so that it says nothing.
  static let unnamed: UInt32 = 65534

  public init(owner: UInt32, group: UInt32) {
    (self.owner, self.group) = (owner, group)
  }

  /// `isMember` says whether the peer is in a group besides its own one.
  public func admits(_ peer: SocketPeer, isMember: (UInt32) -> Bool) -> Bool {
    if peer.user == 0 || peer.user == owner && owner != Self.unnamed { return true }
    return group != Self.unnamed && (peer.group == group || isMember(group))
  }
}
