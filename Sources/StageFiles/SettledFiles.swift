package import VitrineLinux

/// Decides in each round of checks which files to read: all in the first round, and later those that have changed and
/// then stayed the same for a round, since other programs may still be writing them.
package struct SettledFiles: Sendable {
  private var seen: [String: FileStatus] = [:]
  private var changing: [String: FileStatus] = [:]
  private var isFirstRound = true
  /// Read in the next round, without waiting.
  private var immediate: Set<String> = []

  package init() {}

  /// Whether to read this file now. Throws if it cannot be found.
  package mutating func hasChanged(_ path: String) throws(Errno) -> Bool {
    let status: FileStatus
    do throws(Errno) {
      status = try FileStatus(following: path)
    } catch {
      (seen[path], changing[path]) = (nil, nil)
      throw error
    }
    guard seen[path] != status else { return false }
    let isImmediate = immediate.remove(path) != nil
    guard isFirstRound || isImmediate || changing[path] == status else {
      changing[path] = status
      return false
    }
    (seen[path], changing[path]) = (status, nil)
    return true
  }

  /// Forgets all other files.
  mutating func keep(_ paths: Set<String>) {
    seen = seen.filter { paths.contains($0.key) }
    changing = changing.filter { paths.contains($0.key) }
    immediate.formIntersection(paths)
  }

  package mutating func endRound() { isFirstRound = false }

  /// Reads a file again although it has not changed.
  package mutating func repeatReading(of path: String) {
    guard let status = seen.removeValue(forKey: path) else { return }
    changing[path] = status
  }

  /// Reads a file in the next round, because it was not needed before.
  package mutating func readAtOnce(_ path: String) {
    seen[path] = nil
    immediate.insert(path)
  }
}
