import VitrineCryptography
import VitrineTiming

/// All that is kept, and what goes first where room is needed. A value.
public struct ContentIndex: Sendable {
  private(set) var entries: [Digest: ContentEntry] = [:]
  private var keys: [ContentEntry.ID: Digest] = [:]
  /// How many bytes are kept in all.
  private(set) var count: Int64 = 0
  private var uses: Int64 = 0
  /// Addresses of which all stays until that is taken back: unlike a pin, this is not written down.
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

  /// What became of one that is begun: its number, and those of another version.
  struct Beginning {
    let id: ContentEntry.ID
    /// These are gone.
    var replaced: [ContentEntry.ID] = []
    /// This one is whole, and stays until the new one is.
    var previous: ContentEntry.ID?
  }

  /// A new entry in the place of one of another version.
  mutating func begin(
    _ key: Digest, _ origin: ContentOrigin, size: Int64?, checked: Int64, freshness: Int64
  ) -> Beginning {
    let old = entries[key]
    if let old { remove(old.id) }
    var replaced = old.map { [$0.id] } ?? []
    if var old, old.isWhole {
      replaced = takePrevious(of: key).map { [$0] } ?? []
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

  /// The whole version that an address gave before, where the one that it gives now is not there yet.
  func previous(of key: Digest) -> ContentEntry? { entries[key.ofPrevious] }

  /// The same, which goes.
  mutating func takePrevious(of key: Digest) -> ContentEntry.ID? {
    guard let previous = previous(of: key) else { return nil }
    remove(previous.id)
    return previous.id
  }

  /// What goes since all of an entry is there now.
  mutating func takeOutdated(by id: ContentEntry.ID) -> ContentEntry.ID? {
    guard let key = keys[id], entries[key]?.isWhole == true else { return nil }
    return takePrevious(of: key)
  }

  /// Those of which nothing came are on no disk, and take memory.
  private mutating func forgetEmpty() {
    for entry in entries.values where entry.pieces.isEmpty && !entry.isPinned { remove(entry.id) }
  }

  /// Films are of few files, streams of thousands.
  private static let mostEntries = 100_000

  mutating func remove(_ id: ContentEntry.ID) {
    guard let key = keys.removeValue(forKey: id), let entry = entries.removeValue(forKey: key)
    else { return }
    count -|= entry.count
  }

  /// False where the entry is gone, or has some of these bytes.
  mutating func insert(_ piece: ContentPiece, in id: ContentEntry.ID) -> Bool {
    guard let key = keys[id], entries[key]?.insert(piece) == true else { return false }
    count +|= Int64(piece.count)
    return true
  }

  /// A piece whose bytes are not what was written.
  mutating func forget(_ piece: ContentPiece, of id: ContentEntry.ID) {
    guard let key = keys[id], let index = entries[key]?.pieces.firstIndex(of: piece) else { return }
    entries[key]?.pieces.remove(at: index)
    count -|= Int64(piece.count)
  }

  /// Changes what is known of an entry; its pieces stay. Nil where it is gone.
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

  mutating func letGo() { held = [] }

  mutating func use(_ id: ContentEntry.ID) {
    uses +|= 1
    let uses = uses
    update(id) { $0.used = uses }
  }

  /// What goes so that `room` bytes become free: those that were not used for longest first, none that
  /// is pinned or held, and not `spared`. What goes may be less than is needed.
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

/// How much may be kept.
public struct ContentLimits: Hashable, Sendable {
  /// In bytes.
  public var most: Int64
  /// So many bytes of the file system stay free for others.
  public var leastFree: Int64

  public init(most: Int64 = 8 << 30, leastFree: Int64 = 1 << 28) {
    (self.most, self.leastFree) = (most, leastFree)
  }

  /// How many bytes are to go before `coming` more are kept, where `free` are free.
  func excess(kept: Int64, coming: Int64, free: Int64) -> Int64 {
    max(kept +| coming -| most, leastFree -| (free -| coming), 0)
  }
}
