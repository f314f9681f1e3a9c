import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineTiming

@testable import VitrineNetwork

/// Files read over real sockets from correct and faulty servers.
struct RemoteFileTests {
  private static let file = ByteStoreTests.file
  private static let loop = try? TransferLoop(TransferClient(agent: "Vitrine/test"))

  private func open(_ url: String, policy: ReadAhead = ReadAhead()) throws -> RemoteFile {
    RemoteFile(try RemoteURL(url), over: try #require(Self.loop), policy: policy)
  }

  private func read(_ file: RemoteFile, _ position: Int64, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let part = try bytes[done...].withUnsafeMutableBytes {
        try file.read(at: position + Int64(done), into: $0)
      }
      if part == 0 { break }
      done += part
    }
    return Array(bytes.prefix(done))
  }

  /// The error of reading from the server.
  private func failure(_ script: @escaping ScriptedServer.Script) throws -> NetworkError {
    let server = try ScriptedServer(script)
    let file = try open(server.url("/film.mp4"))
    defer { file.interrupt() }
    do {
      _ = try read(file, 0, Self.file.count)
    } catch let error as NetworkError {
      return error
    }
    throw NothingWrong()
  }

  private struct NothingWrong: Error {}

  @Test("A file is read in full and from any position")
  func whole() throws {
    let server = try ScriptedServer(
      ScriptedServer.giving(Self.file, ["Content-Type: Video/MP4; x"]))
    let file = try open(server.url("/film.mp4"))
    defer { file.interrupt() }
    let description = try file.describe()
    #expect(description.size == Int64(Self.file.count) && description.isSeekable)
    #expect(description.mediaType == "video/mp4")
    #expect(try read(file, 3_000_000, 1000) == Array(Self.file[3_000_000..<3_001_000]))
    #expect(try read(file, 0, Self.file.count + 10) == Self.file)
    #expect(try read(file, Int64(Self.file.count), 10) == [])
    #expect(server.requests.allSatisfy { $0.fields["user-agent"] == "Vitrine/test" })
    // Buffered bytes are not fetched again.
    let before = server.requests.count
    #expect(try read(file, 1000, 1000) == Array(Self.file[1000..<2000]))
    #expect(server.requests.count == before)
  }

  @Test("A server without ranges is read from the beginning")
  func withoutParts() throws {
    let server = try ScriptedServer { _, line in
      line.answer("200 OK", [], Self.file)
      return true
    }
    let file = try open(server.url("/film.mp4"))
    defer { file.interrupt() }
    #expect(try !file.describe().isSeekable)
    #expect(try read(file, 0, Self.file.count) == Self.file)
  }

  @Test(
    "Servers that refuse ranges or give no length are also read")
  func oddServers() throws {
    // The end's position is unknown until the end arrives.
    let isDescribed = BoundedQueue<Bool>(limit: 1)
    let refusing = try ScriptedServer { request, line in
      guard request.range == nil else {
        line.answer("403 Forbidden")
        return true
      }
      line.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      line.send(Array(Self.file.prefix(Self.file.count / 2)))
      _ = isDescribed.pop()
      line.send(Array(Self.file.dropFirst(Self.file.count / 2)))
      return false
    }
    let file = try open(refusing.url("/film.mp4"))
    defer {
      file.interrupt()
      isDescribed.close()
    }
    #expect(try file.describe().size == nil)
    isDescribed.push(true)
    #expect(try read(file, 0, Self.file.count + 1) == Self.file)
  }

  @Test("A connection that breaks in every response loses and repeats no byte")
  func breaks() throws {
    let giving = ScriptedServer.giving(Self.file, ["ETag: \"a\""])
    let server = try ScriptedServer { request, line in
      guard request.number % 2 == 0, let (first, last) = request.range else {
        return giving(request, line)
      }
      let end = min(last, Self.file.count - 1)
      line.send(
        "HTTP/1.1 206 Partial Content\r\nETag: \"a\"\r\nContent-Length: \(end - first + 1)\r\n"
          + "Content-Range: bytes \(first)-\(end)/\(Self.file.count)\r\n\r\n")
      line.send(Array(Self.file[first..<(first + min(100_000, (end - first) / 2))]))
      return false
    }
    let file = try open(server.url("/film.mp4"))
    defer { file.interrupt() }
    #expect(try read(file, 0, Self.file.count) == Self.file)
    // The version from the start is requested.
    #expect(server.requests.dropFirst().allSatisfy { $0.fields["if-range"] == "\"a\"" })
  }

  @Test("Readers that wait for bytes can be interrupted")
  func interrupted() throws {
    let server = try ScriptedServer { _, line in
      line.hold()
      return false
    }
    let file = try open(server.url("/film.mp4"))
    let waiting = BoundedQueue<NetworkError>(limit: 1)
    try NamedThread("reader") {
      do throws(NetworkError) {
        _ = try file.describe()
      } catch {
        waiting.push(error)
      }
    }.detach()
    file.interrupt()
    #expect(waiting.pop(until: .now() + .seconds(20)) == .cancelled)
  }

  @Test("One connection serves every range, and credentials apply to the whole origin")
  func connections() throws {
    let giving = ScriptedServer.giving(Self.file)
    let server = try ScriptedServer { request, line in
      guard request.path == "/first" else { return giving(request, line) }
      line.answer("302 Found", ["Location: http://\(request.fields["host"] ?? "")/second"])
      return true
    }
    var policy = ReadAhead()
    (policy.piece, policy.firstPiece) = (256 << 10, 256 << 10)
    let url = server.url("/first").replacing("http://", with: "http://me:word@")
    let file = try open(url, policy: policy)
    defer { file.interrupt() }
    #expect(try read(file, 0, Self.file.count) == Self.file)
    #expect(server.requests.count >= 12)
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Basic bWU6d29yZA==" })
    #expect(server.connections == 1)
  }

  @Test("The fetching thread ends on request, even during a transfer")
  func closing() throws {
    let server = try ScriptedServer { _, line in
      line.hold()
      return false
    }
    let loop = try TransferLoop(TransferClient(agent: "Vitrine/test"))
    let file = RemoteFile(try RemoteURL(server.url("/film.mp4")), over: loop)
    let start = HostTime.now()
    loop.close()
    file.interrupt()
    #expect(HostTime.now() - start < .seconds(20))
  }

  // Faulty servers: each a script, with the resulting error.

  @Test("A missing or forbidden file is named in the error and not requested again")
  func statuses() throws {
    for (status, words) in [
      ("404 Not Found", "127.0.0.1 returned 404 Not Found"),
      ("401 Unauthorized", "valid credentials"),
      ("410 Gone", "410 Gone"), ("418 Teapot", "status 418"),
    ] {
      let error = try failure { _, line in
        line.answer(status)
        return true
      }
      #expect(error.description.contains(words))
      #expect(!error.isTransient)
    }
  }

  @Test("A wrong range, a wrong length or another version is not accepted")
  func wrongParts() throws {
    let wrong = try failure { request, line in
      line.answer(
        "206 Partial Content", ["Content-Range: bytes 10-19/\(Self.file.count)"],
        Array(Self.file[10..<20]))
      return true
    }
    #expect(wrong.description.contains("requested byte 0, received byte 10"))
    let changing = try failure { request, line in
      ScriptedServer.giving(Self.file, ["ETag: \"\(request.number)\""])(request, line)
    }
    #expect(changing == .changed)
    let replaced = try failure { request, line in
      guard request.number > 0 else { return ScriptedServer.giving(Self.file)(request, line) }
      line.answer("200 OK", [], Self.file)
      return true
    }
    #expect(replaced == .changed)
  }

  @Test("A compressed response that was not requested is refused")
  func packed() throws {
    let error = try failure { _, line in
      line.answer("200 OK", ["Content-Encoding: gzip"], Array(Self.file[..<100]))
      return true
    }
    #expect(error.description.contains("content encoding gzip"))
  }

  @Test("Redirects are limited, never drop TLS, and lead only to HTTP")
  func redirects() throws {
    let endless = try failure { request, line in
      line.answer("302 Found", ["Location: /\(request.number)"])
      return true
    }
    #expect(endless.description.contains("limit: 10"))
    for (target, words) in [
      ("file:///etc/passwd", "invalid URL: file:"), ("gopher://a/b", "invalid URL: gopher:"),
      ("rtsp://a/b", "to rtsp: unsupported scheme"), ("http://:80/", "invalid URL"),
    ] {
      let error = try failure { _, line in
        line.answer("302 Found", ["Location: \(target)"])
        return true
      }
      #expect(error.description.contains(words), "\(target): \(error)")
    }
  }

  @Test("A redirect is followed, and no other origin receives the credentials")
  func secrets() throws {
    let target = try ScriptedServer(ScriptedServer.giving(Self.file))
    let place = target.url("/elsewhere.mp4")
    let server = try ScriptedServer { request, line in
      guard request.path == "/second" else {
        line.answer("301 Moved", ["Location: /second"])
        return true
      }
      line.answer("307 Moved", ["Location: \(place)"])
      return true
    }
    let url = server.url("/first").replacing("http://", with: "http://me:w%20rd@")
    let file = try open(url)
    defer { file.interrupt() }
    #expect(try file.describe().url.path == "/elsewhere.mp4")
    #expect(server.requests.allSatisfy { $0.fields["authorization"] == "Basic bWU6dyByZA==" })
    #expect(server.requests.prefix(2).map(\.path) == ["/first", "/second"])
    #expect(target.requests.allSatisfy { $0.fields["authorization"] == nil })
  }

  @Test("Endless headers are abandoned at a limit")
  func endlessHead() throws {
    let error = try failure { _, line in
      line.send("HTTP/1.1 200 OK\r\n")
      while line.send("X-Padding: " + String(repeating: "x", count: 1000) + "\r\n") {}
      return false
    }
    #expect(error.description.contains("64 KiB"))
    let line = try failure { _, line in
      line.send("HTTP/1.1 200 OK\r\nX: ")
      while line.send(String(repeating: "x", count: 10_000)) {}
      return false
    }
    #expect(!line.isTransient, "\(line)")
  }

  @Test("A response that is not HTTP is reported")
  func noHTTP() throws {
    let error = try failure { _, line in
      line.send("220 mail.example ESMTP\r\n")
      return false
    }
    #expect(!error.isTransient, "\(error)")
  }

  @Test("A remote list may not name a machine in this network")
  func scopes() throws {
    let server = try ScriptedServer(ScriptedServer.giving(Self.file))
    final class Sink: TransferSink {
      let ends = BoundedQueue<NetworkError?>(limit: 1)
      func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? { nil }
      func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
        .proceed
      }
      func end(_ transfer: TransferID, _ error: NetworkError?) { ends.push(error) }
    }
    for (scope, isAllowed) in [(AddressScope.world, false), (.site, false), (.machine, true)] {
      // Even if a connection is already open.
      var request = TransferRequest(try RemoteURL(server.url("/x")))
      request.scope = scope
      let sink = Sink()
      _ = try #require(Self.loop).begin(request, for: sink)
      let end = try #require(sink.ends.pop(until: .now() + .seconds(20)))
      #expect((end == nil) == isAllowed)
      if !isAllowed { #expect(end == .forbidden("127.0.0.1")) }
    }
  }

  @Test("A response that exceeds its limit is cut off")
  func limitExceeded() throws {
    let server = try ScriptedServer { _, line in
      line.send("HTTP/1.1 200 OK\r\n\r\n")
      while line.send(Array(Self.file[..<100_000])) {}
      return false
    }
    final class Sink: TransferSink {
      let ends = BoundedQueue<NetworkError?>(limit: 1)
      let count = Shared(0)
      func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? { nil }
      func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
        let more = bytes.count
        count.update { $0 += more }
        return .proceed
      }
      func end(_ transfer: TransferID, _ error: NetworkError?) { ends.push(error) }
    }
    var request = TransferRequest(try RemoteURL(server.url("/x")))
    request.limits.bytes = 1 << 20
    let sink = Sink()
    _ = try #require(Self.loop).begin(request, for: sink)
    let end = try #require(sink.ends.pop(until: .now() + .seconds(20)))
    #expect(try #require(end).description.contains("limit: 1048576 bytes"))
    #expect(sink.count.value <= 1 << 20)
  }
}
