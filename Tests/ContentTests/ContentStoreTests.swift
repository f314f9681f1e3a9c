import Glibc
import Testing
import VitrineCryptography
import VitrineLinux

@testable import VitrineContent

@Suite struct ContentStoreTests {
  /// Runs with its own folder, which is removed.
  private static func withFolder(_ body: (Folder) throws -> Void) throws {
    let folder = try Folder.temporary("vitrine-content")
    defer {
      try? folder.folder("content").remove()
      try? folder.remove()
    }
    try body(folder)
  }

  private static let big = ContentLimits(most: 1 << 40, leastFree: 0)

  private static func bytes(_ seed: UInt8, _ count: Int = 1000) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0) &+ seed }
  }

  private static func key(_ name: String) -> Digest { Digest(of: name) }

  @discardableResult
  private static func fill(
    _ store: ContentStore, _ name: String, _ seed: UInt8 = 0, size: Int64? = 1000
  ) -> ContentEntry.ID {
    let origin = ContentOrigin(label: name, mediaType: "video/mp4", entityTag: "\"\(seed)\"")
    let id = store.begin(key(name), origin, size: size, at: 100, freshness: 60)
    #expect(store.write(bytes(seed), at: 0, of: id))
    store.settle()
    return id
  }

  private static func read(_ store: ContentStore, _ name: String, at place: Int64 = 0) -> [UInt8]? {
    guard let entry = store[key(name)], let piece = entry.piece(at: place) else { return nil }
    return store.bytes(piece, of: entry.id)
  }

  @Test("Cached entries and their metadata survive a restart")
  func persistence() throws {
    try Self.withFolder { folder in
      let first = try ContentStore(folder, Self.big)
      let id = Self.fill(first, "a", 7)
      first.pin(id, true)
      let before = first[Self.key("a")]
      first.close()
      let second = try ContentStore(folder, Self.big)
      #expect(second[Self.key("a")]?.pieces == before?.pieces)
      #expect(second[Self.key("a")]?.origin == before?.origin)
      #expect(second[Self.key("a")]?.isPinned == true && second[Self.key("a")]?.isWhole == true)
      #expect(Self.read(second, "a") == Self.bytes(7))
      #expect(second[Self.key("b")] == nil)
      second.close()
    }
  }

  @Test("One process at a time owns the store")
  func lock() throws {
    try Self.withFolder { folder in
      let first = try ContentStore(folder, Self.big)
      #expect(throws: ContentError.inUse(folder.path)) { try ContentStore(folder, Self.big) }
      first.close()
    }
  }

  /// Changes the only content file.
  private static func damage(_ folder: Folder, _ body: (borrowing FileDescriptor) throws -> Void)
    throws
  {
    let files = folder.folder("content")
    let name = try #require(files.names.first)
    try body(try FileDescriptor(private: files.path(of: name)))
  }

  @Test(
    "A corrupted byte is never returned, and its piece is forgotten permanently")
  func corruption() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      Self.fill(store, "a")
      try Self.damage(folder) { try $0.write([0xFF], at: 500) }
      #expect(Self.read(store, "a") == nil)
      #expect(store[Self.key("a")] == nil, "the entry is removed")
      store.close()
      #expect(folder.folder("content").names == [])
      let again = try ContentStore(folder, Self.big)
      #expect(again[Self.key("a")] == nil)
      again.close()
    }
  }

  @Test("A file truncated by a power cut is discarded")
  func shortFile() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      Self.fill(store, "a")
      try Self.damage(folder) { try $0.truncate() }
      #expect(Self.read(store, "a") == nil)
      store.close()
    }
  }

  @Test("Files missing from the index, and entries missing their file, are removed")
  func sweep() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      Self.fill(store, "a")
      let files = folder.folder("content")
      let name = try #require(files.names.first)
      store.close()
      try files.remove(name)
      try FileDescriptor(making: files.path(of: "ff")).write([1])
      let again = try ContentStore(folder, Self.big)
      #expect(files.names == [] && again[Self.key("a")] == nil)
      // Its number is not reused.
      let id = Self.fill(again, "b")
      #expect(files.names == [String(id, radix: 16)] && files.names != [name])
      again.close()
    }
  }

  @Test("A damaged index is started over", arguments: [0, 40, 5000])
  func damagedLedger(at place: Int64) throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      Self.fill(store, "a")
      store.close()
      let ledger = try FileDescriptor(private: folder.path(of: "ledger"))
      try ledger.write([UInt8](repeating: 0xA5, count: 3000), at: place)
      let again = try ContentStore(folder, Self.big)
      #expect(Self.read(again, "a") == nil || Self.read(again, "a") == Self.bytes(0))
      Self.fill(again, "b", 3)
      #expect(Self.read(again, "b") == Self.bytes(3))
      again.close()
    }
  }

  @Test("A valid but unreadable index is left alone, with all its files")
  func newerLedger() throws {
    try Self.withFolder { folder in
      let first = try ContentStore(folder, Self.big)
      Self.fill(first, "a")
      first.close()
      let ledger = try SQLiteDatabase(folder.path(of: "ledger"))
      try ledger.execute("PRAGMA user_version = 9")
      #expect(throws: ContentError.self) { try ContentStore(folder, Self.big) }
      #expect(folder.folder("content").names.count == 1)
      try ledger.execute("PRAGMA user_version = 1")
      let second = try ContentStore(folder, Self.big)
      #expect(Self.read(second, "a") == Self.bytes(0))
      second.close()
    }
  }

  @Test("Files that were there before are not removed")
  func foreign() throws {
    try Self.withFolder { folder in
      let content = folder.folder("content")
      try content.make(for: .owner)
      try FileDescriptor(private: content.path(of: "index.md")).write([1], at: 0)
      #expect(throws: ContentError.self) { try ContentStore(folder, Self.big) }
      #expect(content.names == ["index.md"])
    }
  }

  @Test("Evictions also run during a write pause, and a new version is written after them")
  func removalInPause() throws {
    try Self.withFolder { folder in
      let told = Shared<[ContentError?]>([])
      let store = try ContentStore(folder, ContentLimits(most: 1500, leastFree: 0)) { error in
        told.update { $0.append(error) }
      }
      let first = Self.fill(store, "a", 1)
      store.pin(first, true)
      // There is no room for it: nothing is written for a minute.
      Self.fill(store, "b", 2)
      #expect(told.value == [.full])
      store.remove(first)
      store.settle()
      #expect(folder.folder("content").names == [])
      store.close()
      let again = try ContentStore(folder, Self.big)
      #expect(again[Self.key("a")] == nil)
      again.close()
    }
  }

  @Test("A new version replaces the previous one on disk")
  func replacement() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      Self.fill(store, "a", 1)
      Self.fill(store, "a", 2)
      store.settle()
      #expect(folder.folder("content").names.count == 1)
      #expect(Self.read(store, "a") == Self.bytes(2))
      store.close()
      let again = try ContentStore(folder, Self.big)
      #expect(Self.read(again, "a") == Self.bytes(2) && again.entries.count == 1)
      again.close()
    }
  }

  @Test("Beyond the limit, the least recently used entry is deleted from disk")
  func eviction() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, ContentLimits(most: 2500, leastFree: 0))
      for name in ["a", "b"] { Self.fill(store, name) }
      if let id = store[Self.key("a")]?.id { store.use(id) }
      Self.fill(store, "c")
      #expect(store[Self.key("b")] == nil && folder.folder("content").names.count == 2)
      #expect(Self.read(store, "a") != nil && Self.read(store, "c") != nil)
      store.close()
    }
  }

  @Test("If nothing can be evicted, nothing more is cached, and a warning is logged")
  func full() throws {
    try Self.withFolder { folder in
      let told = Shared<[ContentError?]>([])
      let limits = ContentLimits(most: 1 << 40, leastFree: .max / 2)
      let store = try ContentStore(folder, limits) { trouble in told.update { $0.append(trouble) } }
      let id = store.begin(
        Self.key("a"), ContentOrigin(label: "a"), size: 10, at: 0, freshness: 0)
      store.write([1, 2], at: 0, of: id)
      store.settle()
      #expect(told.value == [.full])
      #expect(store.trouble == .full && store[Self.key("a")]?.pieces == [])
      #expect(folder.folder("content").names == [])
      store.close()
    }
  }

  @Test("Adjacent pieces merge on a restart, and overlapping bytes are not written")
  func pieces() throws {
    try Self.withFolder { folder in
      let store = try ContentStore(folder, Self.big)
      let id = Self.fill(store, "a", size: 3000)
      store.write(Self.bytes(9), at: 500, of: id)
      store.write(Self.bytes(5), at: 1000, of: id)
      store.close()
      let again = try ContentStore(folder, Self.big)
      let entry = try #require(again[Self.key("a")])
      #expect(entry.end(from: 0) == 2000 && !entry.isWhole && entry.pieces.count == 2)
      #expect(Self.read(again, "a", at: 700) == Self.bytes(0))
      #expect(Self.read(again, "a", at: 1000) == Self.bytes(5))
      again.close()
    }
  }

  @Test("Other users cannot read the store")
  func privacy() throws {
    try Self.withFolder { folder in
      let inner = folder.folder("cache")
      let store = try ContentStore(inner, Self.big)
      Self.fill(store, "a")
      #expect(try modes(inner.path) == 0o700)
      #expect(try modes(inner.path(of: "ledger")) & 0o077 == 0)
      store.close()
      try inner.folder("content").remove()
      try inner.remove()
    }
  }
}

/// The permissions of the owner, the group and others.
private func modes(_ path: String) throws -> mode_t {
  var status = stat()
  guard stat(path, &status) == 0 else { throw Errno.last }
  return status.st_mode & 0o777
}
