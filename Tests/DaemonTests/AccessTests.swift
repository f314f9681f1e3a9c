import Foundation
import Testing
import VitrineLinux
import VitrineNetwork
import VitrineSettings
import VitrineStreams

@testable import VitrineDaemon

/// What servers are shown, from files of their own.
struct AccessTests {
  private func file(_ text: String) throws -> String {
    let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: place)
    return place.path
  }

  private func rules(
    _ change: (inout AccessSettings) throws -> Void
  ) throws -> (rules: AccessRules, told: [String]) {
    var settings = AccessSettings()
    try change(&settings)
    var told: [String] = []
    let rules = AccessBook.rules(settings) { told.append($0) }
    return (rules, told)
  }

  @Test("a password is the first line of its file, and a token wins over it")
  func credentials() throws {
    let basic = try rules {
      $0.user = "screen"
      $0.passwordFile = try file("w:rd \n\n")
    }
    #expect(basic.rules.credentials == .basic(name: "screen", password: "w:rd "))
    #expect(basic.told == [])
    let bearer = try rules {
      $0.user = "screen"
      $0.tokenFile = try file("abc\n")
    }
    #expect(bearer.rules.credentials == .bearer("abc"))
    #expect(try rules { $0.pin = "sha256//x" }.rules.pinnedKey == "sha256//x")
  }

  @Test("a proxy is shown a name, and the password of its file")
  func proxy() throws {
    var settings = ProxySettings()
    #expect(AccessBook.proxy(settings) { _ in } == nil)
    (settings.proxy, settings.proxyUser) = ("http://proxy.example:3128", "screen")
    settings.proxyPasswordFile = try file("word\n")
    let proxy = try #require(AccessBook.proxy(settings) { Issue.record("\($0)") })
    #expect(proxy.url.origin.text == "http://proxy.example:3128")
    #expect(proxy.user?.name == "screen" && proxy.user?.password == "word")
  }

  @Test("headers are lines of a file, and what is none is told without what is in it")
  func headers() throws {
    let path = try file("X-Screen: 7\nno header with secret\nX-Key:a:b\n")
    let found = try rules { $0.headersFile = path }
    #expect(found.rules.fields == ["X-Screen": "7", "X-Key": "a:b"])
    #expect(found.told.count == 1 && found.told[0].contains(path))
    #expect(!found.told[0].contains("secret"))
  }

  @Test("a server that is not there is told with its cause, and one without a name, too")
  func inquiries() throws {
    let refused = ServerInquiry.trouble(
      try RemoteURL("http://127.0.0.1:1/film.mp4"), Configuration())
    #expect(refused?.contains("127.0.0.1") == true && refused?.contains("refuses") == true)
    #expect(
      ServerInquiry.trouble(try RemoteURL("rtsp://127.0.0.1/live"), Configuration()) == nil)
    var access = AccessSettings()
    access.tokenFile = "/nowhere/token"
    var settings = Configuration()
    settings.access = ["http://127.0.0.1:1": access]
    let told = ServerInquiry.trouble(
      try RemoteURL("http://127.0.0.1:1/a"), settings)
    #expect(told?.contains("/nowhere/token") == true)
  }

  @Test("a file that cannot be read is named with its cause, and an empty one, too")
  func unreadable() throws {
    let missing = try rules { $0.tokenFile = "/nowhere/token" }
    #expect(missing.rules.credentials == nil)
    #expect(missing.told == ["/nowhere/token: No such file or directory (ENOENT)"])
    let path = try file("\n")
    let empty = try rules { $0.tokenFile = path }
    #expect(empty.rules.credentials == nil && empty.told == ["\(path) is empty"])
  }
}
