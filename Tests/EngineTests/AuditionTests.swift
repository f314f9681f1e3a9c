import Testing
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineScanout
import VitrineStreaming
import VitrineTiming
import VitrineVideoDecoders

@testable import VitrineEngine

/// The results of preflight checks of media made by FFmpeg, for a simulated display.
@Suite("Preflight checks", .serialized, .timeLimit(.minutes(2)))
struct AuditionTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  private func audition(
    _ path: String, rotation: Rotation = .none, _ change: (inout DisplayRequest) -> Void = { _ in }
  ) -> AuditionFindings {
    var request = DisplayRequest()
    change(&request)
    let route = ExpectedRoute(
      imagining: ModeRequest(size: PixelSize(320, 240), refresh: 60), request)
    return Audition(
      Item(path: path), on: route, Arrangement(rotation: rotation),
      decoders: Decoders(.software), remotes: nil, streams: StreamWishes()
    ).run()
  }

  private func film(_ name: String, _ more: [String] = []) throws -> String {
    try scene.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=2", "-f", "lavfi", "-i", "sine=d=2",
        "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
      ] + more)
  }

  @Test("A short film is decoded in full, with audio, into memory that the decoder writes")
  func whole() throws {
    let findings = audition(try film("whole.mp4"))
    #expect(findings.failure == nil && findings.came && findings.isWhole)
    #expect(findings.frames == 50 && findings.pictures == 50 && findings.damaged == 0)
    #expect(abs(findings.sound.seconds - 2) < 0.1 && findings.silence == nil)
    #expect(findings.way == AuditionFindings.Way(isDirect: true))
    #expect(findings.decoded > .seconds(1) && findings.spent > .zero)
    #expect(findings.decoder?.hasPrefix("software") == true)
  }

  @Test("The CPU makes quarter turns; a plane makes half turns unless planes are disabled")
  func turned() throws {
    let path = try film("turned.mp4")
    #expect(audition(path, rotation: .clockwise).way?.isTurned == true)
    #expect(audition(path, rotation: .upsideDown).way?.isTurned == false)
    let turned = audition(path, rotation: .upsideDown) { $0.rotator = .pass }
    #expect(turned.way?.isTurned == true)
  }

  @Test("The report states that no path to the display is known")
  func closed() throws {
    let findings = audition(try film("closed.mp4")) {
      $0.quirks.largestBuffer = PixelSize(240, 240)
    }
    #expect(findings.failure?.message.contains("no known way") == true && !findings.came)
  }

  @Test("A missing file is reported with its status; an image yields one frame")
  func others() throws {
    let missing = audition(scene.path("missing.mp4"))
    #expect(missing.failure?.exitStatus == .noInput && !missing.came)
    let picture = try scene.make(
      "picture.png", ["-f", "lavfi", "-i", "testsrc=s=32x32", "-frames:v", "1", "-update", "1"])
    let still = audition(picture)
    #expect(still.came && still.pictures == 1)
  }

  @Test("Only the beginning of a long film is decoded")
  func beginning() throws {
    let path = try scene.make(
      "long.mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=60", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let findings = audition(path)
    #expect(findings.came && !findings.isWhole && findings.pictures < 120)
  }
}
