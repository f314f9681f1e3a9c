import Foundation
import Testing
import VitrineMedia
import VitrinePlayback
import VitrineTiming

/// Chapters in containers.
struct ChapterTests {
  private static let described = """
    ;FFMETADATA1
    [CHAPTER]
    TIMEBASE=1/1000
    START=0
    END=400
    title=Ouverture
    [CHAPTER]
    TIMEBASE=1/1000
    START=400
    END=1000
    title=Erster Akt, Café

    """

  private func chapters(of name: String) throws -> [Chapter] {
    let text = Data(Self.described.utf8).base64EncodedString()
    let path = try Made.clip(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1", "-f", "ffmetadata", "-i",
        "data:text/plain;base64,\(text)", "-map_metadata", "1", "-map_chapters", "1", "-pix_fmt",
        "yuv420p",
      ])
    let demuxer = try Demuxer(path: path, interrupter: .init())
    return demuxer.chapters
  }

  @Test("Chapters have titles and times", arguments: ["chapters.mkv", "chapters.mp4"])
  func told(_ name: String) throws {
    let chapters = try chapters(of: name)
    #expect(chapters.map(\.title) == ["Ouverture", "Erster Akt, Café"])
    try #require(chapters.count == 2)
    #expect(chapters[0].start == .zero)
    #expect(abs(chapters[1].start.seconds - 0.4) < 0.1)
  }

  @Test("A file without chapters has none")
  func none() throws {
    let path = try Made.clip("plain.mkv", ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=1"])
    let demuxer = try Demuxer(path: path, interrupter: .init())
    #expect(demuxer.chapters.isEmpty)
  }
}
