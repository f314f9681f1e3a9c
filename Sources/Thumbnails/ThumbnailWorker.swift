internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineTiming

/// The executor of jobs, one picture after the other. Thread-bound.
struct ThumbnailWorker: ~Copyable {
  // These are used in ThumbnailWorker+Poster.swift.
  let queue: Shared<ThumbnailQueue>
  var cache: ThumbnailCache
  /// How long to look for a better poster than the first picture.
  let searchTimeout: Duration
  private let remotes: [any RemoteAccess]
  private let report: @Sendable (ThumbnailEvent) -> Void
  private let binding = ThreadBinding()

  init(
    queue: Shared<ThumbnailQueue>, cache: consuming ThumbnailCache, searchTimeout: Duration,
    remotes: [any RemoteAccess], report: @escaping @Sendable (ThumbnailEvent) -> Void
  ) {
    self.queue = queue
    self.searchTimeout = searchTimeout
    self.report = report
    self.remotes = remotes
    self.cache = cache
  }

  /// Makes the missing pictures of a job, until it is finished, overtaken or dropped.
  mutating func carryOut(_ job: ThumbnailQueue.Job) {
    binding.check()
    var job = job
    do throws(PlaybackError) {
      switch try makeStrip(&job) {
      case .wanted: finish(job, .finished(job.request, count: job.made))
      case .overtaken: queue.update { $0.putBack(job) }
      case .dropped: break
      }
    } catch {
      finish(job, .failed(job.request, error))
    }
  }

  private func finish(_ job: ThumbnailQueue.Job, _ news: ThumbnailEvent) {
    if queue.update({ $0.finish(job) }) { report(news) }
  }

  private mutating func makeStrip(
    _ job: inout ThumbnailQueue.Job
  ) throws(PlaybackError) -> ThumbnailQueue.Status {
    guard let place = try place(of: job) else { return .wanted }
    var source = ThumbnailSource(place, width: job.request.width, job.interrupter)
    guard let key = ThumbnailKey(of: place, for: job.request) else {
      // The demuxer reports the most specific error.
      _ = try source.content()
      throw PlaybackError(MediaError.notAFile)
    }
    let strip = try cache.strip(key)
    if job.request.isPoster { return try makePoster(&job, in: strip, &source) }
    let times = try times(of: strip, job, &source)
    while job.next < times.count {
      let status = queue.value.status(of: job)
      guard case .wanted = status else { return status }
      let index = job.next
      job.next += 1
      guard let size = try size(of: index, at: times[index], in: strip, &source) else { continue }
      job.made += 1
      report(
        Thumbnail(index: index, time: times[index], path: strip.path(of: index), size: size), job)
    }
    job.failure = job.failure ?? source.failure
    if job.made == 0, let failure = job.failure { throw failure }
    return .wanted
  }

  /// Returns nil if the item has no pictures.
  private func place(
    of job: ThumbnailQueue.Job
  ) throws(PlaybackError) -> ThumbnailSource.Location? {
    switch job.request.item.source {
    case .file(let path): return .path(path)
    case .remote(let url):
      // Only posters are downloaded, which are small.
      guard job.request.isNamed, let file = remotes.download(url, limit: Self.largestPoster) else {
        return nil
      }
      job.interrupter.watch(file)
      defer { file.interrupt() }
      return .bytes(try file.bytes(until: .now() + Self.posterTimeout))
    case .color, .card: return nil
    }
  }

  /// In bytes.
  private static let largestPoster = 16 << 20
  /// Other jobs wait in the meantime.
  private static let posterTimeout = Duration.seconds(5)

  func report(_ thumbnail: Thumbnail, _ job: ThumbnailQueue.Job) {
    if case .dropped = queue.value.status(of: job) { return }
    report(.ready(job.request, thumbnail))
  }

  /// Returns the times of a strip, from its folder if possible, without opening the source.
  private mutating func times(
    of strip: ThumbnailStrip, _ job: ThumbnailQueue.Job, _ source: inout ThumbnailSource
  ) throws(PlaybackError) -> [MediaTime] {
    if let times = strip.times { return times }
    let times = job.request.times(of: try source.content())
    cache.added(try strip.store(times), to: strip)
    return times
  }

  /// Returns the size of a picture, which is made if it is missing; nil if that fails.
  private mutating func size(
    of index: Int, at time: MediaTime, in strip: ThumbnailStrip, _ source: inout ThumbnailSource
  ) throws(PlaybackError) -> PixelSize? {
    if let size = strip.size(of: index) { return size }
    guard let picture = try source.picture(near: time) else { return nil }
    cache.added(try strip.store(picture, index), to: strip)
    return picture.layout.size
  }
}
