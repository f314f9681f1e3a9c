import Testing
import VitrineCryptography
import VitrineFakes
import VitrineLinux

@testable import VitrineContent

@Suite("The release store")
struct ReleaseStoreTests {
  /// A folder that is deleted with its owner.
  final class Place {
    let folder: Folder
    init() throws { folder = try Folder.temporary("sets") }
    deinit { try? folder.removeTree() }
  }

  static func file(_ path: String, _ text: String) throws -> ReleaseManifest.File {
    ReleaseManifest.File(
      try #require(ReleasePath(path)), size: Int64(text.utf8.count), Digest(of: text))
  }

  /// Adds files and a release of them.
  static func stage(
    _ files: [String: String], number: Int64 = 1, in store: inout ReleaseStore
  ) throws -> StoredRelease {
    let manifest = try ReleaseManifest(number: number, files.map { try file($0.key, $0.value) })
    for (path, text) in files {
      let file = try file(path, text)
      guard !store.has(file) else { continue }
      var part = try store.part(of: file.digest)
      try part.append(Array(text.utf8))
      let digest = part.digest { true }
      #expect(digest == file.digest)
      try store.adopt(part, as: file.digest)
    }
    return try store.stage(manifest)
  }

  static func show(
    _ set: StoredRelease, isSigned: Bool = false, in store: inout ReleaseStore
  ) throws {
    try store.activate(set, isSigned: isSigned)
    try store.settle(source: "x")
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try FileDescriptor(reading: path).bytes(most: 1000), as: UTF8.self)
  }

  @Test("The store switches releases atomically and stores shared files once")
  func shows() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    #expect(store.current == nil)
    let first = try Self.stage(["a.mp4": "one", "films/b.mp4": "two"], in: &store)
    #expect(StoredRelease.current(in: place.folder) == nil)
    try Self.show(first, in: &store)
    let root = StoredRelease.currentRoot(in: place.folder)
    #expect(try Self.text(root + "/films/b.mp4") == "two")
    let second = try Self.stage(["a.mp4": "one", "films/b.mp4": "three"], number: 2, in: &store)
    #expect(try Self.text(root + "/films/b.mp4") == "two")
    try Self.show(second, isSigned: true, in: &store)
    #expect(try Self.text(root + "/films/b.mp4") == "three")
    #expect(store.state.written == 11)
    #expect(store.state.accepted == 2)
    #expect(store.previous == first)
    // Both releases are there: three files in all.
    let objects = place.folder.folder("objects")
    #expect(objects.names.flatMap { objects.folder($0).names }.count == 3)
  }

  @Test("The store keeps two releases and removes files in neither")
  func prunes() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    for number in 1...5 {
      let set = try Self.stage(
        ["a": "common", "b": "\(number)"], number: Int64(number), in: &store)
      try Self.show(set, in: &store)
    }
    #expect(place.folder.folder("sets").names.count == 2)
    let objects = place.folder.folder("objects")
    #expect(objects.names.flatMap { objects.folder($0).names }.count == 3)
  }

  @Test("The store rolls back after two failed items and never shows that release again")
  func goesBack() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    let good = try Self.stage(["a": "good"], in: &store)
    try Self.show(good, in: &store)
    let bad = try Self.stage(["a": "bad"], in: &store)
    try Self.show(bad, in: &store)
    let bad1 = try store.recordFailure(of: "a", of: 2)
    // The previous release's list had opened it already.
    let again = try store.recordFailure(of: "a", of: 2)
    #expect(!bad1 && !again)
    let bad2 = try store.recordFailure(of: "b", of: 2)
    #expect(bad2)
    let back = try store.rollBack(because: "a: no picture")
    #expect(back == good)
    #expect(try Self.text(StoredRelease.currentRoot(in: place.folder) + "/a") == "good")
    let refusal = store.refusal(of: bad.id)
    #expect(refusal == "a: no picture")
    let bad3 = try store.recordFailure(of: "a", of: 2)
    #expect(!bad3)
  }

  @Test("A newer number with the same files is stored as accepted")
  func numbers() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    try Self.show(try Self.stage(["a": "x"], number: 5, in: &store), isSigned: true, in: &store)
    for number in [7, 6] as [Int64] { try store.accept(number) }
    #expect(store.state.accepted == 7 && ReleaseStoreState.read(at: place.folder)?.accepted == 7)
  }

  @Test("One failure is enough for a release of one item, even as the previous one ends")
  func single() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    let good = try Self.stage(["a": "good"], in: &store)
    try Self.show(good, in: &store)
    try Self.show(try Self.stage(["a": "bad"], in: &store), in: &store)
    try store.recordShowing(of: 1)
    let isBad = try store.recordFailure(of: "a", of: 1)
    #expect(isBad)
    #expect(try store.rollBack(because: "a: no picture") == good)
  }

  @Test("A first release that fails stays and is reported once")
  func first() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    let set = try Self.stage(["a": "bad"], in: &store)
    try Self.show(set, in: &store)
    var verdicts: [Bool] = []
    for item in ["a", "b", "a", "b"] {
      let isBad = try store.recordFailure(of: item, of: 2)
      if isBad {
        let back = try store.rollBack(because: "a: no picture")
        #expect(back == nil)
      }
      verdicts.append(isBad)
    }
    #expect(verdicts == [false, true, false, false])
    #expect(try Self.text(StoredRelease.currentRoot(in: place.folder) + "/a") == "bad")
  }

  @Test("Failures are counted across a restart, except for a proven release")
  func trial() throws {
    let place = try Place()
    do {
      var store = try ReleaseStore.open(place.folder)
      let good = try Self.stage(["a": "good"], in: &store)
      try Self.show(good, in: &store)
      let next = try Self.stage(["a": "next", "b": "b"], in: &store)
      try Self.show(next, in: &store)
      let bad4 = try store.recordFailure(of: "a", of: 2)
      #expect(!bad4)
    }
    var store = try ReleaseStore.open(place.folder)
    let bad5 = try store.recordFailure(of: "b", of: 2)
    #expect(bad5)
    let last = try Self.stage(["a": "last", "b": "b"], in: &store)
    try Self.show(last, in: &store)
    // The previous item and its successor have the same names.
    for _ in 0..<3 { try store.recordShowing(of: 2) }
    #expect(store.state.trial != nil)
    try store.recordShowing(of: 2)
    #expect(store.state.trial == nil)
    let bad6 = try store.recordFailure(of: "a", of: 2)
    #expect(!bad6)
    let bad7 = try store.recordFailure(of: "b", of: 2)
    #expect(!bad7)
  }

  @Test("The store has one owner at a time")
  func locked() throws {
    let place = try Place()
    let store = try ReleaseStore.open(place.folder)
    do throws(ReleaseError) {
      _ = try ReleaseStore.open(place.folder)
      Issue.record("the store was opened twice")
    } catch {
      #expect(error == .inUse(place.folder.path))
    }
    _ = store.current
  }

  @Test(
    "The store shows the previous release if a file of the current one is missing or truncated",
    arguments: [0, 1, 2])
  func damaged(_ kind: Int) throws {
    let place = try Place()
    do {
      var store = try ReleaseStore.open(place.folder)
      for number in 1...2 {
        let set = try Self.stage(["a": "number \(number)"], number: Int64(number), in: &store)
        try Self.show(set, in: &store)
      }
    }
    let path = StoredRelease.currentRoot(in: place.folder) + "/a"
    switch kind {
    case 0: try Folder(StoredRelease.currentRoot(in: place.folder)).remove("a")
    case 1:
      // The store's files are read-only.
      try Folder(StoredRelease.currentRoot(in: place.folder)).remove("a")
      _ = try FileDescriptor(making: path)
    default: try place.folder.folder("current").remove("manifest.json")
    }
    var told: [String] = []
    let store = try ReleaseStore.open(place.folder) { told.append($0) }
    #expect(store.current?.manifest.number == 1)
    #expect(try Self.text(path) == "number 1")
    #expect(kind == 2 || told.count == 1)
  }

  @Test("A completely damaged store shows nothing and starts over")
  func ruined() throws {
    let place = try Place()
    do {
      var store = try ReleaseStore.open(place.folder)
      let set = try Self.stage(["a": "one"], in: &store)
      try Self.show(set, in: &store)
    }
    try place.folder.folder("sets").removeTree()
    _ = try FileDescriptor(making: place.folder.path(of: "notes"))
    var store = try ReleaseStore.open(place.folder)
    #expect(store.current == nil)
    #expect(StoredRelease.current(in: place.folder) == nil)
    let set = try Self.stage(["a": "one"], in: &store)
    try Self.show(set, in: &store)
    #expect(try Self.text(StoredRelease.currentRoot(in: place.folder) + "/a") == "one")
  }

  @Test("The store resumes a partial file")
  func parts() throws {
    let place = try Place()
    let text = "all of it"
    let file = try Self.file("a", text)
    do {
      let store = try ReleaseStore.open(place.folder)
      var part = try store.part(of: file.digest)
      try part.append(Array("all ".utf8))
    }
    var store = try ReleaseStore.open(place.folder)
    var part = try store.part(of: file.digest)
    #expect(part.size == 4)
    try part.append(Array("of it".utf8))
    let digest = part.digest { true }
    #expect(digest == file.digest)
    try store.adopt(part, as: file.digest)
    let has = store.has(file)
    #expect(has)
  }

  @Test("The store rejects files that would not leave the free reserve")
  func room() throws {
    let place = try Place()
    let store = try ReleaseStore.open(place.folder)
    try store.checkRoom(for: 1, keeping: 0)
    for (bytes, free) in [(1 << 50, 0), (1, 1 << 50)] as [(Int64, Int64)] {
      do throws(ReleaseError) {
        try store.checkRoom(for: bytes, keeping: free)
        Issue.record("\(bytes) bytes have room")
      } catch {
        guard case .noRoom = error else { throw error }
      }
    }
  }

  @Test("Written bytes are counted across restarts, including abandoned files")
  func written() throws {
    let place = try Place()
    let (kept, wrong) = (try Self.file("a", "all of it"), try Self.file("b", "something"))
    do {
      var store = try ReleaseStore.open(place.folder)
      var part = try store.part(of: kept.digest)
      try part.append(Array("none".utf8))
      try store.restart(&part)
      try part.append(Array("all ".utf8))
      let written = store.written
      #expect(written == 8)
    }
    var store = try ReleaseStore.open(place.folder)
    var part = try store.part(of: kept.digest)
    try part.append(Array("of it".utf8))
    try store.adopt(part, as: kept.digest)
    var other = try store.part(of: wrong.digest)
    try other.append(Array("anything".utf8))
    store.drop(partOf: wrong.digest)
    store.drop(partOf: wrong.digest)
    let before = store.written
    #expect(before == 21)
    var last = try store.part(of: wrong.digest)
    try last.append(Array("some".utf8))
    // Files in no release are removed.
    try store.prune()
    let after = store.written
    #expect(after == 25 && ReleaseStoreState.read(at: place.folder)?.written == 25)
  }

  @Test("Only the missing bytes of a partial file need space, and the previous release is kept")
  func roomOfParts() throws {
    let place = try Place()
    var store = try ReleaseStore.open(place.folder)
    for number in 1...2 {
      try Self.show(
        try Self.stage(["a": "\(number)"], number: Int64(number), in: &store), in: &store)
      for _ in 0..<3 { try store.recordShowing(of: 1) }
    }
    // A sparse file, far larger than anything else written to the disk during the test.
    let (size, lacking): (Int64, Int64) = (1 << 42, 1000)
    let digest = Digest(of: "sparse film")
    let film = ReleaseManifest.File(try #require(ReleasePath("film")), size: size, digest)
    let new = ReleaseManifest.File(try #require(ReleasePath("new")), size: 500, Digest(of: "new"))
    let parts = PartialFiles(in: place.folder)
    try FileDescriptor(making: parts.path(of: digest)).write([0], at: size - lacking - 1)
    store.coming = try ReleaseManifest(number: 3, [film, new])
    let bytes = store.lacking(of: [film, new])
    #expect(bytes == lacking + 500)
    let free = try #require(place.folder.freeBytes)
    try store.makeRoom(for: bytes, keeping: free / 2)
    let previous = store.previous
    #expect(previous?.manifest.number == 1)
    // A file that is too long makes no room for others.
    try FileDescriptor(making: parts.path(of: new.digest)).write([0], at: 5000)
    let less = store.lacking(of: [film, new])
    #expect(less == lacking)
  }
}
