public import VitrineCryptography
internal import VitrineTiming

/// What one address gave in one version, as far as it is kept. A value.
public struct ContentEntry: Hashable, Sendable {
  /// Of one entry alone, for ever: its file is called so.
  public typealias ID = Int64

  public let id: ID
  /// Of its address.
  public internal(set) var key: Digest
  public var origin: ContentOrigin
  /// In bytes; nil before it is known.
  public internal(set) var size: Int64?
  /// In order, without overlaps.
  public internal(set) var pieces: [ContentPiece] = []
  /// When the server said last that it has this version, in seconds since 1970.
  public internal(set) var checked: Int64
  /// It need not be asked again for so many seconds after that.
  public internal(set) var freshness: Int64
  /// Counts uses of all entries: the lowest was not used for longest.
  public internal(set) var used: Int64 = 0
  /// Whether it stays, however little it is used.
  public internal(set) var isPinned = false

  /// How much of it is there, in bytes.
  public var count: Int64 { pieces.reduce(0) { $0 +| Int64($1.count) } }
  public var isWhole: Bool { size.map { end(from: 0) >= $0 } ?? false }

  /// What is there, pieces that meet as one.
  public var ranges: [Range<Int64>] {
    pieces.reduce(into: []) { ranges, piece in
      if let last = ranges.last, last.upperBound == piece.start {
        // bound: a piece begins where the one before ends
        ranges[ranges.count - 1] = last.lowerBound..<piece.end
      } else {
        // bound: a piece has bytes
        ranges.append(piece.start..<piece.end)
      }
    }
  }

  /// Where the first byte is missing from `position` on.
  public func end(from position: Int64) -> Int64 {
    var end = position
    for piece in pieces[firstIndex(endingAfter: position)...] {
      guard piece.start <= end else { break }
      end = piece.end
    }
    return end
  }

  /// Where the next piece begins behind `position`.
  public func start(after position: Int64) -> Int64? {
    pieces[firstIndex(endingAfter: position)...].first { $0.start > position }?.start
  }

  /// The piece that has the byte at `position`.
  public func piece(at position: Int64) -> ContentPiece? {
    let index = firstIndex(endingAfter: position)
    guard index < pieces.endIndex, pieces[index].start <= position else { return nil }
    return pieces[index]
  }

  /// Whether the server need not be asked at that moment. A clock that was set back proves nothing.
  public func isFresh(at now: Int64) -> Bool { now >= checked && now -| checked < freshness }

  /// False where bytes of it are there already.
  mutating func insert(_ piece: ContentPiece) -> Bool {
    let index = firstIndex(endingAfter: piece.start)
    guard index == pieces.endIndex || pieces[index].start >= piece.end else { return false }
    pieces.insert(piece, at: index)
    return true
  }

  private func firstIndex(endingAfter position: Int64) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].end > position { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A run of bytes that is on the disk, and what they are to be.
public struct ContentPiece: Hashable, Sendable {
  public let start: Int64
  public let count: Int
  public let digest: Digest

  public var end: Int64 { start +| Int64(count) }

  /// More than so many bytes are several: a reader checks all of one before it gives the first.
  public static let most = 1 << 20
}

/// Where an entry is from, and what the server said of it.
public struct ContentOrigin: Hashable, Sendable {
  /// Host and path, for people: what stands behind them in an address may be a secret.
  public var label: String
  /// Where the request was sent on to; nil where it was not.
  public var address: String?
  /// The network of the machine that answered, as a number of the caller's.
  public var scope: Int
  public var mediaType: String?
  public var entityTag: String?
  public var lastModified: String?

  public init(
    label: String, address: String? = nil, scope: Int = 0, mediaType: String? = nil,
    entityTag: String? = nil, lastModified: String? = nil
  ) {
    (self.label, self.address, self.scope) = (label, address, scope)
    (self.mediaType, self.entityTag, self.lastModified) = (mediaType, entityTag, lastModified)
  }
}
