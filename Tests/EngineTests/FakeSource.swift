import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout

/// A source that decodes whatever its script says, at once, whenever its test lets it work.
/// Its times begin at an hour of its own, so that pictures tell which opening they are of.
final class FakeSource: OpenedSource, @unchecked Sendable {
  // @unchecked: a test has one thread.
  struct Script: Sendable {
    var frames = 30
    var rate: Int32 = 30
    var hasSound = true
    /// It cannot be opened.
    var isBroken = false
    /// Nothing comes after so many frames, and no end.
    var hangsAfter: Int?
    /// The decoder needs so many turns for the first picture of a run.
    var delay = 0
    /// Its threads do not end when it is closed.
    var staysAfterClose = false
    /// Where it hangs, or decodes its first picture, its threads compute all the same.
    var isBusy = false
    /// Nothing tells how long it is.
    var isLengthless = false
    /// It is one picture.
    var isStill = false
    /// How it arrives over the network at the beginning.
    var arrival: Arrival?
    /// A gap before this frame, in seconds.
    var gap: (before: Int, seconds: Int64)?
  }

  static let hour = 3600

  let item: Item
  private(set) var queues: RunQueues
  let origin: MediaTime
  private(set) var isClosed = false
  /// How many runs were begun.
  private(set) var runs = 1
  private let script: Script
  private let pictures: SharedDisplay
  private let report: SessionParts.Report
  private var next = 0
  private var waits: Int
  private var isOpen = false
  private var isAtEnd = false

  init(
    _ item: Item, _ run: Run, _ script: Script, number: Int, _ pictures: SharedDisplay,
    _ report: @escaping SessionParts.Report
  ) {
    (self.item, self.script, self.pictures, self.report) = (item, script, pictures, report)
    origin = MediaTime(Int64(number * Self.hour), 1)
    (waits, arriving) = (script.delay, script.arrival)
    queues = RunQueues(run, .init(imageDuration: item.shownDuration), report: report)
  }

  /// How it arrives now.
  var arriving: Arrival?
  func arrival(at position: MediaTime) -> Arrival? { arriving }
  var isDry: Bool { false }
  let workDone = PipelineWork()
  let isAsking = false
  private(set) var cpuTime = Duration.zero
  private(set) var quality = VariantPolicy.Wish.automatic
  func setQuality(_ wish: VariantPolicy.Wish) { quality = wish }
  func makeCover(_ path: String, _ show: @escaping @Sendable (ScanoutPicture) -> Void) {}
  var hasEnded: Bool { isClosed && !script.staysAfterClose }
  func awaitThreads(until deadline: HostTime) {}

  func close() {
    isClosed = true
    queues.close()
  }

  func seek(_ run: Run, _ seek: PlaybackState.Seek, choices: TrackChoices) {
    queues.close()
    runs += 1
    let bounds = RunQueues.Bounds(
      start: seek.target, isExact: true, imageDuration: item.shownDuration)
    queues = RunQueues(run, bounds, report: report)
    next = min(script.frames - 1, Int(seek.target.seconds * Double(script.rate) + 0.001))
    (waits, isAtEnd) = (script.delay, false)
    begin()
  }

  /// What its threads would do now.
  func work() {
    guard !isClosed else { return }
    if script.isBusy { cpuTime += .milliseconds(1) }
    if !isOpen {
      isOpen = true
      guard !script.isBroken else {
        return queues.tell(.failed(PlaybackError(.format, "broken", exitStatus: .data)))
      }
      queues.tell(
        .opened(
          MediaSummary(
            duration: script.isLengthless ? nil : time(of: script.frames) - origin,
            frameDuration: MediaTime(1, script.rate), isStill: script.isStill),
          tracks: [], start: origin))
      begin()
    }
    guard !script.isBroken else { return }
    guard waits == 0 else { return waits -= 1 }
    decode()
  }

  private func begin() {
    queues.settle(at: origin)
    queues.readTo.update { $0 = origin }
    queues.await([.video])
    let (last, end) = (time(of: script.frames - 1), time(of: script.frames))
    let isCertain = script.hangsAfter == nil
    queues.ending.update {
      $0 = RunQueues.Ending(lastPicture: last, pictureEnd: end, isCertain: isCertain)
    }
  }

  private func decode() {
    let limit = min(script.frames, script.hangsAfter ?? script.frames)
    while next < limit, queues.pictures.weight < 4, let picture = makePicture() {
      queues.pictures.push(picture)
      if script.hasSound { queues.sound.force(sound(of: next), weight: 1) }
      if script.hasSound { queues.noteStart(of: .audio, at: picture.pts) }
      queues.noteStart(of: .video, at: picture.pts)
      next += 1
    }
    guard next == script.frames, !isAtEnd else { return }
    isAtEnd = true
    queues.pictures.close()
    queues.sound.close()
  }

  private func time(of frame: Int) -> MediaTime {
    let gap = script.gap.map { frame >= $0.before ? MediaTime($0.seconds, 1) : .zero } ?? .zero
    return origin + MediaTime(Int64(frame), script.rate) + gap
  }

  private func sound(of frame: Int) -> SoundChunk {
    let samples = 48000 / Int(script.rate) * 2
    return SoundChunk(pts: time(of: frame), samples: Array(repeating: 1000, count: samples))
  }

  private func makePicture() -> ScanoutPicture? {
    let description = PictureDescription(
      format: .yuv420, depth: 8, chroma: .c420, size: PixelSize(64, 48),
      color: ColorDescription(matrix: .bt601, range: .limited))
    guard let plan = try? pictures.plan(for: description),
      let buffer = try? pictures.makeBuffer(plan.format, size: plan.bufferSize, room: nil)
    else { return nil }
    return ScanoutPicture(
      run: queues.run, pts: time(of: next), duration: MediaTime(1, script.rate), buffer: buffer,
      plan: plan, holder: .none)
  }
}
