internal import Canvas
internal import Linux
internal import Overlay
internal import Playback
internal import Playlists
internal import Timing

/// The small pictures of the interface: thumbnails along the present item, posters of the list.
/// They are made by a thread of the lowest priority and kept in a folder. Bound to the thread
/// "overlay".
final class InterfaceImages {
  private let thumbnailer: Thumbnailer
  private let listed: [Item]
  private let width: (thumbnail: Int, poster: Int)
  /// Of the item that a finger looks for a place in.
  private var strip: (request: ThumbnailRequest, ready: [Thumbnail])?
  private var wantedTime: MediaTime?
  private var posters: [ThumbnailRequest: Int] = [:]
  private var entries: [Int: CatalogueEntry]
  private var loaded: [PictureID: PaintedPicture] = [:]
  private var order: [PictureID] = []

  /// Along an item.
  private static let stripCount = 100
  /// Kept in memory: a screen of posters and what lies around it.
  private static let limit = 64

  /// `unit` is how many pixels a point has. `report` is called on the thumbnailer's thread.
  init(
    _ configuration: InterfaceConfiguration, unit: Double,
    report: @escaping @Sendable (ThumbnailNews) -> Void
  ) {
    thumbnailer = Thumbnailer(cache: configuration.thumbnailFolder, report: report)
    listed = configuration.listed
    entries = configuration.options.entries.reduce(into: [:]) { $0[$1.id] = $1 }
    width = (Int(176 * unit), Int(240 * unit))
  }

  func close() { thumbnailer.close() }

  func picture(_ id: PictureID) -> PaintedPicture? {
    if let known = loaded[id] { return known }
    // The name is the file's path.
    guard let picture = PaintedPicture(pngFile: id.name) else { return nil }
    loaded[id] = picture
    order.append(id)
    if order.count > Self.limit { loaded[order.removeFirst()] = nil }
    return picture
  }

  // Thumbnails.

  /// Another item has other pictures.
  func note(_ item: Item?) {
    guard let strip, strip.request.item != item else { return }
    thumbnailer.cancel(strip.request)
    self.strip = nil
    wantedTime = nil
  }

  func wantThumbnail(at time: MediaTime, of item: Item?, interface: inout Interface) {
    guard let item else { return }
    wantedTime = time
    if strip == nil {
      let request = ThumbnailRequest(
        item: item, count: Self.stripCount, width: width.thumbnail)
      strip = (request, [])
      thumbnailer.want(request)
    }
    showNearest(&interface)
  }

  private func showNearest(_ interface: inout Interface) {
    guard let time = wantedTime, let ready = strip?.ready else { return }
    let nearest = ready.min { a, b in
      abs((a.time - time).seconds) < abs((b.time - time).seconds)
    }
    guard let nearest else { return }
    interface.receiveThumbnail(PictureID(nearest.path), of: nearest.time)
  }

  // Posters.

  func wantPoster(of id: Int) {
    guard listed.indices.contains(id), !posters.values.contains(id), entries[id]?.poster == nil
    else { return }
    let source = listed[id].poster.map { Item(path: $0) } ?? listed[id]
    let request = ThumbnailRequest(item: source, count: 1, width: width.poster)
    posters[request] = id
    thumbnailer.want(request)
  }

  func receive(_ news: ThumbnailNews, interface: inout Interface) {
    switch news {
    case .ready(let request, let thumbnail):
      if request == strip?.request {
        strip?.ready.append(thumbnail)
        showNearest(&interface)
      }
      guard let id = posters[request], var entry = entries[id] else { return }
      entry.poster = PictureID(thumbnail.path)
      entries[id] = entry
      interface.update(entry)
    // A picture that cannot be had is no reason to complain: the list and the slider work. Its
    // request stays among those that were made, and is not made again.
    case .finished, .failed: break
    }
  }

  /// What a file of the list says of itself. What the list says comes first.
  func receive(_ facts: ListScan.Facts, of id: Int, interface: inout Interface) {
    guard var entry = entries[id] else { return }
    let item = listed[id]
    if item.title == nil, let title = facts.title { entry.title = title }
    entry.subtitle = item.subtitle ?? facts.artist
    if item.categories.isEmpty { entry.categories = facts.genre.map { [$0] } ?? [] }
    entry.duration = item.length(ofFile: facts.duration)
    entries[id] = entry
    interface.update(entry)
  }
}
