/// A box of ISO/IEC 14496-12 with its content.
struct MediaBox {
  let kind: UInt32
  let content: ArraySlice<UInt8>

  /// Converts a kind as written, such as `moof`.
  static func code(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { bytes in unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// Returns the boxes in order, up to a truncated one.
  static func all(in bytes: ArraySlice<UInt8>) -> [MediaBox] {
    var (boxes, rest) = ([MediaBox](), bytes)
    while boxes.count < most, let size = number(rest, 0, 4), let kind = number(rest, 4, 4) {
      // 1 means that a 64-bit size follows, 0 that the box extends to the end.
      let (whole, head) =
        size == 1 ? (number(rest, 8, 8) ?? 0, 16) : (size == 0 ? Int64(rest.count) : size, 8)
      guard whole >= head, whole <= rest.count else { break }
      boxes.append(
        // bound: four bytes
        MediaBox(kind: UInt32(kind), content: rest.dropFirst(head).prefix(Int(whole) - head)))
      rest = rest.dropFirst(Int(whole))
    }
    return boxes
  }

  private static let most = 10_000

  /// Returns the first box along a path of kinds.
  static func first(_ path: [StaticString], in bytes: ArraySlice<UInt8>) -> MediaBox? {
    guard let name = path.first else { return nil }
    let found = all(in: bytes).first { $0.kind == code(name) }
    return path.count == 1
      ? found : found.flatMap { first(Array(path.dropFirst()), in: $0.content) }
  }

  /// Returns a big-endian number of `count` bytes at an offset; nil beyond the end.
  func number(_ offset: Int, _ count: Int) -> Int64? { Self.number(content, offset, count) }

  private static func number(_ bytes: ArraySlice<UInt8>, _ offset: Int, _ count: Int) -> Int64? {
    guard offset >= 0, bytes.count >= offset, bytes.count - offset >= count else { return nil }
    return bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int64($1) }
  }
}
