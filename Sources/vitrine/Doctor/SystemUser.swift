import Glibc
import VitrineDoctor
import VitrineLinux

/// A user account of this machine.
struct SystemUser: Sendable {
  let name: String
  let number: UInt32
  let groups: Set<UInt32>
  /// Whether this process runs as the user.
  let isSelf: Bool

  /// Nil if there is no user of this name.
  init?(named name: String) {
    guard let account = UserAccount(named: name) else { return nil }
    self.init(account)
  }

  /// The user of this process, even if it has no account entry.
  static var current: SystemUser {
    let number = geteuid()
    if let account = UserAccount(number: number) { return SystemUser(account) }
    return SystemUser(name: "user \(number)", number: number, groups: UserAccount.processGroups)
  }

  private init(_ account: UserAccount) {
    self.init(name: account.name, number: account.number, groups: account.groups)
  }

  /// The user with the unit's supplementary groups, if the service runs as this user. A login has
  /// only the groups of the account.
  func serving(_ unit: UnitFile?) -> SystemUser {
    guard let unit, unit.user == name, !isSelf else { return self }
    return SystemUser(
      name: name, number: number, groups: groups.union(unit.groups.compactMap(GroupAccount.number)))
  }

  private init(name: String, number: UInt32, groups: Set<UInt32>) {
    self.name = name
    self.number = number
    self.groups = groups
    isSelf = number == geteuid()
  }

  var facts: UserFacts {
    var facts = UserFacts(name: name)
    facts.isRoot = number == 0
    facts.groups = Set(groups.map(groupName))
    facts.loginGroups = isSelf ? Set(UserAccount.processGroups.map(groupName)) : nil
    return facts
  }

  /// Whether the user can read and write a file. For other users only the mode counts, not ACLs.
  func mayUse(_ path: String, _ rights: FileRights) -> Bool {
    if isSelf { return FileAccess.allows(R_OK | W_OK, path) }
    return rights.allowReadAndWrite(user: number, groups: groups)
  }
}

/// The name of a group.
func groupName(_ number: UInt32) -> String { GroupAccount.name(of: number) ?? "\(number)" }

/// The name of a user.
func userName(_ number: UInt32) -> String { UserAccount(number: number)?.name ?? "\(number)" }

extension FileRights {
  /// Nil if there is no such file.
  init?(of path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.init(mode: status.st_mode & 0o777, owner: status.st_uid, group: status.st_gid)
  }
}

extension NodeFacts {
  /// The device nodes, with the rights of `user`.
  static func all(for user: SystemUser) -> [NodeFacts] {
    let places: [([String], Kind)] = [
      (paths(in: "/dev/dri", "card"), .display), (paths(in: "/dev/dri", "renderD"), .render),
      (paths(in: "/dev/snd", "controlC"), .sound),
      (paths(in: "/dev/snd", "pcmC").filter { $0.hasSuffix("p") }, .sound),
      (paths(in: "/dev/input", "event"), .input), (paths(in: "/dev/dma_heap"), .heap),
      (hasVirtualTerminals ? ["/dev/tty1"] : [], .terminal),
    ]
    return places.flatMap { paths, kind in
      paths.compactMap { NodeFacts($0, kind, for: user) }
    }
  }

  private init?(_ path: String, _ kind: Kind, for user: SystemUser) {
    guard let rights = FileRights(of: path) else { return nil }
    self.init(path, kind)
    (owner, group) = (userName(rights.owner), groupName(rights.group))
    mode = rights.mode
    isUsable = user.mayUse(path, rights)
  }
}
