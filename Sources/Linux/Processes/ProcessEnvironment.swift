import Glibc

/// What this process was started with. Nothing in the program changes it: thread-safe.
public enum ProcessEnvironment {
  /// A variable; nil where it is not set. The corresponding C function is `getenv`.
  public static func value(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// All variables. The corresponding C variable is `environ`.
  public static var variables: [String: String] {
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

  /// The folder that relative paths count from; nil where it is gone.
  /// As `pathText` has it. The corresponding C function is `getcwd`.
  public static var currentFolder: String? {
    guard let folder = unsafe getcwd(nil, 0) else { return nil }
    defer { unsafe free(folder) }
    return unsafe pathText(folder)
  }
}
