import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineNetwork
import VitrineTiming

/// Requests with a body.
@Suite(.timeLimit(.minutes(1)))
struct PostTests {
  /// Collects the response.
  private final class Sink: TransferSink {
    let outcome = BoundedQueue<(Int, String, NetworkError?)>(limit: 1)
    private let state = Shared<(status: Int, body: [UInt8])>((0, []))

    func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
      state.update { $0.status = head.status }
      return nil
    }

    func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
      let part = [UInt8](bytes)
      state.update { $0.body += part }
      return .proceed
    }

    func end(_ transfer: TransferID, _ error: NetworkError?) {
      let (status, body) = state.value
      _ = outcome.tryPush((status, String(decoding: body, as: UTF8.self), error))
    }
  }

  private func post(_ server: ScriptedServer) throws -> (Int, String, NetworkError?) {
    let url = try RemoteURL(server.url("/x"))
    var rules = AccessRules()
    rules.credentials = .bearer("secret")
    let sources = RemoteSources(TransferClient(agent: "test"), rules: [url.origin: rules])
    defer { sources.close() }
    var request = TransferRequest(url)
    request.post = Array(#"{"a": 1}"#.utf8)
    let sink = Sink()
    _ = try sources.begin(request, for: sink)
    return try #require(sink.outcome.pop(until: .now() + .seconds(20)))
  }

  @Test(
    "A request is sent once, and its response is delivered whatever its status",
    arguments: ["200 OK", "401 Unauthorized", "409 Conflict", "503 Service Unavailable"])
  func statuses(status: String) throws {
    let server = try ScriptedServer { _, line in
      line.answer(status, [], Array("because".utf8))
      return false
    }
    let (code, body, error) = try post(server)
    #expect("\(code)" == status.prefix(3) && body == "because" && error == nil)
    #expect(server.requests.count == 1)
    let fields = try #require(server.requests.first?.fields)
    #expect(fields["content-type"] == "application/json" && fields["content-length"] == "8")
    #expect(fields["authorization"] == "Bearer secret")
  }

  @Test("A redirect is a response: neither the body nor the token goes elsewhere")
  func redirect() throws {
    let other = try ScriptedServer { _, line in
      line.answer("200 OK")
      return false
    }
    let server = try ScriptedServer { [url = other.url("/")] _, line in
      line.answer("307 Temporary Redirect", ["Location: \(url)"])
      return false
    }
    #expect(try post(server).0 == 307)
    #expect(other.requests.isEmpty)
  }

  @Test("A connection that closes without a response is an error, not a second request")
  func cut() throws {
    let server = try ScriptedServer { _, _ in false }
    #expect(try post(server).2 != nil)
    #expect(server.requests.count == 1)
  }
}
