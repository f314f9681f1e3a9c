/// A user, and the devices that the user may open.
package struct AccessFacts: Sendable {
  package var user: Reading<UserFacts> = .notAsked
  package var nodes: Reading<[NodeFacts]> = .notAsked
}

/// The user that the player runs as.
package struct UserFacts: Hashable, Sendable {
  package var name: String
  package var isRoot = false
  /// From the group database.
  package var groups: Set<String> = []
  /// The groups of this login; nil if it belongs to another user.
  package var loginGroups: Set<String>?

  package init(name: String) { self.name = name }

  /// Groups that this login has not picked up yet.
  var lateGroups: Set<String> { loginGroups.map { groups.subtracting($0) } ?? [] }
}

/// A device node in /dev, and its permissions.
package struct NodeFacts: Hashable, Sendable {
  package enum Kind: Sendable, CaseIterable {
    case display, render, sound, input, terminal, heap
  }

  package var path: String
  package var kind: Kind
  package var owner = "root"
  package var group = "root"
  /// The last nine bits of its mode.
  package var mode: UInt32 = 0o660
  /// Whether the user may read and write it.
  package var isUsable = true

  package init(_ path: String, _ kind: Kind) {
    self.path = path
    self.kind = kind
  }

  /// Whether membership in its group would be enough.
  var isOpenToGroup: Bool { group != "root" && mode & 0o060 == 0o060 }

  /// For example `root:video 0660`.
  var owners: String {
    let digits = String(mode & 0o777, radix: 8)
    return "\(owner):\(group) \(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}

/// The file permissions, as the kernel evaluates them without ACLs.
package struct FileRights: Hashable, Sendable {
  package var mode: UInt32
  package var owner: UInt32
  package var group: UInt32

  package init(mode: UInt32, owner: UInt32, group: UInt32) {
    self.mode = mode
    self.owner = owner
    self.group = group
  }

  /// Only the first class that a user belongs to counts, even if a later one would allow more.
  package func allowReadAndWrite(user: UInt32, groups: Set<UInt32>) -> Bool {
    allow(6, user: user, groups: groups)
  }

  /// Whether the user may read the file.
  package func allowRead(user: UInt32, groups: Set<UInt32>) -> Bool {
    allow(4, user: user, groups: groups)
  }

  /// Whether the user may use the folder in a path.
  package func allowEntry(user: UInt32, groups: Set<UInt32>) -> Bool {
    allow(1, user: user, groups: groups)
  }

  private func allow(_ bits: UInt32, user: UInt32, groups: Set<UInt32>) -> Bool {
    if user == 0 { return true }
    if user == owner { return mode >> 6 & bits == bits }
    if groups.contains(group) { return mode >> 3 & bits == bits }
    return mode & bits == bits
  }
}
