internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// Posters: one picture that represents an item.
extension ThumbnailWorker {
  /// The best picture so far.
  private struct Find {
    let picture: ScanoutBuffer
    let time: MediaTime
    let plainness: PicturePlainness
  }

  mutating func makePoster(
    _ order: inout ThumbnailOrders.Order, in strip: ThumbnailStrip, _ source: inout ThumbnailSource
  ) throws(PlaybackError) -> ThumbnailOrders.Standing {
    if let times = strip.times {
      guard let time = times.first else { return .wanted }
      if let size = strip.size(of: 0) {
        deliver(Thumbnail(index: 0, time: time, path: strip.path(of: 0), size: size), &order)
        return .wanted
      }
    }
    let times = order.request.times(of: try source.content())
    var best: Find?
    let standing = try look(at: times, order, &source, &best)
    guard case .wanted = standing else { return standing }
    guard let best else {
      if let failure = source.failure { throw failure }
      cache.added(try strip.store([]), to: strip)
      return .wanted
    }
    cache.added(try strip.store(best.picture, 0), to: strip)
    cache.added(try strip.store([best.time]), to: strip)
    let size = best.picture.layout.size
    deliver(Thumbnail(index: 0, time: best.time, path: strip.path(of: 0), size: size), &order)
    return .wanted
  }

  private func deliver(_ poster: Thumbnail, _ order: inout ThumbnailOrders.Order) {
    order.made = 1
    report(poster, order)
  }

  /// Stops at the first picture that is not plain, otherwise at the end; the least plain one is the
  /// best.
  private func look(
    at times: [MediaTime], _ order: ThumbnailOrders.Order, _ source: inout ThumbnailSource,
    _ best: inout Find?
  ) throws(PlaybackError) -> ThumbnailOrders.Standing {
    let deadline = HostTime.now() + patience
    for time in times where best == nil || HostTime.now() < deadline {
      let standing = orders.value.standing(of: order)
      guard case .wanted = standing else { return standing }
      guard let picture = try source.picture(near: time), picture !== best?.picture else {
        continue
      }
      let plainness = PicturePlainness(picture)
      if best.map({ plainness < $0.plainness }) ?? true {
        best = Find(picture: picture, time: time, plainness: plainness)
      }
      if !plainness.isPlain { break }
    }
    return .wanted
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
