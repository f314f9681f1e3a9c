internal import VitrineLinux
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineStreaming
internal import VitrineTiming

/// The executor of orders, one picture after the other. Thread-bound.
struct ThumbnailWorker: ~Copyable {
  // These are used in ThumbnailWorker+Poster.swift.
  let orders: Shared<ThumbnailOrders>
  var cache: ThumbnailCache
  /// How long to look for a better poster than the first picture.
  let patience: Duration
  private let remotes: RemoteSources?
  private let report: @Sendable (ThumbnailNews) -> Void
  private let binding = ThreadBinding()

  init(
    orders: Shared<ThumbnailOrders>, cache: consuming ThumbnailCache, patience: Duration,
    remotes: RemoteSources?, report: @escaping @Sendable (ThumbnailNews) -> Void
  ) {
    self.orders = orders
    self.patience = patience
    self.report = report
    self.remotes = remotes
    self.cache = cache
  }

  /// Makes the missing pictures of an order, until it is finished, overtaken or dropped.
  mutating func carryOut(_ order: ThumbnailOrders.Order) {
    binding.check()
    var order = order
    do throws(PlaybackError) {
      switch try makeStrip(&order) {
      case .wanted: finish(order, .finished(order.request, count: order.made))
      case .overtaken: orders.update { $0.putBack(order) }
      case .dropped: break
      }
    } catch {
      finish(order, .failed(order.request, error))
    }
  }

  private func finish(_ order: ThumbnailOrders.Order, _ news: ThumbnailNews) {
    if orders.update({ $0.finish(order) }) { report(news) }
  }

  private mutating func makeStrip(
    _ order: inout ThumbnailOrders.Order
  ) throws(PlaybackError) -> ThumbnailOrders.Standing {
    guard let place = try place(of: order) else { return .wanted }
    var source = ThumbnailSource(place, width: order.request.width, order.interrupter)
    guard let key = ThumbnailKey(of: place, for: order.request) else {
      // The demuxer reports the most specific error.
      _ = try source.content()
      throw PlaybackError(MediaError.notAFile)
    }
    let strip = try cache.strip(key)
    if order.request.isPoster { return try makePoster(&order, in: strip, &source) }
    let times = try times(of: strip, order, &source)
    while order.next < times.count {
      let standing = orders.value.standing(of: order)
      guard case .wanted = standing else { return standing }
      let index = order.next
      order.next += 1
      guard let size = try size(of: index, at: times[index], in: strip, &source) else { continue }
      order.made += 1
      report(
        Thumbnail(index: index, time: times[index], path: strip.path(of: index), size: size), order)
    }
    order.failure = order.failure ?? source.failure
    if order.made == 0, let failure = order.failure { throw failure }
    return .wanted
  }

  /// Returns nil if the item has no pictures.
  private func place(
    of order: ThumbnailOrders.Order
  ) throws(PlaybackError) -> ThumbnailSource.Place? {
    switch order.request.item.source {
    case .file(let path): return .path(path)
    case .remote(let url):
      // Only posters are downloaded, which are small.
      guard order.request.isNamed, let remotes else { return nil }
      let file = FetchedFile(url, most: Self.largestPoster, over: remotes)
      order.interrupter.watch(file)
      defer { file.interrupt() }
      do throws(NetworkError) {
        return .bytes(try file.bytes(until: .now() + Self.posterPatience))
      } catch {
        throw PlaybackError(.source, "\(url): \(error)", exitStatus: .unavailable)
      }
    case .color, .card: return nil
    }
  }

  /// In bytes.
  private static let largestPoster = 16 << 20
  /// Other orders wait in the meantime.
  private static let posterPatience = Duration.seconds(5)

  func report(_ thumbnail: Thumbnail, _ order: ThumbnailOrders.Order) {
    if case .dropped = orders.value.standing(of: order) { return }
    report(.ready(order.request, thumbnail))
  }

  /// Returns the times of a strip, from its folder if possible, without opening the source.
  private mutating func times(
    of strip: ThumbnailStrip, _ order: ThumbnailOrders.Order, _ source: inout ThumbnailSource
  ) throws(PlaybackError) -> [MediaTime] {
    if let times = strip.times { return times }
    let times = order.request.times(of: try source.content())
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
