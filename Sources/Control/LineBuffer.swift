/// Splits a byte stream into lines. Buffers at most one line and the data received with its end.
/// Each byte is searched once.
package struct LineBuffer: Sendable {
  package enum Line: Equatable, Sendable {
    case line([UInt8])
    /// The line was dropped.
    case tooLong
  }

  private let limit: Int
  private var bytes = ByteQueue()
  /// The number of bytes known to contain no line end.
  private var searched = 0
  /// Whether the rest of a line that was too long is skipped.
  private var isSkipping = false

  /// Lines have at most `limit` bytes, without their ends.
  package init(limit: Int) { self.limit = limit }

  package mutating func append(_ more: some Collection<UInt8>) { bytes.append(more) }

  /// Returns the next line without its end, or nil if none is complete.
  package mutating func next() -> Line? {
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
