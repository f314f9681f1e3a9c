import Glibc
import Testing
import VitrineAddresses
import VitrineContent
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineRemoteMedia

/// Files fetched over real sockets, cached on a disk, and read again with the server present,
/// changed or gone.
struct DownloadCacheTests {
  private static let file = ByteStoreTests.file

  /// A cache with readers.
  private final class Reader {
    let kept: DownloadCache
    private let sources: RemoteSources

    convenience init(
      _ folder: Folder, now: Int64 = 1000, absence: Duration = .seconds(30)
    ) throws {
      try self.init(folder, absence: absence, clock: { now })
    }

    init(
      _ folder: Folder, absence: Duration = .seconds(30), most: Int64 = 1 << 40,
      clock: @escaping @Sendable () -> Int64 = { 1000 }
    ) throws {
      let kept = try DownloadCache(
        folder, ContentLimits(most: most, leastFree: 0), absence: absence, now: clock)
      self.kept = kept
      sources = RemoteSources(TransferClient(agent: "Vitrine/test")) { kept.transfers(over: $0) }
    }

    /// Reads everything, with `between` called after each part.
    func readSlowly(_ url: String, _ between: () -> Void) throws -> [UInt8] {
      let file = try sources.file(try RemoteURL(url), ahead: 1 << 20)
      defer { file.interrupt() }
      var room = [UInt8](repeating: 0, count: 1 << 18)
      var bytes: [UInt8] = []
      while case let count = try file.read(at: Int64(bytes.count), into: &room), count > 0 {
        bytes += room.prefix(count)
        between()
      }
      return bytes
    }

    /// Reads `count` bytes from `place`, or fewer at the end.
    func read(_ url: String, at place: Int64 = 0, _ count: Int = .max) throws -> [UInt8] {
      let file = try sources.file(try RemoteURL(url))
      defer { file.interrupt() }
      let size = try file.describe().size ?? 0
      var room = [UInt8](repeating: 0, count: 1 << 16)
      var bytes: [UInt8] = []
      let end = min(place.saturatingAdd(Int64(clamping: count)), size)
      while place + Int64(bytes.count) < end {
        let part = try file.read(at: place + Int64(bytes.count), into: &room)
        if part == 0 { break }
        bytes += room.prefix(min(part, Int(end - place) - bytes.count))
      }
      return bytes
    }

    func preloader(_ count: Int) throws -> Preloader { try Preloader(sources, .next(count)) }
    func settle() { sources.settle() }
    /// The last path components of the complete files.
    var whole: [String] {
      kept.store.entries.filter(\.isWhole).map { String($0.origin.label.suffix(1)) }.sorted()
    }
    func pinning() throws -> Preloader { try Preloader(sources, .all) }

    func address(_ url: String) throws -> String {
      let file = try sources.file(try RemoteURL(url))
      defer { file.interrupt() }
      return try file.describe().url.text
    }

    /// Closes the cache, which writes everything to disk.
    func close() {
      sources.close()
      kept.close()
    }
  }

  private func withFolder(_ body: (Folder) throws -> Void) throws {
    let folder = try Folder.temporary("vitrine-kept")
    defer {
      try? folder.folder("content").remove()
      try? folder.remove()
    }
    try body(folder)
  }

  /// A correct server of one version that records its requests.
  private static func version(
    _ file: [UInt8], _ tag: String, _ fields: [String] = []
  ) -> ScriptedServer.Script {
    let give = ScriptedServer.giving(file, ["ETag: \"\(tag)\""] + fields)
    return { request, line in
      if request.fields["if-none-match"] == "\"\(tag)\"" {
        line.send("HTTP/1.1 304 Not Modified\r\nETag: \"\(tag)\"\r\n\r\n")
        return true
      }
      if let known = request.fields["if-range"], known != "\"\(tag)\"" {
        line.answer("200 OK", ["ETag: \"\(tag)\""] + fields, file)
        return true
      }
      return give(request, line)
    }
  }

  /// Reads everything once, which caches it.
  private func fill(_ folder: Folder, _ url: String) throws {
    let reader = try Reader(folder)
    #expect(try reader.read(url) == Self.file)
    reader.close()
  }

  @Test("A cached file plays without its server, after a restart and at any age")
  func offline() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let url = server.url("/film.mp4?token=secret")
      try fill(folder, url)
      server.stop()
      let reader = try Reader(folder, now: 1_000_000)
      #expect(try reader.read(url) == Self.file)
      #expect(try reader.read(url, at: 3_000_000, 5000) == Array(Self.file[3_000_000..<3_005_000]))
      let entry = try #require(reader.kept.store.entries.first)
      #expect(entry.isWhole && reader.kept.store.entries.count == 1)
      #expect(!entry.origin.label.contains("secret"))
      reader.close()
    }
  }

  @Test("A reachable server is checked for changes once a minute")
  func validation() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let url = server.url("/film.mp4")
      try fill(folder, url)
      let before = server.requests.count
      let soon = try Reader(folder, now: 1059)
      #expect(try soon.read(url) == Self.file)
      soon.close()
      #expect(server.requests.count == before)
      let later = try Reader(folder, now: 1060)
      #expect(try later.read(url) == Self.file)
      #expect(try later.read(url) == Self.file)
      later.close()
      #expect(server.requests.count == before + 1)
      #expect(server.requests.last?.fields["if-none-match"] == "\"1\"")
    }
  }

  @Test("A file replaced on the server is fetched again, and the old copy is deleted")
  func changed() throws {
    try withFolder { folder in
      let version = Shared((Self.file, "1"))
      let other = Self.file.map { $0 &+ 1 }
      let server = try ScriptedServer { request, line in
        Self.version(version.value.0, version.value.1)(request, line)
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      version.update { $0 = (other, "2") }
      let reader = try Reader(folder, now: 5000)
      #expect(try reader.read(url) == other)
      reader.close()
      server.stop()
      let again = try Reader(folder, now: 9000)
      #expect(try again.read(url) == other && again.kept.store.entries.count == 1)
      again.close()
    }
  }

  @Test(
    "An incomplete version needs its server; without it, the previous version plays")
  func unfinished() throws {
    try withFolder { folder in
      let version = Shared((Self.file, "1"))
      let other = Self.file.map { $0 &+ 1 }
      let server = try ScriptedServer { request, line in
        Self.version(version.value.0, version.value.1)(request, line)
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      version.update { $0 = (other, "2") }
      let first = try Reader(folder, now: 5000)
      #expect(try first.read(url, 1000) == Array(other.prefix(1000)))
      first.settle()
      first.close()
      server.stop()
      let away = try Reader(folder, now: 5001)
      #expect(try away.read(url) == Self.file)
      #expect(away.kept.store.entries.count == 2)
      // The next time it gets no request.
      #expect(try away.read(url, at: 2_000_000, 1000) == Array(Self.file[2_000_000..<2_001_000]))
      away.close()
    }
  }

  @Test("The previous version is deleted once the new one is complete")
  func finished() throws {
    try withFolder { folder in
      let version = Shared((Self.file, "1"))
      let other = Self.file.map { $0 &+ 1 }
      let server = try ScriptedServer { request, line in
        Self.version(version.value.0, version.value.1)(request, line)
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      version.update { $0 = (other, "2") }
      let first = try Reader(folder, now: 5000)
      #expect(try first.read(url, 1000) == Array(other.prefix(1000)))
      first.close()
      let second = try Reader(folder, now: 5001)
      #expect(try second.read(url) == other)
      second.settle()
      second.close()
      let third = try Reader(folder, now: 5002)
      #expect(
        third.kept.store.entries.count == 1 && third.kept.store.entries.first?.isWhole == true)
      third.close()
    }
  }

  @Test("Cached data is never fetched again: only the rest of a file is requested")
  func rest() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let url = server.url("/film.mp4")
      let first = try Reader(folder)
      // The first request asks for one MiB.
      _ = try first.read(url, 1000)
      first.close()
      let reader = try Reader(folder)
      let held = try #require(reader.kept.store.entries.first)
      #expect(held.count > 0 && !held.isWhole)
      let before = server.requests.count
      #expect(try reader.read(url) == Self.file)
      reader.close()
      let asked = server.requests.dropFirst(before).compactMap(\.range)
      #expect(!asked.isEmpty)
      for range in asked {
        for piece in held.pieces {
          #expect(Int64(range.first) >= piece.end || Int64(range.last) < piece.start, "\(range)")
        }
      }
      #expect(server.requests.dropFirst(before).allSatisfy { $0.fields["if-range"] == "\"1\"" })
    }
  }

  @Test(
    "Files that are uncacheable or have no validator are not cached",
    arguments: [["ETag: \"1\"", "Cache-Control: private, no-store"], []])
  func notKept(fields: [String]) throws {
    try withFolder { folder in
      let server = try ScriptedServer(ScriptedServer.giving(Self.file, fields))
      let reader = try Reader(folder)
      #expect(try reader.read(server.url("/film.mp4")) == Self.file)
      #expect(reader.kept.store.entries.isEmpty)
      reader.close()
    }
  }

  @Test(
    "A cached file no longer plays once its server refuses it, unlike after a server error",
    arguments: [
      ("404 Not Found", false), ("403 Forbidden", false), ("503 Service Unavailable", true),
    ])
  func refusals(status: String, plays: Bool) throws {
    try withFolder { folder in
      let isGone = Shared(false)
      let server = try ScriptedServer { request, line in
        guard isGone.value else { return Self.version(Self.file, "1")(request, line) }
        line.answer(status)
        return true
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      isGone.update { $0 = true }
      let reader = try Reader(folder, now: 5000)
      if plays {
        #expect(try reader.read(url) == Self.file)
      } else {
        #expect(throws: NetworkError.self) { try reader.read(url) }
      }
      reader.close()
    }
  }

  @Test("A server without ranges is also cached, and ranges are served from disk")
  func withoutParts() throws {
    try withFolder { folder in
      let server = try ScriptedServer { _, line in
        line.answer("200 OK", ["ETag: \"1\""], Self.file)
        return true
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      server.stop()
      let reader = try Reader(folder, now: 5000)
      #expect(try reader.read(url, at: 2_500_000, 100) == Array(Self.file[2_500_000..<2_500_100]))
      reader.close()
    }
  }

  @Test("An abandoned download is not complete")
  func givenUp() throws {
    try withFolder { folder in
      // Sends the entire file slowly, for any requested range.
      let server = try ScriptedServer { _, line in
        line.send("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(Self.file.count)\r\n\r\n")
        for start in stride(from: 0, to: Self.file.count, by: 100_000) {
          line.send(Array(Self.file[start..<min(start + 100_000, Self.file.count)]))
          _ = poll(nil, 0, 5)
        }
        return true
      }
      let url = server.url("/film.mp4")
      for _ in 0..<5 {
        let reader = try Reader(folder)
        #expect(try reader.read(url, at: 0, 700_000) == Array(Self.file[..<700_000]))
        reader.close()
      }
      let reader = try Reader(folder)
      let entry = reader.kept.store.entries.first
      #expect(entry == nil || entry?.isWhole == false || entry?.size == Int64(Self.file.count))
      #expect(try reader.read(url) == Self.file)
      reader.close()
    }
  }

  @Test("A part of an older version costs one extra request")
  func changedBehindAPart() throws {
    try withFolder { folder in
      let version = Shared((Self.file, "1"))
      let other = Self.file.map { $0 &+ 1 }
      let server = try ScriptedServer { request, line in
        Self.version(version.value.0, version.value.1, ["Cache-Control: max-age=86400"])(
          request, line)
      }
      let url = server.url("/film.mp4")
      let part = try Reader(folder)
      _ = try part.read(url, at: 0, 500_000)
      part.close()
      version.update { $0 = (other, "2") }
      let reader = try Reader(folder)
      let first = try? reader.read(url)
      let second = try reader.read(url)
      #expect(first == nil || first == other)
      #expect(second == other)
      reader.close()
    }
  }

  @Test("A file opened from one version is read from disk to its end")
  func replacedMeanwhile() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let url = server.url("/film.mp4")
      try fill(folder, url)
      let clock = Shared<Int64>(1000)
      let reader = try Reader(folder, clock: { clock.value })
      #expect(try reader.readSlowly(url) { clock.update { $0 += 3600 } } == Self.file)
      #expect(server.requests.allSatisfy { $0.fields["if-none-match"] == nil })
      reader.close()
    }
  }

  @Test("A file without ranges or a validator is fetched once")
  func once() throws {
    try withFolder { folder in
      let server = try ScriptedServer { _, line in
        line.answer("200 OK", [], Self.file)
        return true
      }
      let reader = try Reader(folder)
      #expect(try reader.read(server.url("/film.mp4")) == Self.file)
      reader.close()
      #expect(server.requests.count == 1)
    }
  }

  @Test("A captive portal's page does not replace a cached file")
  func portal() throws {
    try withFolder { folder in
      let isThere = Shared(true)
      let server = try ScriptedServer { request, line in
        guard isThere.value else {
          line.answer("200 OK", ["ETag: \"p\"", "Content-Type: text/html"], Array("<html>".utf8))
          return true
        }
        return Self.version(Self.file, "1")(request, line)
      }
      let url = server.url("/film.mp4")
      try fill(folder, url)
      isThere.update { $0 = false }
      let reader = try Reader(folder, now: 5000)
      #expect(try reader.read(url) == Self.file)
      reader.close()
    }
  }

  @Test("A damaged cached piece is fetched again unnoticed")
  func damage() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let url = server.url("/film.mp4")
      try fill(folder, url)
      let files = folder.folder("content")
      let name = try #require(files.names.first)
      try FileDescriptor(private: files.path(of: name)).write([0xA5, 0xA5], at: 1_500_000)
      let reader = try Reader(folder)
      let before = server.requests.count
      #expect(try reader.read(url) == Self.file)
      #expect(server.requests.count > before)
      reader.close()
      server.stop()
      let again = try Reader(folder)
      #expect(try again.read(url) == Self.file)
      again.close()
    }
  }

  @Test("The target of a redirect is known offline, as playlists need it")
  func redirect() throws {
    try withFolder { folder in
      let server = try ScriptedServer { request, line in
        if request.path == "/a/list" {
          line.answer("302 Found", ["Location: /b/list"])
          return true
        }
        return Self.version(Self.file, "1")(request, line)
      }
      let url = server.url("/a/list")
      try fill(folder, url)
      server.stop()
      let reader = try Reader(folder, now: 5000)
      #expect(try reader.address(url) == server.url("/b/list"))
      reader.close()
    }
  }

  /// A server that can be silenced.
  private static func silenceable(_ isSilent: Shared<Bool>) throws -> ScriptedServer {
    try ScriptedServer { request, line in
      if isSilent.value {
        line.hold()
        return false
      }
      return version(file, "1")(request, line)
    }
  }

  @Test("An unresponsive server delays only the first request")
  func silence() throws {
    try withFolder { folder in
      let isSilent = Shared(false)
      let server = try Self.silenceable(isSilent)
      let url = server.url("/film.mp4")
      try fill(folder, url)
      isSilent.update { $0 = true }
      let before = server.requests.count
      let reader = try Reader(folder, now: 5000)
      #expect(try reader.read(url) == Self.file)
      #expect(try reader.read(url) == Self.file)
      reader.close()
      #expect(server.requests.count == before + 1)
    }
  }

  @Test("An unresponsive server is probed in the background and then used again")
  func comesBack() throws {
    try withFolder { folder in
      let isSilent = Shared(false)
      let server = try Self.silenceable(isSilent)
      let url = server.url("/film.mp4")
      try fill(folder, url)
      isSilent.update { $0 = true }
      let reader = try Reader(folder, now: 5000, absence: .zero)
      #expect(try reader.read(url) == Self.file)
      // It is revalidated each time, and the cached copy is served at once.
      let start = HostTime.now()
      #expect(try reader.read(url) == Self.file)
      #expect(try reader.read(url) == Self.file)
      #expect(HostTime.now() - start < .milliseconds(1400))
      func validations() -> Int {
        server.requests.count { $0.fields["if-none-match"] != nil }
      }
      let before = validations()
      isSilent.update { $0 = false }
      let patience = HostTime.now() + .seconds(20)
      while validations() == before, HostTime.now() < patience {
        #expect(try reader.read(url) == Self.file)
      }
      #expect(validations() > before)
      reader.close()
    }
  }

  @Test("The next item is prefetched when bandwidth is free, and plays offline")
  func preload() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "1"))
      let names = ["a", "b", "c", "d"]
      let queue = Queue(
        try names.map { Item(.remote(try RemoteURL(server.url("/\($0)")))) }, loop: .queue)
      let reader = try Reader(folder)
      let preloader = try reader.preloader(2)
      preloader.update(queue, at: queue.first, isIdle: false)
      #expect(preloader.progress.wanted == 2 && server.requests.isEmpty)
      preloader.update(queue, at: queue.first, isIdle: true)
      let patience = HostTime.now() + .seconds(20)
      while preloader.progress.done < 2, HostTime.now() < patience { _ = poll(nil, 0, 5) }
      #expect(preloader.progress.done == 2 && preloader.progress.current == nil)
      preloader.close()
      server.stop()
      #expect(Set(server.requests.map(\.path)) == ["/b", "/c"])
      reader.close()
      let again = try Reader(folder)
      #expect(try again.read(server.url("/b")) == Self.file)
      #expect(try again.read(server.url("/c")) == Self.file)
      again.close()
    }
  }

  @Test("A pinned list is fetched in full and stays until it changes")
  func pinnedList() throws {
    try withFolder { folder in
      let server = try ScriptedServer(Self.version(Self.file, "a"))
      func items(_ names: [String]) throws -> [Item] {
        try names.map { Item(.remote(try RemoteURL(server.url("/\($0)")))) }
      }
      // There is room for three.
      let reader = try Reader(folder, most: Int64(Self.file.count) * 7 / 2)
      let preloader = try reader.pinning()
      var queue = Queue([], loop: .queue)
      func fetch(_ names: [String]) throws {
        queue.replace(with: try items(names))
        preloader.update(queue, at: queue.first, isIdle: true)
        let patience = HostTime.now() + .seconds(20)
        while preloader.progress.done < queue.entries.count, HostTime.now() < patience {
          _ = poll(nil, 0, 5)
        }
      }
      try fetch(["a", "b"])
      #expect(preloader.progress.done == 2)
      for name in ["c", "d", "e"] {
        _ = try reader.read(server.url("/\(name)"))
        reader.settle()
      }
      // The last piece of a file that is being read may come too late to be cached.
      #expect(reader.whole.starts(with: ["a", "b"]))
      try fetch(["a", "e"])
      #expect(preloader.progress.done == 2)
      _ = try reader.read(server.url("/c"))
      reader.settle()
      #expect(reader.whole.contains("a") && reader.whole.contains("e"))
      #expect(!reader.whole.contains("b"))
      preloader.close()
      reader.close()
    }
  }

  @Test("Closing does not wait for a download")
  func preloadEnd() throws {
    try withFolder { folder in
      let server = try ScriptedServer { _, line in
        line.hold()
        return false
      }
      let queue = Queue([Item(.remote(try RemoteURL(server.url("/a"))))])
      let reader = try Reader(folder)
      let preloader = try reader.preloader(1)
      preloader.update(queue, at: nil, isIdle: true)
      while server.requests.isEmpty { _ = poll(nil, 0, 5) }
      preloader.close()
      reader.close()
    }
  }
}

extension Preloader {
  fileprivate func update(_ queue: Queue, at place: Queue.Place?, isIdle: Bool) {
    update(
      UpcomingItems(queue: queue, place: place, isIdle: isIdle, quality: .automatic) { nil })
  }
}
