import Testing

@testable import VitrineWeb

/// The host that a client addresses.
struct HostTests {
  @Test(
    "Addresses, localhost, .local and the machine's own names refer to the machine",
    arguments: [
      "192.168.1.7", "192.168.1.7:8080", "127.0.0.1:80", "[::1]:8080", "[fe80::1]", "localhost",
      "LOCALHOST:8080", "foyer.local", "foyer", "Foyer:8080", "tv.example",
    ])
  func ours(_ text: String) {
    #expect(Host(text)?.isOurs(["foyer", "tv.example"]) == true)
  }

  @Test(
    "A name that DNS may resolve elsewhere does not refer to the machine",
    arguments: [
      "evil.example", "evil.example:8080", "localhost.evil.example", "127.0.0.1.evil.example",
      "foyer.evil.example", "256.1.1.1", "1.2.3", "local",
    ])
  func others(_ text: String) {
    #expect(Host(text)?.isOurs(["foyer"]) == false)
  }

  @Test(
    "An invalid host is rejected",
    arguments: [
      "", ":80", "a b", "user@host", "host/", "host:80a", "host:123456", "[::1", "[evil]", "[::1]x",
      "a\u{0}b", "ä.example", String(repeating: "a", count: 256),
    ])
  func none(_ text: String) {
    #expect(Host(text) == nil)
  }
}

/// The target of a request.
struct TargetTests {
  @Test("A target consists of its path segments and query parameters")
  func parts() throws {
    let target = try #require(Target("/api/v1/files/a%20b%2Fc.mp4?at=0.5&x=a+b%26&flag"))
    #expect(target.path == ["api", "v1", "files", "a b/c.mp4"])
    #expect(target.query == ["at": "0.5", "x": "a b&", "flag": ""])
    #expect(Target("/")?.path == [""])
    #expect(Target("http://evil.example/a")?.authority == "evil.example")
    #expect(Target("HTTPS://host:80?x=1")?.path == [""])
    #expect(Target("//evil.example/")?.path == ["", "evil.example", ""])
    #expect(Target("/../../etc/passwd")?.path == ["..", "..", "etc", "passwd"])
  }

  @Test(
    "An invalid target is rejected",
    arguments: [
      "", "*", "host:80", "a", "/%", "/%2", "/%zz", "/%00", "/%ff", "/a?%", "/a#b", "ftp://a/",
      "/" + String(repeating: "a", count: 9000),
    ])
  func none(_ text: String) {
    #expect(Target(text) == nil)
  }
}
