/// Why a set cannot be had, in words that name the cause and, where there is one, the cure.
public enum SetError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process has the store.
  case inUse(String)
  case unusable(String, cause: String)
  /// A manifest that is none.
  case unreadable(String)
  /// One of its files is not what it is to be.
  case wrong(String, cause: String)
  /// So many bytes more would have to be free.
  case noRoom(missing: Int64)
  /// The disk takes nothing.
  case notWritten(cause: String)

  public var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another player"
    case .unusable(let path, let cause): "\(path) cannot be used: \(cause)"
    case .unreadable(let cause): "the manifest makes no sense: \(cause)"
    case .wrong(let file, let cause): "\(file): \(cause)"
    case .noRoom(let missing):
      "too little of the disk is free: it takes \(max(1, missing / 1_000_000)) MB more; "
        + "`content.keep-free` says how much stays free"
    case .notWritten(let cause): "the disk takes nothing more: \(cause)"
    }
  }
}
