package import VitrineCryptography
internal import VitrineTiming

/// A cached entry: one version of the response from an address, complete or in part.
package struct ContentEntry: Hashable, Sendable {
  /// Never reused. The entry's file has this number as its name.
  package typealias ID = Int64

  package let id: ID
  /// The digest of the address.
  package internal(set) var key: Digest
  package var origin: ContentOrigin
  /// In bytes; nil while unknown.
  package internal(set) var size: Int64?
  /// In order, without overlaps.
  package internal(set) var pieces: [ContentPiece] = []
  /// When the server last confirmed this version, in seconds since 1970.
  package internal(set) var checked: Int64
  /// For how many seconds after `checked` the entry need not be revalidated.
  package internal(set) var freshness: Int64
  /// The cache's use counter at the last use. The entry with the lowest value is evicted first.
  package internal(set) var used: Int64 = 0
  /// Whether the entry is exempt from eviction.
  package internal(set) var isPinned = false

  /// The number of cached bytes.
  package var count: Int64 { pieces.reduce(0) { $0 +| Int64($1.count) } }
  package var isWhole: Bool { size.map { end(from: 0) >= $0 } ?? false }

  /// The cached ranges; adjacent pieces are merged.
  package var ranges: [Range<Int64>] {
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
  package func end(from position: Int64) -> Int64 {
    var end = position
    for piece in pieces[firstIndex(endingAfter: position)...] {
      guard piece.start <= end else { break }
      end = piece.end
    }
    return end
  }

  /// Returns the start of the first piece after `position`.
  package func start(after position: Int64) -> Int64? {
    pieces[firstIndex(endingAfter: position)...].first { $0.start > position }?.start
  }

  /// Returns the piece that contains the byte at `position`.
  package func piece(at position: Int64) -> ContentPiece? {
    let index = firstIndex(endingAfter: position)
    guard index < pieces.endIndex, pieces[index].start <= position else { return nil }
    return pieces[index]
  }

  /// Whether the entry need not be revalidated at that time. A clock that was set back makes it
  /// stale.
  package func isFresh(at now: Int64) -> Bool { now >= checked && now -| checked < freshness }

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
package struct ContentPiece: Hashable, Sendable {
  package let start: Int64
  package let count: Int
  package let digest: Digest

  package var end: Int64 { start +| Int64(count) }

  /// The largest piece, in bytes. A reader verifies a whole piece before it returns the first byte.
  package static let most = 1 << 20
}

/// The source of an entry, and the metadata that the server sent.
package struct ContentOrigin: Hashable, Sendable {
  /// Host and path, for display. The query may contain a secret, so it is left out.
  package var label: String
  /// The address after redirects; nil without any.
  package var address: String?
  /// The address scope of the server, as a number that the caller defines.
  package var scope: Int
  package var mediaType: String?
  package var entityTag: String?
  package var lastModified: String?

  package init(
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
