import Glibc

/// A user in the system's databases (passwd(5), group(5), nsswitch.conf). The C functions use
/// static memory: thread-bound.
package struct UserAccount: Hashable, Sendable {
  package let name: String
  package let number: UInt32
  /// The groups at login.
  package let groups: Set<UInt32>

  private static let mostGroups = 256

  /// Returns nil if there is no user with this name (C: `getpwnam`).
  package init?(named name: String) {
    guard let entry = unsafe getpwnam(name) else { return nil }
    unsafe self.init(entry.pointee, fallback: name)
  }

  /// Returns nil if there is no user with this number (C: `getpwuid`).
  package init?(number: UInt32) {
    guard let entry = unsafe getpwuid(number) else { return nil }
    unsafe self.init(entry.pointee, fallback: "\(number)")
  }

  private init(_ entry: passwd, fallback: String) {
    let name = unsafe entry.pw_name.map { unsafe String(cString: $0) } ?? fallback
    var groups = [gid_t](repeating: 0, count: Self.mostGroups)
    var count = CInt(groups.count)
    // -1 means that there are more groups, which are ignored.
    unsafe getgrouplist(name, entry.pw_gid, &groups, &count)
    self.name = name
    number = unsafe entry.pw_uid
    self.groups = Set(groups.prefix(max(0, min(Int(count), Self.mostGroups))))
  }

  /// The groups of this process (C: `getgroups` and `getegid`).
  package static var processGroups: Set<UInt32> {
    var groups = [gid_t](repeating: 0, count: mostGroups)
    let count = unsafe getgroups(CInt(groups.count), &groups)
    return Set(groups.prefix(max(0, Int(count)))).union([getegid()])
  }
}

/// A group in the system's databases.
package enum GroupAccount {
  /// Returns nil if there is no such group (C: `getgrnam`).
  package static func number(named name: String) -> UInt32? {
    unsafe getgrnam(name)?.pointee.gr_gid
  }

  /// Wraps `getgrgid`.
  package static func name(of number: UInt32) -> String? {
    guard let entry = unsafe getgrgid(number), let name = unsafe entry.pointee.gr_name else {
      return nil
    }
    return unsafe String(cString: name)
  }
}
