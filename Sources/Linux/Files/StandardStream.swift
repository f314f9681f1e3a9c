import Glibc

/// A standard stream of the process. Thread-safe, like the descriptors.
public enum StandardStream: CInt, Sendable {
  case input = 0
  case output = 1
  case error = 2

  /// Writes all bytes. Returns false if the reader is gone or the file is full. The corresponding C
  /// function is `write`.
  @discardableResult
  public func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try? valueOrErrno {
        unsafe rest.withUnsafeBytes { unsafe Glibc.write(rawValue, $0.baseAddress, $0.count) }
      }
      guard let count, count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Whether the stream is a terminal. The corresponding C function is `isatty`.
  public var isTerminal: Bool { isatty(rawValue) == 1 }
}
