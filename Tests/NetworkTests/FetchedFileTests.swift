import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrinePlayback
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineRemoteMedia

/// Small files that belong to items, over real sockets.
struct FetchedFileTests {
  private let sources = RemoteSources(TransferClient(agent: "Vitrine/test"))
  private static let words = Array("1\n00:00:01,000 --> 00:00:02,000\nHello\n".utf8)

  private func fetch(
    most: Int = 1000, within time: Duration = .seconds(30),
    _ script: @escaping ScriptedServer.Script
  ) throws -> Result<[UInt8], PlaybackError> {
    let server = try ScriptedServer(script)
    let file = FetchedFile(try RemoteURL(server.url("/film.srt")), most: most, over: sources)
    defer {
      file.interrupt()
      sources.close()
    }
    return Result { () throws(PlaybackError) in try file.bytes(until: .now() + time) }
  }

  @Test("A file arrives in full, even if the server fails at first or breaks off")
  func whole() throws {
    let found = try fetch { request, line in
      switch request.number {
      case 0: line.answer("503 Service Unavailable")
      case 1:
        line.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.words.count)\r\nETag: \"a\"\r\n\r\n")
        line.send(Array(Self.words.prefix(20)))
        return false
      default: return ScriptedServer.giving(Self.words, ["ETag: \"a\""])(request, line)
      }
      return true
    }
    #expect(try found.get() == Self.words)
  }

  @Test("A file that is too large, missing or late fails")
  func failures() throws {
    let large = try fetch(most: 10, ScriptedServer.giving(Self.words))
    #expect(throws: PlaybackError.self) { try large.get() }
    let sources = RemoteSources(TransferClient(agent: "Vitrine/test"))
    defer { sources.close() }
    let server = try ScriptedServer { request, line in
      request.path == "/away" ? line.answer("404 Not Found") : line.hold()
      return true
    }
    let missing = FetchedFile(try RemoteURL(server.url("/away")), most: 10, over: sources)
    #expect(throws: error(NetworkError.status(404, "127.0.0.1"), server.url("/away"))) {
      try missing.bytes(until: .now() + .seconds(30))
    }
    let late = FetchedFile(try RemoteURL(server.url("/late")), most: 10, over: sources)
    let url = server.url("/late")
    #expect(throws: error(NetworkError.timedOut(.answer, "127.0.0.1"), url)) {
      try late.bytes(until: .now() + .milliseconds(50))
    }
    late.interrupt()
    #expect(throws: error(.cancelled, url)) { try late.bytes(until: .now() + .seconds(30)) }
  }

  private func error(_ error: NetworkError, _ url: String) -> PlaybackError {
    PlaybackError(.source, "\(url): \(error)", exitStatus: .unavailable)
  }
}
