import Testing
import VitrineLinux
import VitrineSettings
import VitrineTiming

@testable import VitrineDaemon
@testable import VitrineWeb

/// Sharing of content, as configured.
struct ContentSharingTests {
  private let folder = Folder("/nowhere/content")

  private func settings(_ share: String?, isUsed: Bool = true) -> ContentSettings {
    var settings = ContentSettings()
    settings.share = share
    settings.folder = isUsed ? "/srv/content" : nil
    return settings
  }

  @Test("Sharing needs to be configured, and needs content updates and a cache")
  func off() {
    let log = Log()
    #expect(ContentSharing.begin(settings(nil), in: folder, log) === nil)
    #expect(ContentSharing.begin(settings("127.0.0.1:0", isUsed: false), in: folder, log) === nil)
    #expect(ContentSharing.begin(settings("127.0.0.1:0"), in: nil, log) === nil)
    #expect(ContentSettings().share == nil)
  }

  @Test("The sharing address is logged; an address in use is an error but stops nothing else")
  func taken() throws {
    let log = Log()
    let first = try #require(ContentSharing.begin(settings("127.0.0.1:0"), in: folder, log))
    defer { first.close() }
    let line = try #require(log.tail.newest(10).last?.text)
    let port = try #require(line.split(separator: ":").last)
    #expect(line.hasPrefix("content: sharing files with peers at http://127.0.0.1:"))
    let second = try #require(ContentSharing.begin(settings("127.0.0.1:\(port)"), in: folder, log))
    defer { second.close() }
    let trouble = try #require(log.tail.newest(10).last)
    #expect(trouble.text.contains("cannot listen on") && trouble.level == .error)
  }
}
