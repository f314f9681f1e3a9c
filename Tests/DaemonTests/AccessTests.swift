import Foundation
import Testing
import VitrineAddresses
import VitrineLinux
import VitrineNetwork
import VitrineSettings

@testable import VitrineDaemon

/// Credentials for servers, read from files.
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
    let rules = CredentialFiles.rules(settings) { told.append($0) }
    return (rules, told)
  }

  @Test("A password is the first line of its file, and a token takes precedence over it")
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

  @Test("A proxy receives a user name and the password from its file")
  func proxy() throws {
    var settings = ProxySettings()
    #expect(CredentialFiles.proxy(settings) { _ in } == nil)
    (settings.proxy, settings.proxyUser) = ("http://proxy.example:3128", "screen")
    settings.proxyPasswordFile = try file("word\n")
    let proxy = try #require(CredentialFiles.proxy(settings) { Issue.record("\($0)") })
    #expect(proxy.url.origin.text == "http://proxy.example:3128")
    #expect(proxy.user?.name == "screen" && proxy.user?.password == "word")
  }

  @Test("Headers are lines of a file; errors in a line do not quote it")
  func headers() throws {
    let path = try file("X-Screen: 7\nno header with secret\nX-Key:a:b\n")
    let found = try rules { $0.headersFile = path }
    #expect(found.rules.fields == ["X-Screen": "7", "X-Key": "a:b"])
    #expect(found.told.count == 1 && found.told[0].contains(path))
    #expect(!found.told[0].contains("secret"))
  }

  @Test("A missing server is reported with its cause, and so is one without a name")
  func inquiries() throws {
    let refused = ServerCheck.failure(
      try RemoteURL("http://127.0.0.1:1/film.mp4"), Configuration())
    #expect(refused?.contains("127.0.0.1") == true && refused?.contains("refused") == true)
    #expect(
      ServerCheck.failure(try RemoteURL("rtsp://127.0.0.1/live"), Configuration()) == nil)
    var access = AccessSettings()
    access.tokenFile = "/nowhere/token"
    var settings = Configuration()
    settings.access = ["http://127.0.0.1:1": access]
    let told = ServerCheck.failure(
      try RemoteURL("http://127.0.0.1:1/a"), settings)
    #expect(told?.contains("/nowhere/token") == true)
  }

  @Test("An unreadable file is named with its cause, and so is an empty one")
  func unreadable() throws {
    let missing = try rules { $0.tokenFile = "/nowhere/token" }
    #expect(missing.rules.credentials == nil)
    #expect(missing.told == ["/nowhere/token: No such file or directory (ENOENT)"])
    let path = try file("\n")
    let empty = try rules { $0.tokenFile = path }
    #expect(empty.rules.credentials == nil && empty.told == ["\(path) is empty"])
  }
}
