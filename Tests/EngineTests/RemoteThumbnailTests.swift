import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrineNetwork
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineRemoteMedia
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout
@testable import VitrineThumbnails

/// Thumbnails of videos on servers.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct RemoteThumbnailTests {
  private let studio: Studio
  private let remotes: [any RemoteAccess] = [
    NetworkAccess(RemoteSources(TransferClient(agent: "Vitrine/test")))
  ]
  /// The number of bytes sent.
  private let sent = Waitable(0)

  init() throws { studio = try Studio() }

  /// Serves the studio's folder. `before` may delay a response.
  private func serve(
    _ before: @escaping @Sendable (ScriptedServer.Request) -> Void = { _ in }
  ) throws -> ScriptedServer {
    let (folder, sent) = (studio.folder.path, sent)
    return try ScriptedServer { request, line in
      before(request)
      guard let data = try? Data(contentsOf: URL(filePath: folder + request.path)) else {
        line.answer("404 Not Found")
        return true
      }
      let count = request.range.map { min($0.last, data.count - 1) - $0.first + 1 } ?? data.count
      sent.update { $0 += max(count, 0) }
      return ScriptedServer.giving(Array(data))(request, line)
    }
  }

  private func item(_ server: ScriptedServer, _ path: String) throws -> Item {
    try #require(Item(source: server.url(path)))
  }

  private func makeStrip(_ request: ThumbnailRequest) throws -> Studio.Strip {
    try studio.makeStrip(request, remotes: remotes)
  }

  @Test("An MP4 on a server has the same thumbnails as the local file, and they are cached")
  func file() throws {
    let local = try studio.makeStrip(
      ThumbnailRequest(item: Item(path: try studio.film()), count: 5))
    let server = try serve()
    let request = ThumbnailRequest(item: try item(server, "/film.mp4"), count: 5)
    let remote = try makeStrip(request)
    #expect(remote.failures.isEmpty && remote.finished == [5])
    #expect(remote.thumbnails.map(\.time) == local.thumbnails.map(\.time))
    for (one, other) in zip(remote.thumbnails, local.thumbnails) {
      #expect(one.size == other.size)
      #expect(try Studio.middle(of: one.path) == Studio.middle(of: other.path))
    }
    let before = try remote.thumbnails.map { try FileStatus(of: $0.path) }
    #expect(try makeStrip(request) == remote)
    #expect(try remote.thumbnails.map { try FileStatus(of: $0.path) } == before)
  }

  @Test("Only the data around each thumbnail is downloaded")
  func partial() throws {
    let path = try studio.make(
      "large.mov",
      [
        "-f", "lavfi", "-i", "testsrc2=s=640x360:r=25:d=40", "-c:v", "mjpeg", "-q:v", "2",
        "-pix_fmt", "yuvj420p",
      ])
    let size = try FileStatus(of: path).size
    try #require(size > 16 << 20, "\(size)")
    let server = try serve()
    let strip = try makeStrip(
      ThumbnailRequest(item: try item(server, "/large.mov"), count: 3))
    #expect(strip.finished == [3])
    #expect(sent.value < size / 2, "\(sent.value) of \(size)")
  }

  @Test("An on-demand stream has thumbnails, without its sound and in its lowest rendition")
  func stream() throws {
    _ = try studio.film("film.mp4")
    for (name, scale) in [("low", "160:90"), ("high", "320:180")] {
      _ = try studio.make(
        "\(name).m3u8",
        [
          "-i", studio.folder.path(of: "film.mp4"), "-vf", "scale=\(scale)", "-c:v", "libx264",
          "-g", "10", "-keyint_min", "10", "-sc_threshold", "0", "-hls_time", "1",
          "-hls_playlist_type", "vod", "-f", "hls",
        ])
    }
    let list = """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=320x180
      high.m3u8
      #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=160x90
      low.m3u8

      """
    try Data(list.utf8).write(to: URL(filePath: studio.folder.path(of: "all.m3u8")))
    let server = try serve()
    let strip = try makeStrip(
      ThumbnailRequest(item: try item(server, "/all.m3u8"), count: 4))
    #expect(strip.failures.isEmpty && strip.finished == [4])
    for thumbnail in strip.thumbnails {
      let red = Double(try Studio.middle(of: thumbnail.path).red)
      #expect(abs(red - thumbnail.time.seconds * 25.5) < 40, "\(thumbnail.time)")
    }
    let segments = server.requests.map(\.path).filter { $0.hasSuffix(".ts") }
    #expect(!segments.isEmpty && !segments.contains { $0.hasPrefix("/high") }, "\(segments)")
    // One for each thumbnail, and the first one.
    #expect(segments.count <= 5, "\(segments)")
  }

  @Test("A file without an index has none, because it would be downloaded whole")
  func withoutIndex() throws {
    _ = try studio.film("film.ts", ["-c:v", "mpeg2video", "-g", "5"])
    let server = try serve()
    let strip = try makeStrip(ThumbnailRequest(item: try item(server, "/film.ts"), count: 4))
    #expect(strip.finished == [0] && strip.failures.isEmpty)
  }

  @Test("A file that is missing on the server is reported once")
  func missing() throws {
    let server = try serve()
    let strip = try makeStrip(ThumbnailRequest(item: try item(server, "/none.mp4"), count: 4))
    #expect(strip.finished.isEmpty && strip.failures.map(\.category) == [.source])
  }

  @Test("Without access to servers, an item on a server has no thumbnails")
  func without() throws {
    let server = try serve()
    let strip = try studio.makeStrip(
      ThumbnailRequest(item: try item(server, "/film.mp4"), count: 4))
    #expect(strip.finished == [0] && server.connections == 0)
  }

  @Test("While playback needs the network, nothing is downloaded for thumbnails")
  func waits() throws {
    _ = try studio.film()
    let server = try serve()
    let (asked, isFree, open) = (Waitable(0), Shared(false), Shared(0))
    let request = ThumbnailRequest(item: try item(server, "/film.mp4"), count: 3)
    let events = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(
      cache: studio.cache.path, remotes: remotes,
      isNetworkFree: {
        asked.update { $0 += 1 }
        return isFree.value
      },
      recording: { _ in
        open.update { $0 += 1 }
        return { open.update { $0 -= 1 } }
      }
    ) { events.force($0) }
    defer { thumbnailer.close() }
    thumbnailer.enqueue(request)
    asked.wait { $0 >= 3 ? () : nil }
    // A crash now would not be due to this video.
    #expect(server.connections == 0 && events.isEmpty && open.value == 0)
    // A local file does not wait.
    let local = ThumbnailRequest(item: Item(path: studio.folder.path(of: "film.mp4")), count: 2)
    thumbnailer.enqueue(local)
    var names: [String] = []
    while names.last != "2: finished 2", let event = events.pop() {
      names.append(Studio.name(event))
    }
    #expect(names == ["2: 0", "2: 1", "2: finished 2"] && server.connections == 0)
    isFree.update { $0 = true }
    while names.last != "3: finished 3", let event = events.pop() {
      names.append(Studio.name(event))
    }
    #expect(names.suffix(4) == ["3: 0", "3: 1", "3: 2", "3: finished 3"])
  }

  @Test("A local file overtakes an item on a silent server, which continues afterwards")
  func overtaken() throws {
    _ = try studio.film()
    let (arrived, isHeld) = (Waitable(0), Waitable(true))
    let server = try serve { _ in
      arrived.update { $0 += 1 }
      isHeld.wait { $0 ? nil : () }
    }
    let remote = ThumbnailRequest(item: try item(server, "/film.mp4"), count: 3)
    let local = ThumbnailRequest(item: Item(path: studio.folder.path(of: "film.mp4")), count: 2)
    let events = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(
      cache: studio.cache.path, remotes: remotes, recording: { _ in {} }
    ) { events.force($0) }
    defer { thumbnailer.close() }
    thumbnailer.enqueue(remote)
    arrived.wait { $0 > 0 ? () : nil }
    thumbnailer.enqueue(local)
    var names: [String] = []
    while names.last != "2: finished 2", let event = events.pop() {
      names.append(Studio.name(event))
    }
    #expect(names == ["2: 0", "2: 1", "2: finished 2"])
    isHeld.update { $0 = false }
    while names.last != "3: finished 3", let event = events.pop() {
      names.append(Studio.name(event))
    }
    #expect(names.suffix(4) == ["3: 0", "3: 1", "3: 2", "3: finished 3"])
  }

  @Test(
    "An interrupted job is put back, even if the other one is cancelled or the job repeated",
    arguments: [true, false])
  func interrupted(isCancelled: Bool) throws {
    let server = try #require(Item(source: "https://example.com/film.mp4"))
    let remote = ThumbnailRequest(item: server, count: 3)
    let other = ThumbnailRequest(item: Item(path: "/film.mp4"))
    var queue = ThumbnailQueue()
    _ = queue.add(remote)
    let first = queue.next()
    let job = try #require(first)
    #expect(queue.status(of: job) == .wanted)
    _ = queue.add(other)
    if isCancelled { queue.cancel(other) } else { _ = queue.add(remote) }
    #expect(queue.status(of: job) == .overtaken)
    queue.putBack(job)
    if !isCancelled {
      let local = queue.next()
      #expect(local?.request == other)
      queue.cancel(other)
    }
    let second = queue.next()
    let again = try #require(second)
    #expect(again.request == remote && again.interrupter !== job.interrupter)
    #expect(queue.status(of: again) == .wanted)
  }

  @Test("A job whose server is too slow is put behind all others, and fails at its last attempt")
  func late() throws {
    let slow = ThumbnailRequest(item: try #require(Item(source: "https://example.com/a.mp4")))
    let other = ThumbnailRequest(item: try #require(Item(source: "https://example.com/b.mp4")))
    var queue = ThumbnailQueue()
    _ = queue.add([slow, other])
    for attempt in 1...3 {
      let next = queue.next()
      let job = try #require(next)
      #expect(job.request == slow)
      queue.expire(job)
      #expect(queue.status(of: job) == .late)
      // The order may change meanwhile.
      _ = queue.add(slow)
      #expect(queue.status(of: job) == .late)
      let isRetried = queue.putBehind(job)
      #expect(isRetried == (attempt < 3))
      guard isRetried else {
        let isWanted = queue.finish(job)
        #expect(isWanted && !queue.isEmpty)
        break
      }
      #expect(queue.status(of: job) == .dropped)
      let second = queue.next()
      let following = try #require(second)
      #expect(following.request == other)
      // A late alarm for the earlier attempt.
      queue.expire(job)
      #expect(queue.status(of: following) == .wanted)
      queue.putBack(following)
      _ = queue.add(slow)
    }
  }

  @Test("A silent server does not block thumbnails forever")
  func silent() throws {
    let isHeld = Waitable(true)
    let server = try serve { _ in isHeld.wait { $0 ? nil : () } }
    defer { isHeld.update { $0 = false } }
    let events = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(
      cache: studio.cache.path, timeouts: .init(server: .milliseconds(50)), remotes: remotes,
      recording: { _ in {} }
    ) { events.force($0) }
    defer { thumbnailer.close() }
    let request = ThumbnailRequest(item: try item(server, "/film.mp4"), count: 3)
    thumbnailer.enqueue(request)
    guard case .failed(request, let error) = events.pop() else {
      Issue.record("no failure")
      return
    }
    #expect(error.message.contains("too slow"), "\(error)")
  }

  @Test("Cancelling ends the wait for a silent server")
  func cancelled() throws {
    let (arrived, isHeld) = (Waitable(0), Waitable(true))
    let server = try serve { _ in
      arrived.update { $0 += 1 }
      isHeld.wait { $0 ? nil : () }
    }
    defer { isHeld.update { $0 = false } }
    let remote = ThumbnailRequest(item: try item(server, "/film.mp4"), count: 3)
    let local = ThumbnailRequest(item: Item(path: try studio.film()), count: 1)
    let events = BoundedQueue<ThumbnailEvent>(limit: .max)
    let thumbnailer = Thumbnailer(
      cache: studio.cache.path, remotes: remotes, recording: { _ in {} }
    ) { events.force($0) }
    defer { thumbnailer.close() }
    thumbnailer.enqueue(remote)
    arrived.wait { $0 > 0 ? () : nil }
    thumbnailer.cancel(remote)
    thumbnailer.enqueue(local)
    #expect(events.pop().map(Studio.name) == "1: 0")
    #expect(events.pop().map(Studio.name) == "1: finished 1")
    #expect(thumbnailer.isIdle && events.isEmpty)
  }

  @Test(
    "The first thumbnails of a strip are far apart if that is requested",
    arguments: [
      (0, []), (1, [0]), (2, [0, 1]), (5, [0, 4, 2, 1, 3]), (8, [0, 4, 2, 6, 1, 3, 5, 7]),
    ])
  func order(count: Int, coarse: [Int]) {
    var request = ThumbnailRequest(item: Item(path: "/film.mp4"))
    #expect(request.order(of: count) == Array(0..<count))
    request.isCoarseFirst = true
    #expect(request.order(of: count) == coarse)
  }

  @Test("The order with the first ones far apart contains each thumbnail once")
  func whole() {
    var request = ThumbnailRequest(item: Item(path: "/film.mp4"))
    request.isCoarseFirst = true
    for count in 0...130 { #expect(request.order(of: count).sorted() == Array(0..<count)) }
  }
}
