import Testing
import VitrineContent
import VitrineCryptography
import VitrineLinux

@testable import VitrineSignage

/// Sticks that are played in place; a folder stands for a plugged-in stick.
@Suite("Sticks in play mode")
struct StickTests {
  @Test(
    "The marker decides whether a stick is for this screen and whether it is played",
    arguments: [
      ("shop-7", Stick.Use.copied), ("*", .copied), ("shop-7 play", .played),
      ("* play\r\n", .played),
      (" shop-7\t play ", .played), ("shop-8\nshop-7 play", .played), ("shop-7\n* play", .played),
      ("shop-8 play", nil), ("play", nil), ("shop-7play", nil), ("shop-7 played", nil), ("", nil),
    ])
  func marker(text: String, use: Stick.Use?) {
    #expect(Stick.use(text, by: "shop-7") == use)
  }

  @Test("A screen may have the marker word as its name")
  func names() {
    #expect(Stick.use("play", by: "play") == .copied)
    #expect(Stick.use("play play", by: "play") == .played)
    #expect(Stick.use("front play", by: "front play") == .copied)
  }

  private func scene(
    _ change: @escaping (inout ContentUpdateSettings) -> Void = { _ in },
    check: @escaping @Sendable (String) -> String? = { _ in nil }
  ) throws -> (ContentUpdaterTests.Scene, stick: Folder) {
    let scene = try ContentUpdaterTests.Scene()
    let media = scene.place.folder("media")
    try media.make()
    try scene.put("folder", "a.txt")
    try scene.start(
      { plan in
        (plan.sticks, plan.name) = (media.path, "shop-7")
        change(&plan)
      }, check: check)
    return (scene, media.folder("x"))
  }

  /// Assembled in another folder and then renamed.
  private func plug(
    _ scene: ContentUpdaterTests.Scene, _ stick: Folder, _ files: [String: String],
    marker: String = "shop-7 play", ready: (Folder) throws -> Void = { _ in }
  ) throws {
    let draft = scene.place.folder("draft")
    for (name, text) in files { try scene.put(text, name, in: draft) }
    try ready(draft)
    try scene.put(marker, Stick.marker, in: draft)
    try Folder.move(draft.path, to: stick.path)
  }

  /// At once, as a stick is removed.
  private func pull(_ scene: ContentUpdaterTests.Scene, _ stick: Folder) throws {
    let hand = scene.place.folder("hand")
    try Folder.move(stick.path, to: hand.path)
    try hand.removeTree()
  }

  @Test("A stick plays in place without copies, and the previous content returns after it")
  func played() throws {
    let (scene, stick) = try scene()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    let before = StoredRelease.current(in: scene.store)
    try plug(scene, stick, ["playlist.m3u": "b.mp4", "b.mp4": "film", "films/c.mp4": "film"])
    #expect(scene.next() == .startedStick(stick.path(of: "playlist.m3u"), files: 2))
    #expect(StoredRelease.current(in: scene.store) == before)
    #expect(scene.store.folder("parts").names.isEmpty)
    try pull(scene, stick)
    #expect(scene.next() == .stoppedStick(stick.path, because: nil))
    #expect(scene.shown("a.txt") == "folder")
    // The same stick again.
    try plug(scene, stick, ["b.mp4": "film"])
    #expect(scene.next() == .startedStick(stick.path, files: 1))
  }

  @Test("A stick whose files fail is ignored until another one is plugged in")
  func fails() throws {
    let (scene, stick) = try scene()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    try plug(scene, stick, ["b.mp4": "film", "c.mp4": "film", "d.mp4": "film"])
    guard case .startedStick? = scene.next() else { Issue.record("not played"); return }
    scene.note(failedAt: stick.path(of: "b.mp4"))
    scene.note(shownAt: stick.path(of: "c.mp4"))
    scene.note(failedAt: stick.path(of: "d.mp4"))
    scene.note(failedAt: stick.path(of: "b.mp4"))
    #expect(scene.next() == .stoppedStick(stick.path, because: "no picture"))
    #expect(scene.next(within: .seconds(1)) == nil)
    try scene.put("another", "b.mp4", in: stick)
    guard case .startedStick? = scene.next() else { Issue.record("not played again"); return }
  }

  @Test("Files that fail after the stick was removed are not a fault")
  func vanishes() throws {
    let (scene, stick) = try scene()
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    try plug(scene, stick, ["b.mp4": "film"])
    guard case .startedStick? = scene.next() else { Issue.record("not played"); return }
    try Folder.move(stick.path, to: scene.place.path(of: "hand"))
    scene.note(failedAt: stick.path(of: "b.mp4"))
    #expect(scene.next() == .stoppedStick(stick.path, because: nil))
    try Folder.move(scene.place.path(of: "hand"), to: stick.path)
    guard case .startedStick? = scene.next() else { Issue.record("not played again"); return }
  }

  @Test(
    "With a key, only files in a signed manifest play, verified to the last byte"
  )
  func signed() throws {
    let key = SigningKey.make()
    let text = key.verifying.text
    let (scene, stick) = try scene { plan in
      plan.folder = nil
      plan.key = try? VerifyingKey(text)
    }
    func trouble() -> String {
      guard case .error(let what)? = scene.next() else { return "no error" }
      return what
    }
    try plug(scene, stick, ["b.txt": "unsigned"])
    #expect(trouble().contains("no signature"))
    try pull(scene, stick)
    #expect(scene.next() == .recovered)
    try plug(scene, stick, ["b.txt": "as published"]) { draft in
      try Publication(of: draft.path, number: 1, expiry: nil, play: nil).write(signing: key)
    }
    #expect(scene.next() == .startedStick(stick.path, files: 0))
    // An unsigned file during playback.
    try scene.put("more", "c.txt", in: stick)
    guard case .stoppedStick(_, because: let why?)? = scene.next() else {
      Issue.record("still played"); return
    }
    #expect(why.contains("c.txt: not in the manifest"), "\(why)")
    #expect(trouble().contains("c.txt"))
    try stick.remove("c.txt")
    #expect(scene.next() == .startedStick(stick.path, files: 0))
    #expect(scene.next() == .recovered)
    // It is not accepted as part of the manifest either.
    try scene.put("more", "manifest.json.x.mp4", in: stick)
    guard case .stoppedStick(_, because: let name?)? = scene.next() else {
      Issue.record("still played"); return
    }
    #expect(name.contains("manifest.json.x.mp4: not in the manifest"), "\(name)")
    #expect(trouble().contains("manifest.json.x.mp4"))
    try stick.remove("manifest.json.x.mp4")
    #expect(scene.next() == .startedStick(stick.path, files: 0))
    #expect(scene.next() == .recovered)
    try scene.put("As published", "b.txt", in: stick)
    guard case .stoppedStick(_, because: let other?)? = scene.next() else {
      Issue.record("still played"); return
    }
    #expect(other.contains("b.txt: SHA-256 mismatch with the manifest"), "\(other)")
  }

  @Test("Two names that compare equal as text are reported, not skipped")
  func alike() throws {
    let scene = try ContentUpdaterTests.Scene()
    let folder = scene.place.folder("two")
    for name in ["caf\u{E9}.mp4", "cafe\u{301}.mp4"] { try scene.put("film", name, in: folder) }
    var survey = FolderScan(folder.path)
    _ = try survey.isUnchanged()
    #expect(survey.unsupported != nil)
  }

  @Test("No link is followed on a stick, and a bad list is reported")
  func links() throws {
    let (scene, stick) = try scene(check: { $0.hasSuffix("x/playlist.yaml") ? "line 1: bad" : nil })
    guard case .activated? = scene.next() else { Issue.record("no release"); return }
    try scene.put("secret", "secret.txt", in: scene.place)
    let draft = scene.place.folder("draft")
    try draft.make()
    try draft.link("b.txt", to: scene.place.path(of: "secret.txt"))
    try plug(scene, stick, ["c.mp4": "film"])
    guard case .error(let what)? = scene.next() else { Issue.record("no error"); return }
    #expect(what.contains("b.txt: neither a file"), "\(what)")
    // It is not copied, and a manifest that names it finds no file.
    try pull(scene, stick)
    #expect(scene.next() == .recovered)
    try draft.make()
    try draft.link("b.txt", to: scene.place.path(of: "secret.txt"))
    let named = try ReleaseManifest(
      number: 1,
      [ReleaseManifest.File(#require(ReleasePath("b.txt")), size: 6, Digest(of: "secret"))])
    try scene.put(String(decoding: named.json, as: UTF8.self), ReleaseManifest.name, in: draft)
    try plug(scene, stick, [:], marker: "*")
    guard case .error(let copied)? = scene.next() else { Issue.record("copied"); return }
    #expect(copied.contains("b.txt: "), "\(copied)")
    try pull(scene, stick)
    #expect(scene.next() == .recovered)
    try plug(scene, stick, ["playlist.yaml": "bad"])
    guard case .error(let bad)? = scene.next() else { Issue.record("played"); return }
    #expect(bad.contains("line 1: bad"), "\(bad)")
  }
}
