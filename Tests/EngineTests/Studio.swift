import Foundation
import Testing
import VitrineFakes
import VitrineLinux
import VitrineMedia
import VitrinePictures
import VitrinePlayback
import VitrinePlaylists
import VitrineTiming

@testable import VitrineEngine
@testable import VitrineScanout
@testable import VitrineThumbnails

/// A folder with films and a cache, which is deleted with its owner.
final class Studio: Sendable {
  let folder: Folder
  let cache: Folder

  struct Strip: Equatable {
    var thumbnails: [Thumbnail] = []
    var finished: [Int] = []
    var failures: [PlaybackError] = []
    /// Used instead of the cache.
    var folder: String?
  }

  init() throws {
    let name = "vitrine-thumbnails-\(UUID().uuidString)"
    folder = Folder(FileManager.default.temporaryDirectory.appending(path: name).path)
    cache = folder.folder("cache")
    try folder.make()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder.path) }

  /// Ten seconds from blue to red, with a key frame every half second.
  func film(
    _ name: String = "film.mp4", _ codec: [String] = ["-c:v", "libx264", "-bf", "2", "-g", "5"]
  ) throws -> String {
    let picture = "nullsrc=s=320x180:r=10:d=10,geq=r='25.5*T':g=0:b='255-25.5*T'"
    return try make(
      name,
      ["-f", "lavfi", "-i", picture, "-f", "lavfi", "-i", "sine=d=10", "-pix_fmt", "yuv420p"]
        + codec)
  }

  func make(_ name: String, _ arguments: [String]) throws -> String {
    try GeneratedMedia.write(folder.path(of: name), arguments)
  }

  /// All reports until every request has ended; `react` receives each first, on the thumbnailer's
  /// thread.
  func news(
    of requests: [ThumbnailRequest], limit: Int = Thumbnailer.standardLimit,
    in cache: Folder? = nil, remotes: [any RemoteAccess] = [],
    _ react: @escaping @Sendable (Thumbnailer, ThumbnailEvent) -> Void = { _, _ in }
  ) throws -> [ThumbnailEvent] {
    let heard = BoundedQueue<ThumbnailEvent>(limit: .max)
    let itself = Shared<Thumbnailer?>(nil)
    // However slow the machine is, the search for a poster completes.
    let thumbnailer = Thumbnailer(
      cache: (cache ?? self.cache).path, limit: limit,
      timeouts: .init(search: .seconds(100), server: .seconds(100)),
      remotes: remotes, recording: { _ in {} }
    ) { news in
      if let thumbnailer = itself.value { react(thumbnailer, news) }
      heard.force(news)
    }
    itself.update { $0 = thumbnailer }
    requests.forEach(thumbnailer.enqueue)
    var all: [ThumbnailEvent] = []
    while let news = heard.pop() {
      all.append(news)
      if !Self.isEnd(news) { continue }
      if thumbnailer.isIdle { break }
    }
    thumbnailer.close()
    itself.update { $0 = nil }
    while let rest = heard.tryPop() { all.append(rest) }
    return all
  }

  func makeStrip(
    _ request: ThumbnailRequest, limit: Int = Thumbnailer.standardLimit, in cache: Folder? = nil,
    remotes: [any RemoteAccess] = []
  ) throws -> Strip {
    var strip = Strip()
    for news in try news(of: [request], limit: limit, in: cache, remotes: remotes) {
      switch news {
      case .ready(_, let thumbnail): strip.thumbnails.append(thumbnail)
      case .finished(_, let count): strip.finished.append(count)
      case .failed(_, let error): strip.failures.append(error)
      case .elsewhere(let folder, _): strip.folder = folder
      }
    }
    return strip
  }

  private static func isEnd(_ news: ThumbnailEvent) -> Bool {
    switch news {
    case .ready, .elsewhere: false
    case .finished, .failed: true
    }
  }

  static func name(_ news: ThumbnailEvent) -> String {
    switch news {
    case .ready(let request, let thumbnail): "\(request.count): \(thumbnail.index)"
    case .finished(let request, let count): "\(request.count): finished \(count)"
    case .failed(let request, let error): "\(request.count): \(error)"
    case .elsewhere(let folder, _): folder
    }
  }

  /// The colour in the middle of a PNG file.
  static func middle(of path: String) throws -> Color { try color(of: path, at: 0.5) }

  /// In the middle of the width, at this height.
  static func color(of path: String, at height: Double) throws -> Color {
    var reader = try StillReader(path: path, interrupter: .init())
    let frame = try #require(try reader.picture(near: .zero))
    let layout = try #require(
      BufferLayout(format: .xrgb8888, size: frame.size, pitch: frame.size.width * 4 + 64))
    let buffer = try ScanoutBuffer(plain: layout)
    var converter = PictureConverter()
    try converter.convert(
      frame,
      .init(
        source: PixelRect(frame.size),
        sourceColor: frame.description.color,
        destination: PixelRect(frame.size), layout: layout),
      into: buffer.bytes)
    let row = Int(Double(frame.size.height) * height)
    let start = row * layout.planes[0].pitch + frame.size.width / 2 * 4
    return Color(red: Int(buffer.bytes[start + 2]), blue: Int(buffer.bytes[start]))
  }

  struct Color: Equatable {
    let red, blue: Int
  }
}
