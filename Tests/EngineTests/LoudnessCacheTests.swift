import Foundation
import Testing
import VitrineLinux
import VitrineMedia
import VitrinePlayback

@testable import VitrineThumbnails

/// The cache of measured loudness.
struct LoudnessCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "loudness-\(UUID().uuidString)")

  private func file(_ name: String, _ text: String) throws -> String {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }

  @Test("A measurement is found again by the contents of the file, wherever it is")
  func storing() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, other) = (try file("a.wav", "one"), try file("b.wav", "two"))
    let cache = LoudnessCache(folder: folder.appending(path: "cache").path)
    #expect(cache.entry(of: first) == nil)
    let loudness = FileLoudness(
      stereo: try #require(Loudness(integrated: -21.375, peak: 0.5)),
      surround: try #require(Loudness(integrated: -19.5, peak: 0.75)))
    try cache.store(.loudness(loudness), of: first)
    try cache.store(.none, of: other)
    #expect(cache.entry(of: first) == .loudness(loudness))
    #expect(cache.entry(of: other) == LoudnessCache.Entry.none)
    let moved = try file("moved.wav", "one")
    #expect(cache.entry(of: moved) == .loudness(loudness))
    // Changed, empty and missing files.
    for text in ["one more", ""] {
      let changed = try file("a.wav", text)
      #expect(cache.entry(of: changed) == nil)
    }
    #expect(cache.entry(of: "/nowhere.wav") == nil)
  }

  @Test("A folder that cannot be written is an error")
  func readOnly() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = try file("a.wav", "one")
    #expect(throws: PlaybackError.self) {
      try LoudnessCache(folder: path).store(.none, of: path)
    }
  }

  @Test(
    "Damaged entries are ignored",
    arguments: [
      "", "none", "-23\n", "-23\n0.5\n", "-23\n0.5\n-23\n0.5", "-23\n0.5\n-23\n0.5\n1\n",
      "a\nb\n-23\n1\n", "-23\n1\nnan\n1\n", "-1000\n1\n-23\n1\n",
    ])
  func damaged(_ text: String) {
    #expect(LoudnessCache.parse(text) == nil)
  }
}
