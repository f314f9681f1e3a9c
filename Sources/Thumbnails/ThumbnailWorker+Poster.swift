internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Posters: one picture that represents an item.
extension ThumbnailWorker {
  /// The best picture so far.
  private struct Candidate {
    let picture: ScanoutBuffer
    let time: MediaTime
    let plainness: PicturePlainness
  }

  mutating func makePoster(
    _ job: inout ThumbnailQueue.Job, in strip: ThumbnailStrip, _ source: inout ThumbnailSource
  ) throws(PlaybackError) -> ThumbnailQueue.Status {
    if let times = strip.times {
      guard let time = times.first else { return .wanted }
      if let size = strip.size(of: 0) {
        deliver(Thumbnail(index: 0, time: time, path: strip.path(of: 0), size: size), &job)
        return .wanted
      }
    }
    let times = job.request.times(of: try source.content())
    var best: Candidate?
    let status = try search(times, job, &source, &best)
    guard case .wanted = status else { return status }
    guard let best else {
      if let failure = source.failure { throw failure }
      cache.added(try strip.store([]), to: strip)
      return .wanted
    }
    cache.added(try strip.store(best.picture, 0), to: strip)
    cache.added(try strip.store([best.time]), to: strip)
    let size = best.picture.layout.size
    deliver(Thumbnail(index: 0, time: best.time, path: strip.path(of: 0), size: size), &job)
    return .wanted
  }

  private func deliver(_ poster: Thumbnail, _ job: inout ThumbnailQueue.Job) {
    job.made = 1
    report(poster, job)
  }

  /// Stops at the first picture that is not plain, otherwise at the end; the least plain one is the
  /// best.
  private func search(
    _ times: [MediaTime], _ job: ThumbnailQueue.Job, _ source: inout ThumbnailSource,
    _ best: inout Candidate?
  ) throws(PlaybackError) -> ThumbnailQueue.Status {
    let deadline = HostTime.now() + timeouts.search
    for time in times where best == nil || HostTime.now() < deadline {
      let status = queue.value.status(of: job)
      guard case .wanted = status else { return status }
      guard let picture = try source.picture(near: time), picture !== best?.picture else {
        continue
      }
      let plainness = PicturePlainness(picture)
      if best.map({ plainness < $0.plainness }) ?? true {
        best = Candidate(picture: picture, time: time, plainness: plainness)
      }
      if !plainness.isPlain { break }
    }
    // The last picture may be missing because it was interrupted.
    return best == nil ? queue.value.status(of: job) : .wanted
  }
}

extension PicturePlainness {
  /// Measures an XRGB picture.
  fileprivate init(_ picture: ScanoutBuffer) {
    let (size, pitch) = (picture.layout.size, picture.layout.planes[0].pitch)
    let pixels = (0..<size.height).flatMap { row in
      (0..<size.width).map { column in
        unsafe picture.bytes.loadUnaligned(
          fromByteOffset: row * pitch + column * 4, as: UInt32.self)
      }
    }
    self.init(pixels)
  }
}
