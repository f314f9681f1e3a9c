internal import VitrineCanvas
internal import VitrineLinux
internal import VitrineMedia
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout
internal import VitrineScenes
internal import VitrineThumbnails
internal import VitrineTiming

/// The interface's small pictures: thumbnails along the current item, and posters of the gallery. A
/// background thread makes them and stores them in a folder. Bound to the thread "overlay".
final class InterfaceImages {
  private let thumbnailer: Thumbnailer
  private let looksIntoFiles: Bool
  private var listed: ListedItems
  private let width: (thumbnail: Int, poster: Int, page: Int)
  /// The thumbnails of the item that a visitor seeks in.
  private var strip: (request: ThumbnailRequest, ready: [Thumbnail], wanted: MediaTime?)?
  /// The entries that each requested poster is for, and the entries that one was requested for.
  private var posters: [ThumbnailRequest: [Int]] = [:]
  private var requested: [Int: Retry] = [:]
  /// The entry whose page a picture was requested for.
  private var page: (request: ThumbnailRequest, id: Int)?
  private var entries: [Int: CatalogueEntry]
  /// The entries whose files have been read.
  private var known: Set<Int> = []
  private let loaded = LoadedPictures()
  private let binding = ThreadBinding()

  /// Whether a missing poster is requested again.
  private enum Retry {
    case never
    case from(HostTime)

    func isDue(at now: HostTime) -> Bool {
      if case .from(let due) = self { due <= now } else { false }
    }
  }

  /// The number of thumbnails along a local item, and along one on a server.
  private static let stripCount = (local: 100, remote: 40)
  private static let pause = Duration.seconds(60)

  /// `unit` is the number of pixels per point. While `isNetworkFree` returns false, nothing is
  /// downloaded for thumbnails. `report` is called on the thumbnailer's thread.
  init(
    _ configuration: InterfaceConfiguration, unit: Double, _ openings: OpeningJournal,
    remotes: [any RemoteAccess], isNetworkFree: @escaping @Sendable () -> Bool,
    report: @escaping @Sendable (ThumbnailEvent) -> Void
  ) {
    thumbnailer = Thumbnailer(
      cache: configuration.thumbnailFolder, isReplaceable: true, remotes: remotes,
      isNetworkFree: isNetworkFree,
      recording: { location in
        let number = openings.begin(location)
        return { openings.end(number) }
      }, report: report)
    (listed, looksIntoFiles) = (configuration.listed, configuration.looksIntoFiles)
    entries = Self.table(listed.entries)
    width = (Int(176 * unit), Int(240 * unit), Int(560 * unit))
  }

  func close() { thumbnailer.close() }

  private static func table(_ entries: [CatalogueEntry]) -> [Int: CatalogueEntry] {
    entries.reduce(into: [:]) { $0[$1.id] = $1 }
  }

  /// The list's items whose files have not been read yet.
  var unknown: [(number: Int, item: Item)] {
    zip(listed.numbers, listed.all).filter { !known.contains($0.0) }.map { ($0, $1) }
  }

  /// Replaces the list. Returns its entries, with the known facts of those that stay.
  func replaceItems(_ listed: ListedItems) -> [CatalogueEntry] {
    binding.check()
    let before = entries
    self.listed = listed
    let entries = listed.entries.map { before[$0.id] ?? $0 }
    self.entries = Self.table(entries)
    known.formIntersection(listed.numbers)
    // Removed entries need no poster.
    requested = requested.filter { self.entries[$0.key] != nil }
    for (request, ids) in posters {
      posters[request] = ids.filter { self.entries[$0] != nil }
      guard posters[request]?.isEmpty ?? true else { continue }
      thumbnailer.cancel(request)
      posters[request] = nil
    }
    return entries
  }

  func picture(_ id: PictureID) -> PaintedPicture? {
    binding.check()
    if let pixels = id.pixels { return PaintedPicture(pixels) }
    // The name is the file's path.
    return loaded.picture(id) { PaintedPicture(pngFile: id.name) }
  }

  /// Starts another picture of the interface.
  func beginPicture() {
    binding.check()
    loaded.beginPicture()
  }

  // Thumbnails

  /// Discards the thumbnails if the item changed.
  func setItem(_ item: Item?) {
    binding.check()
    // Another title changes no picture.
    guard let strip, item?.hasSameContent(as: strip.request.item) != true else { return }
    thumbnailer.cancel(strip.request)
    self.strip = nil
  }

  func requestThumbnail(at time: MediaTime, of item: Item?, interface: inout Interface) {
    binding.check()
    guard looksIntoFiles, let item else { return }
    beginStrip(of: item)
    strip?.wanted = time
    showNearest(&interface)
  }

  /// Requests thumbnails of an item on a server before a visitor needs them, because they take a
  /// while.
  func prepareThumbnails(of item: Item?) {
    binding.check()
    guard looksIntoFiles, let item, case .remote = item.source else { return }
    beginStrip(of: item)
  }

  private func beginStrip(of item: Item) {
    guard strip == nil else { return }
    let isRemote = if case .remote = item.source { true } else { false }
    var request = ThumbnailRequest(
      item: item, count: isRemote ? Self.stripCount.remote : Self.stripCount.local,
      width: width.thumbnail)
    request.isCoarseFirst = isRemote
    strip = (request, [], nil)
    thumbnailer.enqueue(request)
  }

  private func showNearest(_ interface: inout Interface) {
    guard let time = strip?.wanted, let ready = strip?.ready else { return }
    let nearest = ready.min { a, b in
      abs((a.time - time).seconds) < abs((b.time - time).seconds)
    }
    guard let nearest else { return }
    interface.receiveThumbnail(PictureID(nearest.path), of: nearest.time)
  }

  // Posters

  /// Requests posters for visible entries, the nearest first.
  func requestPosters(of ids: [Int], at now: HostTime) {
    binding.check()
    guard looksIntoFiles else { return }
    let requests = ids.compactMap { id -> ThumbnailRequest? in
      guard let item = listed[id], entries[id]?.poster == nil else { return nil }
      guard requested[id]?.isDue(at: now) ?? true else { return nil }
      requested[id] = .never
      return request(for: item).map { register($0, for: id) }
    }
    if !requests.isEmpty { thumbnailer.enqueue(requests) }
  }

  /// Requests a larger poster for the page of an entry; nil if no page is open.
  func requestPagePicture(of id: Int?) {
    binding.check()
    guard page?.id != id else { return }
    if let page { thumbnailer.cancel(page.request) }
    page = nil
    guard looksIntoFiles, let id, let item = listed[id],
      let request = request(for: item, width: width.page)
    else { return }
    page = (request, id)
    thumbnailer.enqueue(request)
  }

  private func request(for item: Item, width: Int? = nil) -> ThumbnailRequest? {
    let width = width ?? self.width.poster
    return item.poster.map { .poster(named: $0, width: width) }
      ?? requestFromVideo(for: item, width: width)
  }

  /// Videos on servers have no posters: there may be hundreds of them.
  private func requestFromVideo(for item: Item, width: Int? = nil) -> ThumbnailRequest? {
    if case .remote = item.source { return nil }
    return .poster(of: item, width: width ?? self.width.poster)
  }

  private func register(_ request: ThumbnailRequest, for id: Int) -> ThumbnailRequest {
    posters[request, default: []].append(id)
    return request
  }

  func receive(_ event: ThumbnailEvent, interface: inout Interface) {
    binding.check()
    switch event {
    case .ready(let request, let thumbnail):
      if request == strip?.request {
        strip?.ready.append(thumbnail)
        showNearest(&interface)
      }
      let poster = PictureID(thumbnail.path)
      if let page, page.request == request { interface.receivePagePicture(poster, of: page.id) }
      for id in posters.removeValue(forKey: request) ?? [] { show(poster, for: id, &interface) }
    // A missing picture is not worth a warning: the list and the slider still work. Local files are
    // not requested again.
    case .finished(let request, _), .failed(let request, _):
      for id in posters.removeValue(forKey: request) ?? [] {
        requestReplacement(than: request, for: id)
      }
    case .elsewhere: break
    }
  }

  private func show(_ poster: PictureID, for id: Int, _ interface: inout Interface) {
    guard var entry = entries[id] else { return }
    entry.poster = poster
    entries[id] = entry
    interface.update(entry)
  }

  /// Takes the poster from the video if the poster that the list names is missing.
  private func requestReplacement(than request: ThumbnailRequest, for id: Int) {
    guard let item = listed[id], item.poster != nil, request.isNamed else { return }
    // A server may be available later.
    if case .remote = item.poster { requested[id] = .from(.now() + Self.pause) }
    if let replacement = requestFromVideo(for: item) {
      thumbnailer.enqueue(register(replacement, for: id))
    }
  }

  /// Stores facts from an item's file. The list's own values take precedence.
  func receive(_ facts: ListScan.Metadata, of id: Int, interface: inout Interface) {
    binding.check()
    guard var entry = entries[id], let item = listed[id] else { return }
    known.insert(id)
    if item.title == nil, let title = facts.title { entry.title = title }
    entry.subtitle = item.subtitle ?? facts.artist
    if item.categories.isEmpty { entry.categories = facts.genre.map { [$0] } ?? [] }
    entry.duration = item.length(ofFile: facts.duration)
    (entry.year, entry.languages) = (facts.year, facts.languages)
    entries[id] = entry
    interface.update(entry)
  }
}

/// A cache of the pictures that the interface drew recently. Used by one thread.
///
/// It holds a screen of posters and their neighbours. It never evicts pictures that the current
/// drawing needs, whatever their size: otherwise each part of the drawing would read them again.
final class LoadedPictures {
  private struct Loaded {
    let picture: PaintedPicture
    /// The latest picture of the interface that used it.
    var used: Int
  }

  private var loaded: [PictureID: Loaded] = [:]
  private var pixels = 0
  private var number = 0

  private static let most = 64
  /// Two 4K screens, or 64 posters of 640 by 360: 66 MB.
  private static let mostPixels = 16_588_800

  /// Starts another picture of the interface.
  func beginPicture() { number += 1 }

  /// Returns nil if `read` does.
  func picture(_ id: PictureID, read: () -> PaintedPicture?) -> PaintedPicture? {
    if let known = loaded[id]?.picture {
      loaded[id]?.used = number
      return known
    }
    guard let picture = read() else { return nil }
    loaded[id] = Loaded(picture: picture, used: number)
    pixels += picture.pixels
    while loaded.count > Self.most || pixels > Self.mostPixels, let oldest { forget(oldest) }
    return picture
  }

  /// The least recently used picture that the current drawing has not needed.
  private var oldest: PictureID? {
    loaded.filter { $0.value.used < number }.min { $0.value.used < $1.value.used }?.key
  }

  private func forget(_ id: PictureID) {
    pixels -= loaded.removeValue(forKey: id)?.picture.pixels ?? 0
  }
}

extension PaintedPicture {
  fileprivate var pixels: Int { size.width * size.height }
}
