import Testing

@testable import VitrineAddresses

/// URLs: RFC 3986, common spellings, and hostile input.
struct RemoteURLTests {
  @Test(
    "A URL is parsed and reassembled",
    arguments: [
      ("http://a", "http://a/"),
      ("HTTP://A.Example:8080/B/c?d=e#f", "http://a.example:8080/B/c?d=e"),
      ("https://u:p@a/b", "https://u:p@a/b"),
      ("http://[2001:DB8::1]:81/x", "http://[2001:db8::1]:81/x"),
      ("http://a/films/my film.mp4", "http://a/films/my%20film.mp4"),
      ("http://a/%C3%A4 ä", "http://a/%C3%A4%20%C3%A4"),
      ("http://a/100%", "http://a/100%25"),
      ("http://a/b/../c/./d", "http://a/c/d"),
      ("http://a/../../b", "http://a/b"),
      ("http://a?x", "http://a/?x"),
      ("rtsp://cam_1.local/live", "rtsp://cam_1.local/live"),
    ])
  func parts(written: String, text: String) throws {
    #expect(try RemoteURL(written).text == text)
  }

  @Test(
    "An invalid URL is refused with its reason",
    arguments: [
      ("a/b.mp4", "not a URL"), ("file:///etc/passwd", "file: is not supported"),
      ("concat://a|b", "concat: is not supported"), ("http:///x", "no host name"),
      ("http://a b/", "invalid host name"), ("http://exa\u{308}mple/", "xn--"),
      ("http://[::1", "invalid host name"), ("http://a:0/", "invalid port"),
      ("http://a:99999/", "invalid port"), ("http://a:8 0/", "invalid port"),
      ("http://a/\r\nHost: b", "control"),
      ("http://a/\u{0}", "control"), ("https://me:se/cret@a/x", "percent-encoded"),
      ("http://a/" + String(repeating: "x", count: 9000), "9009 bytes"),
      ("http://a/" + String(repeating: "ä", count: 3000), "18009 bytes"),
    ])
  func refused(written: String, cause: String) {
    #expect {
      _ = try RemoteURL(written)
    } throws: { "\($0)".contains(cause) }
  }

  @Test(
    "References resolve as in RFC 3986 (5.4)",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d?q"), ("g#s", "http://a/b/c/g"),
      ("", "http://a/b/c/d?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
      ("g/../h", "http://a/b/c/h"), ("https://x/y", "https://x/y"),
    ])
  func references(reference: String, text: String) throws {
    #expect(try RemoteURL("http://a/b/c/d?q").resolving(reference).text == text)
  }

  @Test(
    "A reference to an unsupported scheme is refused",
    arguments: ["file:///etc/passwd", "data:text/plain,x", "crypto:x", "javascript:x"])
  func foreignReferences(reference: String) throws {
    let base = try RemoteURL("http://a/b")
    #expect(throws: RemoteURL.Fault.self) { try base.resolving(reference) }
  }

  @Test("Possible secrets are neither shown nor stored, and two tokens are two items")
  func secrets() throws {
    let one = try RemoteURL("https://me:word@a.example/film.mp4?token=abc")
    let other = try RemoteURL("https://me:word@a.example/film.mp4?token=abd")
    #expect("\(one)" == "https://a.example/film.mp4?…")
    for text in [one.identity, "\(one)"] {
      #expect(!text.contains("word") && !text.contains("abc"))
    }
    #expect(one.identity != other.identity && one.identity == one.identity)
    let odd = "https://me:s3cr/et@a.example/x"
    #expect {
      _ = try RemoteURL(odd)
    } throws: { !"\($0)".contains("s3cr") }
    #expect(one.requestText == "https://a.example/film.mp4?token=abc")
    #expect(try RemoteURL("http://a/b.mp4").identity == "http://a/b.mp4")
  }

  @Test(
    "The display name is the last path component",
    arguments: [
      ("http://a/x/Gr%C3%BC%C3%9Fe.mp4?b", "Grüße.mp4"), ("http://a.example/", "a.example"),
      ("http://a/%FF.mp4", "%FF.mp4"),
    ])
  func name(written: String, name: String) throws {
    #expect(try RemoteURL(written).name == name)
  }

  @Test("An origin is a scheme, a host and a port")
  func origins() throws {
    let origin = try RemoteURL("http://a/x").origin
    #expect(try RemoteURL("http://A:80/y?z").origin == origin)
    for other in ["https://a/x", "http://a:81/x", "http://b/x"] {
      #expect(try RemoteURL(other).origin != origin)
    }
  }
}
