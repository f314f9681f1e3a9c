/// Why nothing is kept, or not all.
public enum ContentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another process keeps what it fetches there.
  case inUse(String)
  case unusable(String, cause: String)
  /// The disk takes no more, or fails.
  case notWritten(cause: String)
  /// Less is free than is to stay free, and nothing is left that could go.
  case full

  public var description: String {
    switch self {
    case .inUse(let path): "\(path) is in use by another player"
    case .unusable(let path, let cause): "\(path) cannot be used: \(cause)"
    case .notWritten(let cause): "what is fetched cannot be kept: \(cause)"
    case .full: "what is fetched is not kept: too little of the disk is free, and nothing can go"
    }
  }
}
