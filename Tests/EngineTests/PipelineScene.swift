import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming
import VitrineVideoDecoders

@testable import VitrineEngine
@testable import VitrineScanout

/// A pipeline without a player: the test takes the decoders' output, and files come from ffmpeg.
final class PipelineScene {
  let display = ChangingDisplay(size: PixelSize(128, 96))
  let shared: SharedDisplay
  /// The reports, in order.
  let reports = Shared<[(name: String, run: Run)]>([])
  /// The properties of the file.
  let summary = Shared<MediaSummary?>(nil)
  /// When media times are due: never, unless a test sets it.
  let clock = Shared(stopped)
  static var stopped: PlaybackClock {
    PlaybackClock(
      steady: SteadyClock(rate: 48000, position: 0, at: .now()),
      timeline: SoundTimeline(rate: 48000))
  }
  private let folder: URL
  private var opened: [Pipeline] = []

  /// `host` runs the display instead of the calling threads.
  init(on host: (any PresenterHost)? = nil) throws {
    shared = SharedDisplay(host ?? DirectHost(display), fit: .contain, rotation: .none)
    folder = FileManager.default.temporaryDirectory.appending(
      path: "vitrine-pipeline-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    for pipeline in opened { pipeline.close() }
    for pipeline in opened { pipeline.awaitThreads(until: .now() + .seconds(10)) }
    shared.forgetPools()
    try? FileManager.default.removeItem(at: folder)
  }

  /// A file of this scene.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Makes a file with ffmpeg.
  func make(_ name: String, _ arguments: [String]) throws -> String {
    try GeneratedMedia.write(path(name), arguments)
  }

  func open(
    _ item: Item, decoders: Decoders = Decoders(.software), choices: TrackChoices = TrackChoices()
  ) -> Pipeline {
    let (reports, summary, clock) = (reports, summary, clock)
    let pipeline = Pipeline(
      item, Run(0), choices: choices,
      display: ItemDisplay(display: shared, own: item.arrangement), decoders: decoders,
      clock: { clock.value },
      report: { report, run in
        if case .opened(let found, _, _) = report { summary.update { $0 = found } }
        reports.update { $0.append((Self.name(report), run)) }
      })
    opened.append(pipeline)
    return pipeline
  }

  private static func name(_ report: Pipeline.Report) -> String {
    switch report {
    case .opened: "opened"
    case .ready: "ready"
    case .failed(let error): "failed: \(error.message)"
    case .silent(let error): "silent: \(error.message)"
    case .withoutSubtitles: "without subtitles"
    case .withoutInset(let error): "without inset: \(error.message)"
    case .damaged(let error): "damaged: \(error.message)"
    case .overloaded(let text): "overloaded: \(text)"
    case .decoding(let path): "decoding \(path)"
    case .decoder(let text): "decoder \(text)"
    case .decoderFallback(let text): "left device: \(text)"
    case .converting(let text): "converting: \(text)"
    case .tracks: "tracks"
    case .selected(let tracks): "selected \(tracks.map { "\($0.index)" }.joined(separator: " "))"
    case .videoSize(let size): "size \(size)"
    }
  }

  /// Sets a run's current media time and speed.
  func setClock(_ run: Run, at media: MediaTime, speed: Double) {
    let now = HostTime.now()
    clock.update { clock in
      let place = Int64(clock.steady.position(at: now))
      clock.timeline.begin(run, at: media, from: place, speed: speed)
    }
  }

  /// Whether a run sends this report within some seconds.
  func hears(_ name: String, of run: Run = Run(0), within seconds: Int = 10) -> Bool {
    let deadline = HostTime.now() + .seconds(seconds)
    while HostTime.now() < deadline {
      if reports.value.contains(where: { $0.run == run && $0.name.hasPrefix(name) }) { return true }
      usleep(10_000)
    }
    return false
  }

  /// A run's output until its end: the times of its frames, and the times and lengths of its
  /// audio.
  func takeAll(
    _ queues: RunQueues, within seconds: Int = 30
  ) -> (pictures: [Double], sound: [(pts: Double, length: Double)]) {
    let deadline = HostTime.now() + .seconds(seconds)
    var (pictures, sound): ([Double], [(Double, Double)]) = ([], [])
    while HostTime.now() < deadline {
      if let picture = queues.pictures.tryPop() { pictures.append(picture.pts.seconds) }
      if let chunk = queues.sound.tryPop() {
        sound.append((chunk.pts?.seconds ?? -1, Double(chunk.samples.count / 2) / 48000))
      }
      if queues.pictures.isExhausted, queues.sound.isExhausted { break }
      if queues.pictures.isEmpty, queues.sound.isEmpty { usleep(1000) }
    }
    return (pictures, sound)
  }
}
