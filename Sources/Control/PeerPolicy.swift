package import VitrineLinux

/// Decides which local users may control the player, in addition to the mode of the socket.
package struct PeerPolicy: Hashable, Sendable {
  /// The user of the player's process.
  package var owner: UInt32
  /// The group of the socket, whose members are admitted.
  package var group: UInt32

  /// The overflow ID, which the kernel reports for all users and groups that have no ID in this
  /// user namespace (`PrivateUsers=` of a unit, containers), so it proves nothing.
  package static let unnamed: UInt32 = 65534

  package init(owner: UInt32, group: UInt32) {
    self.owner = owner
    self.group = group
  }

  /// `isMember` returns whether the peer is in a group other than its primary one.
  package func admits(_ peer: SocketPeer, isMember: (UInt32) -> Bool) -> Bool {
    if peer.user == 0 || peer.user == owner && owner != Self.unnamed { return true }
    return group != Self.unnamed && (peer.group == group || isMember(group))
  }
}
