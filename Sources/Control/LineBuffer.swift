/// What came from a client, line by line. Keeps no more than one line and what came with its end.
public struct LineBuffer: Sendable {
  public enum Line: Equatable, Sendable {
    case line([UInt8])
    /// It was dropped.
    case tooLong
  }

  private let limit: Int
  private var bytes: ArraySlice<UInt8> = []
  /// The rest of a line that was too long is awaited.
  private var isSkipping = false

  /// Lines have `limit` bytes at most, without their ends.
  public init(limit: Int) { self.limit = limit }

  public mutating func append(_ more: ArraySlice<UInt8>) {
    bytes = bytes.isEmpty ? more : Array(bytes)[...] + more
  }

  /// The next line, without its end; nil while there is no whole one.
  public mutating func next() -> Line? {
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[..<end]
      bytes = bytes[(end + 1)...]
      guard isSkipping else {
        return line.count > limit ? .tooLong : .line(Array(line))
      }
      isSkipping = false
    }
    if isSkipping || bytes.count > limit {
      defer { isSkipping = true }
      bytes = []
      return isSkipping ? nil : .tooLong
    }
    return nil
  }
}
