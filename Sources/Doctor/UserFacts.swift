/// Who is to play.
public struct UserFacts: Hashable, Sendable {
  public var name: String
  public var isRoot = false
  /// As the system's table of groups has it.
  public var groups: Set<String> = []
  /// Those that this login has; nil where it is not that user's.
  public var loginGroups: Set<String>?

  public init(name: String) { self.name = name }

  /// In the table, and not in this login.
  var lateGroups: Set<String> { loginGroups.map { groups.subtracting($0) } ?? [] }
}

/// A device's place in /dev, and who may use it.
public struct NodeFacts: Hashable, Sendable {
  public enum Kind: Sendable, CaseIterable {
    case display, render, sound, input, terminal, heap
  }

  public var path: String
  public var kind: Kind
  public var owner = "root"
  public var group = "root"
  /// The last nine bits of its mode.
  public var mode: UInt32 = 0o660
  /// Whether the user may read and write it.
  public var isUsable = true

  public init(_ path: String, _ kind: Kind) { (self.path, self.kind) = (path, kind) }

  /// Whether being in its group would be enough.
  var isOpenToGroup: Bool { group != "root" && mode & 0o060 == 0o060 }

  /// `root:video 0660`.
  var owners: String {
    let digits = String(mode & 0o777, radix: 8)
    return "\(owner):\(group) \(String(repeating: "0", count: 4 - digits.count))\(digits)"
  }
}

/// Which users a file's mode lets read and write, as the kernel decides it without access lists.
public struct FileRights: Hashable, Sendable {
  public var mode: UInt32
  public var owner: UInt32
  public var group: UInt32

  public init(mode: UInt32, owner: UInt32, group: UInt32) {
    (self.mode, self.owner, self.group) = (mode, owner, group)
  }

  /// The first class that a user is in counts, even where a later one would allow more.
  public func letReadAndWrite(user: UInt32, groups: Set<UInt32>) -> Bool {
    if user == 0 { return true }
    if user == owner { return mode & 0o600 == 0o600 }
    if groups.contains(group) { return mode & 0o060 == 0o060 }
    return mode & 0o006 == 0o006
  }
}
