internal import VitrineContent
internal import VitrineTiming

/// A splitter of consecutive bytes into blocks for the cache.
///
/// Blocks end at multiples of their size in the file, so that downloads with another start share
/// their boundaries.
struct PieceCollector {
  struct Piece: Equatable {
    let start: Int64
    let bytes: [UInt8]
  }

  private var bytes: [UInt8] = []
  /// The position of the next byte.
  private(set) var place: Int64

  init(at place: Int64) { self.place = place }

  /// Returns the blocks that are now complete.
  mutating func append(_ new: UnsafeRawBufferPointer) -> [Piece] {
    var pieces: [Piece] = []
    var rest = unsafe new[...]
    while unsafe !rest.isEmpty {
      // bound: a constant that is not 0
      if bytes.isEmpty { bytes.reserveCapacity(Int(Self.size -| place % Self.size)) }
      // bound: a constant that is not 0
      let count = min(Int(Self.size -| place % Self.size), unsafe rest.count)
      unsafe bytes.append(contentsOf: rest.prefix(count))
      place +|= Int64(count)
      unsafe rest = unsafe rest.dropFirst(count)
      // bound: a constant that is not 0
      if place % Self.size == 0, let piece = finish() { pieces.append(piece) }
    }
    return pieces
  }

  /// Returns the incomplete block; nil if it is empty.
  mutating func finish() -> Piece? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return Piece(start: place -| Int64(bytes.count), bytes: bytes)
  }

  private static let size = Int64(ContentPiece.most)
}
