import Testing
import VitrineCryptography

@testable import VitrineContent

@Suite struct ContentIndexTests {
  static func piece(_ start: Int64, _ count: Int) -> ContentPiece {
    ContentPiece(start: start, count: count, digest: Digest(of: "\(start)"))
  }

  /// One entry with these pieces.
  static func entry(_ pieces: [Range<Int64>], size: Int64? = nil) -> ContentEntry {
    var index = ContentIndex()
    let id = index.begin(
      Digest(of: "a"), ContentOrigin(label: "a"), size: size, checked: 100, freshness: 60
    ).id
    for range in pieces { _ = index.insert(piece(range.lowerBound, range.count), in: id) }
    return index.entries.values.first
      ?? ContentEntry(
        id: 0, key: Digest(of: ""), origin: ContentOrigin(label: ""), checked: 0,
        freshness: 0)
  }

  @Test(
    "Existing ranges are distinguished from missing ones",
    arguments: [
      ([0..<10], 0, 10, nil), ([0..<10, 10..<20], 5, 20, nil), ([0..<10, 15..<20], 0, 10, 15),
      ([5..<10], 0, 0, 5), ([], 3, 3, nil), ([15..<20, 0..<10], 10, 10, 15),
    ] as [([Range<Int64>], Int64, Int64, Int64?)])
  func places(pieces: [Range<Int64>], from: Int64, end: Int64, next: Int64?) {
    let entry = Self.entry(pieces)
    #expect(entry.end(from: from) == end)
    #expect(entry.start(after: end) == next)
    #expect(entry.piece(at: from) == nil || end > from)
  }

  @Test("Existing bytes are not added twice")
  func overlaps() {
    #expect(Self.entry([0..<10, 5..<8]).count == 10)
    #expect(Self.entry([5..<10, 0..<6]).count == 5)
    #expect(Self.entry([5..<10, 0..<5]).count == 10)
  }

  @Test("An entry is complete once it has every byte of its size")
  func whole() {
    #expect(!Self.entry([0..<10], size: nil).isWhole)
    #expect(!Self.entry([0..<10], size: 11).isWhole)
    #expect(Self.entry([0..<10], size: 10).isWhole)
  }

  @Test(
    "An entry is not revalidated for a while, unless the clock was set back",
    arguments: [(100, true), (159, true), (160, false), (99, false), (Int64.max, false)])
  func freshness(now: Int64, isFresh: Bool) { #expect(Self.entry([]).isFresh(at: now) == isFresh) }

  /// Entries of ten bytes each, created in order.
  private static func row(_ names: String) -> (ContentIndex, [Character: ContentEntry.ID]) {
    var (index, ids) = (ContentIndex(), [Character: ContentEntry.ID]())
    for name in names {
      let id = index.begin(
        Digest(of: "\(name)"), ContentOrigin(label: "\(name)"), size: 10, checked: 0,
        freshness: 0
      ).id
      _ = index.insert(piece(0, 10), in: id)
      ids[name] = id
    }
    return (index, ids)
  }

  @Test("The least recently used entry is evicted first, and pinned entries stay")
  func victims() {
    var (index, ids) = Self.row("abcd")
    let names = Dictionary(uniqueKeysWithValues: ids.map { ($1, $0) })
    func victims(_ room: Int64, _ spared: Character? = nil) -> String {
      String(
        index.victims(freeing: room, sparing: spared.flatMap { ids[$0] }).compactMap { names[$0] })
    }
    #expect(victims(0) == "" && victims(1) == "a" && victims(11) == "ab")
    if let a = ids["a"] { index.use(a) }
    #expect(victims(15) == "bc" && victims(15, "b") == "cd")
    if let b = ids["b"] { index.update(b) { $0.isPinned = true } }
    #expect(victims(100) == "cda")
    index.hold(Digest(of: "c"))
    #expect(victims(100) == "da")
    index.releaseHolds()
    #expect(victims(100) == "cda")
    #expect(index.count == 40)
  }

  @Test("A new version replaces the previous one and its pin")
  func replacement() throws {
    var (index, ids) = Self.row("ab")
    let old = try #require(ids["a"])
    index.update(old) { $0.isPinned = true }
    let key = Digest(of: "a")
    func begin() -> ContentIndex.Beginning {
      index.begin(key, ContentOrigin(label: "a"), size: 10, checked: 0, freshness: 0)
    }
    let next = begin()
    #expect(next.replaced.isEmpty && next.previous == old && next.id != old)
    #expect(index[key]?.id == next.id && index.previous(of: key)?.id == old)
    #expect(index.entry(next.id)?.isPinned == true && index.count == 20)
    // An incomplete entry has nothing to play.
    _ = index.insert(Self.piece(0, 5), in: next.id)
    let last = begin()
    #expect(last.replaced == [next.id] && last.previous == old && index.entry(next.id) == nil)
    let isIn = index.insert(Self.piece(5, 5), in: next.id)
    #expect(!isIn)
    #expect(index.removeOutdated(by: last.id) == nil)
    _ = index.insert(Self.piece(0, 10), in: last.id)
    #expect(index.removeOutdated(by: last.id) == old && index.entry(old) == nil)
    #expect(index.count == 20 && index.previous(of: key) == nil)
  }

  @Test(
    "Space for new data stays within the limit and leaves the free reserve",
    arguments: [
      (50, 10, 1000, 0), (95, 10, 1000, 5), (0, 10, 55, 5), (98, 10, 55, 8), (0, 10, 60, 0),
    ] as [(Int64, Int64, Int64, Int64)])
  func excess(stored: Int64, coming: Int64, free: Int64, excess: Int64) {
    let limits = ContentLimits(most: 100, leastFree: 50)
    #expect(limits.excess(stored: stored, coming: coming, free: free) == excess)
  }
}
