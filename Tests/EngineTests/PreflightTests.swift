import Foundation
import Testing
import VitrineFakes
import VitrineNetwork
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineRemoteMedia
import VitrineScanout
import VitrineTiming
import VitrineVideoDecoders

@testable import VitrineEngine

/// The results of preflight checks of media made by FFmpeg, for a simulated display.
@Suite("Preflight checks", .serialized, .timeLimit(.minutes(2)))
struct PreflightTests {
  private let scene: PipelineScene

  init() throws { scene = try PipelineScene() }

  private func preflight(
    _ path: String, rotation: Rotation = .none, _ change: (inout DisplayRequest) -> Void = { _ in }
  ) -> PreflightResult {
    var request = DisplayRequest()
    change(&request)
    let route = ExpectedRoute(
      imagining: ModeRequest(size: PixelSize(320, 240), refresh: 60), request)
    return Preflight(
      Item(path: path), on: route, Arrangement(rotation: rotation),
      decoders: Decoders(.software), remotes: [], quality: .automatic
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
    let result = preflight(try film("whole.mp4"))
    #expect(result.failure == nil && !result.output.isEmpty && result.output.reachedEnd)
    #expect(
      result.output.frames == 50 && result.output.pictures == 50 && result.output.damaged == 0)
    #expect(abs(result.output.sound.seconds - 2) < 0.1 && result.silence == nil)
    #expect(result.renderPath == PreflightResult.RenderPath(isDirect: true))
    #expect(result.output.decoded > .seconds(1) && result.output.spent > .zero)
    #expect(result.decoder?.hasPrefix("software") == true)
  }

  @Test("A stream whose server lacks all segments but the first fails")
  func missingTail() throws {
    let path = try film("head.ts", ["-g", "25", "-f", "mpegts"])
    let first = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let names = (0..<10).map { "#EXTINF:2,\ns\($0).ts" }.joined(separator: "\n")
    let list = "#EXTM3U\n#EXT-X-TARGETDURATION:2\n\(names)\n#EXT-X-ENDLIST\n"
    let server = try ScriptedServer { request, line in
      switch request.path {
      case "/list.m3u8": line.answer("200 OK", [], Array(list.utf8))
      case "/s0.ts": line.answer("200 OK", [], first)
      default: line.answer("404 Not Found")
      }
      return true
    }
    let result = Preflight(
      try #require(Item(source: server.url("/list.m3u8"))),
      on: ExpectedRoute(
        imagining: ModeRequest(size: PixelSize(320, 240), refresh: 60), DisplayRequest()),
      Arrangement(), decoders: Decoders(.software),
      remotes: [NetworkAccess(RemoteSources(TransferClient(agent: "Vitrine/test")))],
      quality: .automatic
    ).run()
    #expect(result.output.frames == 50 && !result.output.reachedEnd)
    #expect(result.failure?.message.contains("404") == true, "\(result)")
  }

  @Test("The CPU makes quarter turns; a plane makes half turns unless planes are disabled")
  func turned() throws {
    let path = try film("turned.mp4")
    #expect(preflight(path, rotation: .clockwise).renderPath?.isRotated == true)
    #expect(preflight(path, rotation: .upsideDown).renderPath?.isRotated == false)
    let turned = preflight(path, rotation: .upsideDown) { $0.routing.rotator = .pass }
    #expect(turned.renderPath?.isRotated == true)
  }

  @Test("The report states that no path to the display is known")
  func closed() throws {
    let result = preflight(try film("closed.mp4")) {
      $0.routing.quirks.largestBuffer = PixelSize(240, 240)
    }
    #expect(result.failure?.message.contains("no known path") == true && result.output.isEmpty)
  }

  @Test("A missing file is reported with its status; an image yields one frame")
  func others() throws {
    let missing = preflight(scene.path("missing.mp4"))
    #expect(missing.failure?.exitStatus == .noInput && missing.output.isEmpty)
    let picture = try scene.make(
      "picture.png", ["-f", "lavfi", "-i", "testsrc=s=32x32", "-frames:v", "1", "-update", "1"])
    let still = preflight(picture)
    #expect(!still.output.isEmpty && still.output.pictures == 1)
  }

  @Test("Only the beginning of a long film is decoded")
  func beginning() throws {
    let path = try scene.make(
      "long.mkv",
      ["-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=60", "-c:v", "libx264", "-pix_fmt", "yuv420p"])
    let result = preflight(path)
    #expect(!result.output.isEmpty && !result.output.reachedEnd && result.output.pictures < 120)
  }
}
