import VitrineCryptography
import VitrineTiming

/// All cached entries, and the order of their eviction.
package struct ContentIndex: Sendable {
  private(set) var entries: [Digest: ContentEntry] = [:]
  private var keys: [ContentEntry.ID: Digest] = [:]
  /// The number of cached bytes.
  private(set) var count: Int64 = 0
  private var uses: Int64 = 0
  /// Keys that are exempt from eviction until `releaseHolds`. Unlike pins, they are not stored.
  private var held: Set<Digest> = []
  private var lastID: ContentEntry.ID = 0

  init(_ entries: [ContentEntry] = [], lastID: ContentEntry.ID = 0) {
    for entry in entries { put(entry) }
    uses = entries.map(\.used).max() ?? 0
    self.lastID = max(lastID, entries.map(\.id).max() ?? 0)
  }

  subscript(_ key: Digest) -> ContentEntry? { entries[key] }

  func entry(_ id: ContentEntry.ID) -> ContentEntry? { keys[id].flatMap { entries[$0] } }

  private mutating func put(_ entry: ContentEntry) {
    entries[entry.key] = entry
    keys[entry.id] = entry.key
    count +|= entry.count
  }

  /// The result of starting an entry: its ID, and what happens to older versions.
  struct Beginning {
    let id: ContentEntry.ID
    /// Versions to remove.
    var replaced: [ContentEntry.ID] = []
    /// The complete previous version, which stays until the new one is complete.
    var previous: ContentEntry.ID?
  }

  /// Starts an entry in place of another version.
  mutating func begin(
    _ key: Digest, _ origin: ContentOrigin, size: Int64?, checked: Int64, freshness: Int64
  ) -> Beginning {
    let old = entries[key]
    if let old { remove(old.id) }
    var replaced = old.map { [$0.id] } ?? []
    if var old, old.isWhole {
      replaced = removePrevious(of: key).map { [$0] } ?? []
      old.key = key.ofPrevious
      put(old)
    }
    if entries.count >= Self.mostEntries { forgetEmpty() }
    lastID +|= 1
    var entry = ContentEntry(
      id: lastID, key: key, origin: origin, size: size, checked: checked, freshness: freshness)
    uses +|= 1
    (entry.used, entry.isPinned) = (uses, old?.isPinned ?? false)
    put(entry)
    let previous = self.previous(of: key)?.id
    return Beginning(id: entry.id, replaced: replaced, previous: previous)
  }

  /// Returns the complete previous version of an address whose current version is not complete yet.
  func previous(of key: Digest) -> ContentEntry? { entries[key.ofPrevious] }

  /// Removes the previous version and returns its ID.
  mutating func removePrevious(of key: Digest) -> ContentEntry.ID? {
    guard let previous = previous(of: key) else { return nil }
    remove(previous.id)
    return previous.id
  }

  /// Removes the previous version if the entry is complete now, and returns its ID.
  mutating func removeOutdated(by id: ContentEntry.ID) -> ContentEntry.ID? {
    guard let key = keys[id], entries[key]?.isWhole == true else { return nil }
    return removePrevious(of: key)
  }

  /// Entries without pieces are not on disk, but use memory.
  private mutating func forgetEmpty() {
    for entry in entries.values where entry.pieces.isEmpty && !entry.isPinned { remove(entry.id) }
  }

  /// Enough for streams, which have thousands of files.
  private static let mostEntries = 100_000

  mutating func remove(_ id: ContentEntry.ID) {
    guard let key = keys.removeValue(forKey: id), let entry = entries.removeValue(forKey: key)
    else { return }
    count -|= entry.count
  }

  /// Returns false if the entry is gone or already has some of these bytes.
  mutating func insert(_ piece: ContentPiece, in id: ContentEntry.ID) -> Bool {
    guard let key = keys[id], entries[key]?.insert(piece) == true else { return false }
    count +|= Int64(piece.count)
    return true
  }

  /// Removes a damaged piece.
  mutating func forget(_ piece: ContentPiece, of id: ContentEntry.ID) {
    guard let key = keys[id], let index = entries[key]?.pieces.firstIndex(of: piece) else { return }
    entries[key]?.pieces.remove(at: index)
    count -|= Int64(piece.count)
  }

  /// Updates an entry. Returns nil if it is gone.
  @discardableResult
  mutating func update<Result>(
    _ id: ContentEntry.ID, _ body: (inout ContentEntry) -> Result
  ) -> Result? {
    guard let key = keys[id], var entry = entries[key] else { return nil }
    let result = body(&entry)
    entries[key] = entry
    return result
  }

  mutating func hold(_ key: Digest) { held.insert(key) }

  mutating func releaseHolds() { held = [] }

  mutating func use(_ id: ContentEntry.ID) {
    uses +|= 1
    let uses = uses
    update(id) { $0.used = uses }
  }

  /// Returns the entries to evict to free `room` bytes, least recently used first. Pinned and held
  /// entries and `spared` are exempt, so the result may free less.
  func victims(freeing room: Int64, sparing spared: ContentEntry.ID?) -> [ContentEntry.ID] {
    guard room > 0 else { return [] }
    var (freed, victims): (Int64, [ContentEntry.ID]) = (0, [])
    let candidates = entries.values.filter {
      !$0.isPinned && !held.contains($0.key) && $0.id != spared && !$0.pieces.isEmpty
    }
    for entry in candidates.sorted(by: { $0.used < $1.used }) {
      guard freed < room else { break }
      freed +|= entry.count
      victims.append(entry.id)
    }
    return victims
  }
}

/// The limits of the cache.
package struct ContentLimits: Hashable, Sendable {
  /// The maximum size, in bytes.
  package var most: Int64
  /// The disk space to leave free, in bytes.
  package var leastFree: Int64

  package init(most: Int64 = 8 << 30, leastFree: Int64 = 1 << 28) {
    self.most = most
    self.leastFree = leastFree
  }

  /// Returns how many bytes must be evicted before `coming` more are written, with `free` bytes
  /// free.
  func excess(stored: Int64, coming: Int64, free: Int64) -> Int64 {
    max(stored +| coming -| most, leastFree -| (free -| coming), 0)
  }
}

extension Digest {
  /// The key of the complete previous version while the current one is incomplete.
  var ofPrevious: Digest { Digest(of: bytes + Array("previous".utf8)) }
}
