import Glibc

/// The environment of this process. Nothing in the program changes it: thread-safe.
package enum ProcessEnvironment {
  /// Returns a variable; nil if it is not set (C: `getenv`).
  package static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// All variables (C: `environ`).
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var place = unsafe environ
    while let entry = unsafe place.pointee {
      let halves = unsafe String(cString: entry).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if halves.count == 2 { variables[String(halves[0])] = String(halves[1]) }
      unsafe place += 1
    }
    return variables
  }

  /// The base of relative paths, as text of `pathText`; nil if the folder was removed (C:
  /// `getcwd`).
  package static var currentFolder: String? {
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe pathText(folder)
  }
}
