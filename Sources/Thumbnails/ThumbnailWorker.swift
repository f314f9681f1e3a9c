internal import VitrineAddresses
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
  let timeouts: Thumbnailer.Timeouts
  private let remotes: [any RemoteAccess]
  private let isNetworkFree: @Sendable () -> Bool
  /// Receives an element with each request, and is closed at the end.
  private let bell: BoundedQueue<Void>
  private let recording: Thumbnailer.Recording
  /// Ends the record of the open location; nil while none is recorded.
  private var endRecord: (@Sendable () -> Void)?
  private let report: @Sendable (ThumbnailEvent) -> Void
  private let binding = ThreadBinding()

  init(
    queue: Shared<ThumbnailQueue>, bell: BoundedQueue<Void>, cache: consuming ThumbnailCache,
    timeouts: Thumbnailer.Timeouts, remotes: [any RemoteAccess],
    isNetworkFree: @escaping @Sendable () -> Bool, recording: @escaping Thumbnailer.Recording,
    report: @escaping @Sendable (ThumbnailEvent) -> Void
  ) {
    (self.queue, self.bell, self.isNetworkFree) = (queue, bell, isNetworkFree)
    self.timeouts = timeouts
    self.recording = recording
    self.report = report
    self.remotes = remotes
    self.cache = cache
  }

  /// Makes the missing pictures of a job, until it is finished, overtaken or dropped.
  mutating func carryOut(_ job: ThumbnailQueue.Job) {
    binding.check()
    record(job)
    defer { endRecord.take()?() }
    var job = job
    var result: ThumbnailEvent?
    var status: ThumbnailQueue.Status
    do throws(PlaybackError) {
      status = try makeStrip(&job)
    } catch {
      result = .failed(job.request, error)
      // It may have failed because it was interrupted.
      status = job.request.isRemote ? queue.value.status(of: job) : .wanted
    }
    let ended = job
    switch status {
    case .wanted: finish(ended, result ?? .finished(ended.request, count: ended.made))
    case .overtaken: queue.update { $0.putBack(ended) }
    case .late:
      if !queue.update({ $0.putBehind(ended) }) {
        let cause = MediaError.unavailable("the server is too slow for thumbnails")
        finish(ended, .failed(ended.request, PlaybackError(cause)))
      }
    case .dropped: break
    }
  }

  private func finish(_ job: ThumbnailQueue.Job, _ news: ThumbnailEvent) {
    if queue.update({ $0.finish(job) }) { report(news) }
  }

  private mutating func makeStrip(
    _ job: inout ThumbnailQueue.Job
  ) throws(PlaybackError) -> ThumbnailQueue.Status {
    let status = awaitNetwork(job)
    guard case .wanted = status, let place = try place(of: job) else { return status }
    var source = ThumbnailSource(
      place, width: job.request.width, job.interrupter, serverLimit(of: job))
    guard let key = try source.key(for: job.request) else {
      // The demuxer reports the most specific error.
      _ = try source.content()
      throw PlaybackError(MediaError.notAFile)
    }
    let strip = try cache.strip(key)
    if job.request.isPoster { return try makePoster(&job, in: strip, &source) }
    let times = try times(of: strip, job, &source)
    let order = job.request.order(of: times.count)
    while job.next < order.count {
      let index = order[job.next]
      let status = strip.size(of: index) == nil ? awaitNetwork(job) : queue.value.status(of: job)
      guard case .wanted = status else { return status }
      guard let size = try size(of: index, at: times[index], in: strip, &source) else {
        // A picture that was interrupted is made later, unless it took too long.
        let status = queue.value.status(of: job)
        if case .late = status { job.next += 1 }
        guard case .wanted = status else { return status }
        job.next += 1
        continue
      }
      job.next += 1
      job.made += 1
      report(
        Thumbnail(index: index, time: times[index], path: strip.path(of: index), size: size), job)
    }
    job.failure = job.failure ?? source.failure
    if job.made == 0, let failure = job.failure { throw failure }
    return .wanted
  }

  /// How often to check whether the network is free.
  private static let networkPoll = Duration.milliseconds(200)

  private mutating func record(_ job: ThumbnailQueue.Job) {
    if endRecord == nil { endRecord = recording(job.request.item.location) }
  }

  /// Waits while playback needs the network that the job needs. Returns whether to continue.
  private mutating func awaitNetwork(_ job: ThumbnailQueue.Job) -> ThumbnailQueue.Status {
    while true {
      let status = queue.value.status(of: job)
      guard case .wanted = status, job.request.isRemote, !isNetworkFree() else {
        record(job)
        return status
      }
      // Waiting crashes nothing.
      endRecord.take()?()
      _ = bell.pop(until: .now() + Self.networkPoll)
    }
  }

  /// Without a thread for it there is no limit, but the pictures can be made.
  private func serverLimit(of job: ThumbnailQueue.Job) -> ServerLimit? {
    guard job.request.isRemote else { return nil }
    let queue = queue
    return try? ServerLimit(timeouts.server) { queue.update { $0.expire(job) } }
  }

  /// Returns nil if the item has no pictures.
  private func place(
    of job: ThumbnailQueue.Job
  ) throws(PlaybackError) -> ThumbnailSource.Location? {
    switch job.request.item.source {
    case .file(let path): return .path(path)
    case .remote(let url) where !job.request.isNamed:
      return url.isWeb && !remotes.isEmpty ? .remote(url, remotes) : nil
    case .remote(let url):
      // A poster is small.
      guard let file = remotes.download(url, limit: Self.largestPoster) else { return nil }
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
