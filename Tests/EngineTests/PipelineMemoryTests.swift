import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// An item's memory for frames stays constant, however long it plays and whatever happens to it.
@Suite("The memory of an item's pictures", .serialized, .timeLimit(.minutes(2)))
struct PipelineMemoryTests {
  private let display = ChangingDisplay(size: PixelSize(128, 96))
  private let host: DirectHost
  private let shared: SharedDisplay
  private let folder: URL

  init() throws {
    host = DirectHost(display)
    shared = SharedDisplay(host, fit: .contain, rotation: .none)
    folder = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-pipeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  /// Ten seconds with a line of text throughout.
  private func film() throws -> Item {
    let (clip, text) = (folder.appending(path: "film.mp4"), folder.appending(path: "words.srt"))
    try "1\n00:00:00,000 --> 00:00:10,000\nwords\n".write(
      to: text, atomically: true, encoding: .utf8)
    try GeneratedMedia.write(
      clip.path,
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x36:r=10:d=10", "-c:v", "libx264", "-g", "5", "-pix_fmt",
        "yuv420p",
      ])
    var item = Item(path: clip.path)
    item.subtitles = [.file(text.path)]
    return item
  }

  /// Plays an item with repeated `change` and seek; returns the number of buffers made for the
  /// first run and in total.
  private func made(
    _ item: Item, times: Int = 20, _ change: (Int) -> Void = { _ in }
  ) throws -> (first: Int, all: Int) {
    let clock = PlaybackClock(
      steady: SteadyClock(rate: 48000, position: 0, at: .now()),
      timeline: SoundTimeline(rate: 48000))
    let pipeline = Pipeline(
      item, Run(0), choices: TrackChoices(),
      display: ItemDisplay(display: shared, own: item.arrangement), clock: { clock },
      report: { _, _ in })
    defer {
      pipeline.close()
      pipeline.awaitThreads(until: .now() + .seconds(10))
      shared.forgetPools()
    }
    try awaitPictures(of: pipeline)
    let first = display.memory.made
    for number in 1...times {
      change(number)
      pipeline.seek(
        Run(number), .init(to: MediaTime(Int64(number % 9), 1)), choices: TrackChoices())
      try awaitPictures(of: pipeline)
    }
    return (first, display.memory.made)
  }

  /// Waits until a whole ring is in use and there are subtitles.
  private func awaitPictures(of pipeline: Pipeline) throws {
    let (queues, deadline) = (pipeline.queues, HostTime.now() + .seconds(20))
    for _ in 0..<8 { _ = try #require(queues.pictures.pop(until: deadline)) }
    _ = try #require(queues.subtitles.pop(until: deadline)?.layer)
  }

  @Test("Seeks allocate no more memory")
  func seeks() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try made(film())
    // The subtitle ring is not used in full at once.
    #expect(made.all <= made.first + 5, "\(made)")
  }

  @Test("Rotating back and forth allocates memory for both orientations once")
  func turns() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let made = try made(film()) { number in
      shared.setRotation(number % 2 == 0 ? .none : .clockwise)
    }
    #expect(made.all <= made.first + 8 + 5, "\(made)")
  }

  @Test("A removed display's memory is freed while the item continues")
  func displays() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    // This test's presenter keeps the first.
    var epochs: [Weak] = []
    _ = try made(film(), times: 6) { number in
      host.becomeAnother()
      shared.displayChanged()
      let left = epochs.dropLast().filter { $0.epoch != nil }
      #expect(left.isEmpty, "before change \(number)")
      epochs.append(Weak(display.epoch))
    }
  }

  private final class Weak {
    weak var epoch: Epoch?
    init(_ epoch: Epoch) { self.epoch = epoch }
  }
}
