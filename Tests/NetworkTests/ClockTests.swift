import Testing
import VitrineAddresses
import VitrineFakes
import VitrineLinux
import VitrineNetwork
import VitrineStreams
import VitrineTiming

@testable import VitrineRemoteMedia

/// The current time, according to the sources that an MPD names.
struct ClockTests {
  private static let time = 1_795_424_400.0
  private static let zone = "2026-11-23T09:00:00Z\n"

  private static func lag(_ clocks: (ScriptedServer) throws -> [DASHClock]) throws -> Double? {
    let server = try ScriptedServer { request, line in
      switch request.path {
      case "/iso": line.answer("200 OK", ["Date: Mon, 23 Nov 2026 12:00:00 GMT"], Array(zone.utf8))
      case "/head": line.answer("200 OK", ["Date: Mon, 23 Nov 2026 09:00:00 GMT"], [1, 2, 3])
      case "/none": line.answer("200 OK", [], Array("soon".utf8))
      case "/huge": line.answer("200 OK", [], .init(repeating: 50, count: 3 << 20))
      case "/dumb": line.hold()
      default: line.answer("404 Not Found")
      }
      return true
    }
    // The MPD's server is an hour behind.
    return ClockRequest.lag(
      of: time - 3600, at: .now(), try clocks(server),
      RemoteSources(TransferClient(agent: "Vitrine/test")),
      scope: nil)
  }

  @Test(
    "A time server is queried, and the next one if it does not respond",
    arguments: [
      ["/iso"], ["/head"], ["/away", "/iso"], ["/none", "/head"], ["/huge", "/iso"],
      ["/dumb", "/iso"],
    ])
  func asked(paths: [String]) throws {
    let before = HostTime.now()
    let lag = try Self.lag { server in
      try paths.map { path in
        let url = try RemoteURL(server.url(path))
        return path == "/head" ? .head(url) : .text(url)
      }
    }
    let took = (HostTime.now() - before).seconds
    #expect(abs(try #require(lag) - 3600) <= took + 0.01)
  }

  @Test("Without an answer, the server's clock applies; a time in the MPD needs none")
  func direct() throws {
    #expect(try Self.lag { _ in [] } == nil)
    #expect(try Self.lag { [.text(try RemoteURL($0.url("/away")))] } == nil)
    #expect(try Self.lag { _ in [.direct(Self.time)] } == 3600)
  }
}
