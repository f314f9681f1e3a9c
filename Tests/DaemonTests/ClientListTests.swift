import Testing
import VitrineControl
import VitrineLinux
import VitrinePlaylists
import VitrineSettings

@testable import VitrineDaemon
@testable import VitrineLists

/// Lists named by a client that may not be allowed to read what the player can.
struct ClientListTests {
  /// The result of loading a file with this name and content.
  private func loaded(
    _ name: String, _ text: String, by link: String? = nil
  ) throws -> Result<[Item], Refusal> {
    let folder = try Folder.temporary("vitrine-lists")
    defer { try? folder.remove() }
    let path = folder.path(of: name)
    try FileDescriptor(making: path).write(Array(text.utf8))
    if let link { try folder.link(link, to: path) }
    let settings = PlaybackSettings()
    return Result { () throws(Refusal) in
      try PlaylistSource.items([folder.path(of: link ?? name)], settings)
    }
  }

  @Test(
    "Errors do not quote an invalid line",
    arguments: [
      ("a.pls", "[playlist]\nhunter2:secret\n", 2), ("a.pls", "hunter2\n", 1),
      ("a.yaml", "items:\n- file: /a.mp4\n  fit: hunter2\n", 3),
      ("a.xspf", "<hunter2/>", 1), ("a.m3u", "#EXTM3U\n#EXTINF:hunter2,a\n/a.mp4\n", 2),
    ])
  func quoted(_ name: String, _ text: String, _ line: Int) throws {
    guard case .failure(let refusal) = try loaded(name, text) else {
      Issue.record("the list was loaded")
      return
    }
    #expect(!refusal.description.contains("hunter2"))
    #expect(refusal.description.contains("/\(name):\(line): "))
  }

  @Test("A link with a list's extension does not turn another file into a list")
  func links() throws {
    let secret = try loaded("tokens", "hunter2\n/a.mp4\n", by: "a.m3u")
    guard case .failure(let refusal) = secret else {
      Issue.record("the list was loaded")
      return
    }
    #expect(!refusal.description.contains("hunter2"))
    let list = try loaded("today.m3u", "/a.mp4\n", by: "a.m3u8")
    #expect(try list.get().map(\.location) == ["/a.mp4"])
  }
}
