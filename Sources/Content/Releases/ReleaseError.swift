/// Why a release cannot be stored or activated.
package enum ReleaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process uses the store.
  case inUse(String)
  case unusable(String, cause: String)
  /// The manifest is invalid.
  case unreadable(String)
  /// A file of the release is wrong.
  case wrong(String, cause: String)
  /// The disk needs this many more free bytes.
  case noRoom(missing: Int64)
  /// The disk rejects writes.
  case notWritten(cause: String)

  package var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another player"
    case .unusable(let path, let cause): "\(path) cannot be used: \(cause)"
    case .unreadable(let cause): "invalid manifest: \(cause)"
    case .wrong(let file, let cause): "\(file): \(cause)"
    case .noRoom(let missing):
      "not enough disk space: \(max(1, missing / 1_000_000)) MB more needed "
        + "(`content.keep-free` sets how much stays free)"
    case .notWritten(let cause): "cannot write to the disk: \(cause)"
    }
  }
}
