/// Why the cache stores nothing, or not everything.
package enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process uses the cache.
  case inUse(String)
  case unusable(String, cause: String)
  /// A file that can be moved away and created again.
  case damaged(String, cause: String)
  /// The disk is full or failing.
  case notWritten(cause: String)
  /// Too little disk space is free, and no entry can be evicted.
  case full

  package var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another player"
    case .unusable(let path, let cause): "\(path) cannot be used: \(cause)"
    case .damaged(let path, let cause): "\(path) is damaged: \(cause)"
    case .notWritten(let cause): "cannot write to the cache: \(cause)"
    case .full: "the cache is paused: too little free disk space, and nothing left to remove"
    }
  }
}
