import Foundation
import Testing
import VitrineLinux
import VitrineMedia
import VitrineTiming

/// Files with false headers, generated from a seed: opened, decoded and examined as the player
/// does. tools/fuzz-media plays many more of them.
@Suite(.serialized)
struct HeaderFuzzTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let copies = root.appending(path: ".build/lab-media/header-fuzz")

  private func makeCopies(_ count: Int) throws {
    try? FileManager.default.removeItem(at: Self.copies)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Self.root.appending(path: "tools/fuzz-media").path, "--write", Self.copies.path,
      "--count", "\(count)", "--seed", "14",
    ]
    process.environment = ProcessInfo.processInfo.environment.filter { $0.key != "VITRINE_MEDIA" }
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  @Test("Malicious headers crash no process")
  func lies() async throws {
    try makeCopies(10)
    await #expect(processExitsWith: .success) {
      for name in try FileManager.default.contentsOfDirectory(atPath: Self.copies.path) {
        Self.look(into: Self.copies.appending(path: name).path)
      }
    }
    try FileManager.default.removeItem(at: Self.copies)
  }

  /// Any error is acceptable; the test is that the process survives.
  private static func look(into path: String) {
    let interrupter = Demuxer.Interrupter()
    interrupter.interrupt(at: HostTime.now() + .seconds(20))
    try? decode(path, interrupter)
    guard var reader = try? StillReader(path: path, interrupter: .init()) else { return }
    if case .moving(let duration) = reader.content {
      for time in [.zero, MediaTime(nanoseconds: duration.nanoseconds / 2), duration] {
        _ = try? reader.picture(near: time)
      }
    } else {
      _ = try? reader.picture(near: .zero)
    }
  }

  private static func decode(_ path: String, _ interrupter: Demuxer.Interrupter) throws {
    var demuxer = try Demuxer(path: path, interrupter: interrupter)
    _ = (demuxer.start + (demuxer.duration ?? .zero)).description
    var video: Decoder?
    var audio: Decoder?
    if let track = demuxer.video { video = try Decoder(of: track, threads: 1) }
    if let track = demuxer.audio { audio = try? Decoder(of: track) }
    var resampler = Resampler(to: .standard)
    for _ in 0..<60 {
      switch try demuxer.read() {
      case .video(let packet):
        guard (try? video?.send(packet)) == true else { continue }
        while case .frame(let frame)? = try? video?.receive() {
          _ = (frame.description, frame.pts.map { $0 + (frame.duration ?? .zero) })
        }
      case .audio(let packet):
        guard (try? audio?.send(packet)) == true else { continue }
        while case .frame(let frame)? = try? audio?.receive() { _ = try resampler.convert(frame) }
      case .subtitle, .other, .changed, .withoutSubtitles: break
      case .ended: return
      }
    }
  }
}
