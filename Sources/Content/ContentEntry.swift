public import VitrineCryptography
internal import VitrineTiming

/// A cached entry: one version of the response from an address, complete or in part.
public struct ContentEntry: Hashable, Sendable {
  /// Never reused. The entry's file has this number as its name.
  public typealias ID = Int64

  public let id: ID
  /// The digest of the address.
  public internal(set) var key: Digest
  public var origin: ContentOrigin
  /// In bytes; nil while unknown.
  public internal(set) var size: Int64?
  /// In order, without overlaps.
  public internal(set) var pieces: [ContentPiece] = []
  /// When the server last confirmed this version, in seconds since 1970.
  public internal(set) var checked: Int64
  /// For how many seconds after `checked` the entry need not be revalidated.
  public internal(set) var freshness: Int64
  /// The cache's use counter at the last use. The entry with the lowest value is evicted first.
  public internal(set) var used: Int64 = 0
  /// Whether the entry is exempt from eviction.
  public internal(set) var isPinned = false

  /// The number of cached bytes.
  public var count: Int64 { pieces.reduce(0) { $0 +| Int64($1.count) } }
  public var isWhole: Bool { size.map { end(from: 0) >= $0 } ?? false }

  /// The cached ranges; adjacent pieces are merged.
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

  /// Returns the first missing byte at or after `position`.
  public func end(from position: Int64) -> Int64 {
    var end = position
    for piece in pieces[firstIndex(endingAfter: position)...] {
      guard piece.start <= end else { break }
      end = piece.end
    }
    return end
  }

  /// Returns the start of the first piece after `position`.
  public func start(after position: Int64) -> Int64? {
    pieces[firstIndex(endingAfter: position)...].first { $0.start > position }?.start
  }

  /// Returns the piece that contains the byte at `position`.
  public func piece(at position: Int64) -> ContentPiece? {
    let index = firstIndex(endingAfter: position)
    guard index < pieces.endIndex, pieces[index].start <= position else { return nil }
    return pieces[index]
  }

  /// Whether the entry need not be revalidated at that time. A clock that was set back makes it
  /// stale.
  public func isFresh(at now: Int64) -> Bool { now >= checked && now -| checked < freshness }

  /// Returns false if some of the bytes are already present.
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

/// A run of bytes on disk, and their digest.
public struct ContentPiece: Hashable, Sendable {
  public let start: Int64
  public let count: Int
  public let digest: Digest

  public var end: Int64 { start +| Int64(count) }

  /// The largest piece, in bytes. A reader verifies a whole piece before it returns the first byte.
  public static let most = 1 << 20
}

/// The source of an entry, and the metadata that the server sent.
public struct ContentOrigin: Hashable, Sendable {
  /// Host and path, for display. The query may contain a secret, so it is left out.
  public var label: String
  /// The address after redirects; nil without any.
  public var address: String?
  /// The address scope of the server, as a number that the caller defines.
  public var scope: Int
  public var mediaType: String?
  public var entityTag: String?
  public var lastModified: String?

  public init(
    label: String, address: String? = nil, scope: Int = 0, mediaType: String? = nil,
    entityTag: String? = nil, lastModified: String? = nil
  ) {
    self.label = label
    self.address = address
    self.scope = scope
    self.mediaType = mediaType
    self.entityTag = entityTag
    self.lastModified = lastModified
  }
}
