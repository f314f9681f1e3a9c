internal import VitrineContent
internal import VitrineTiming

/// Bytes that come one after the other, made into pieces that are kept. A value.
///
/// Pieces end where a multiple of their size lies in the file: what is fetched again from another place
/// on meets them there.
struct PieceCollector {
  struct Piece: Equatable {
    let start: Int64
    let bytes: [UInt8]
  }

  private var bytes: [UInt8] = []
  /// Where the next byte belongs.
  private(set) var place: Int64

  init(at place: Int64) { self.place = place }

  /// The pieces that became whole.
  mutating func take(_ new: UnsafeRawBufferPointer) -> [Piece] {
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

  /// What is left; nil of nothing.
  mutating func finish() -> Piece? {
    guard !bytes.isEmpty else { return nil }
    defer { bytes = [] }
    return Piece(start: place -| Int64(bytes.count), bytes: bytes)
  }

  private static let size = Int64(ContentPiece.most)
}
