/// What came from a client, line by line. Keeps no more than one line and what came with its end. Each
/// byte is looked at once.
public struct LineBuffer: Sendable {
  public enum Line: Equatable, Sendable {
    case line([UInt8])
    /// It was dropped.
    case tooLong
  }

  private let limit: Int
  private var bytes = ByteQueue()
  /// So many bytes have no line's end among them.
  private var searched = 0
  /// The rest of a line that was too long is awaited.
  private var isSkipping = false

  /// Lines have `limit` bytes at most, without their ends.
  public init(limit: Int) { self.limit = limit }

  public mutating func append(_ more: some Collection<UInt8>) { bytes.append(more) }

  /// The next line, without its end; nil while there is no whole one.
  public mutating func next() -> Line? {
    while let length = nextLength() {
      let line = isSkipping || length > limit ? nil : Array(bytes.contents.prefix(length))
      bytes.removeFirst(length + 1)
      searched = 0
      guard isSkipping else { return line.map { .line($0) } ?? .tooLong }
      isSkipping = false
    }
    if isSkipping || bytes.count > limit {
      defer { isSkipping = true }
      bytes.removeAll()
      searched = 0
      return isSkipping ? nil : .tooLong
    }
    return nil
  }

  private mutating func nextLength() -> Int? {
    let contents = bytes.contents
    let end = contents.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n"))
    searched = (end ?? contents.endIndex) - contents.startIndex
    return end.map { $0 - contents.startIndex }
  }
}
