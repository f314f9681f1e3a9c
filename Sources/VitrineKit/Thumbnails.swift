internal import VitrineEngine
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineThumbnails
internal import VitrineTiming

/// A maker of thumbnails and posters of films, cached in a folder. It uses one thread of the lowest
/// priority. Thread-safe.
///
/// ```swift
/// let thumbnails = Thumbnails(in: "/var/cache/museum")
/// let poster = try await thumbnails.poster(of: Item(path: "port.mkv"))
/// for try await thumbnail in thumbnails.thumbnails(of: Item(path: "port.mkv")) {
///   print(thumbnail.position, thumbnail.path)
/// }
/// ```
public final class Thumbnails: Sendable {
  /// A thumbnail: a PNG file.
  public struct Thumbnail: Hashable, Sendable {
    /// The position that it stands for, from the beginning of the file.
    public let position: Duration
    /// The path of the PNG file, which may be evicted when other thumbnails are made.
    public let path: String
    /// The size in pixels.
    public let width, height: Int
  }

  private let readers: ThumbnailReaders
  private let thumbnailer: Thumbnailer
  /// Held while a reader is added or removed, so that `readers` and the thumbnailer see
  /// the same order.
  private let lock = Shared(())

  /// Creates a maker of thumbnails with a cache folder of up to 64 MiB.
  ///
  /// The folder is created when needed, and its contents survive restarts. No other program may use
  /// its subfolders with hexadecimal names.
  public init(in folder: String) {
    let readers = ThumbnailReaders()
    self.readers = readers
    thumbnailer = Thumbnailer(cache: folder) { readers.handle($0) }
  }

  // The thumbnailer's own thread may release the last reader, and with it this object, so nothing
  // here waits.
  deinit {
    readers.end()
    thumbnailer.end()
  }

  /// Returns thumbnails along the timeline of an item, as they become ready.
  ///
  /// There are fewer if the item has fewer frames or is damaged. The work ends when the reader
  /// leaves its loop. The stream retains this object.
  ///
  /// The stream throws a `PlayerError` if the item cannot be opened or decoded, or the folder
  /// cannot be written; its category is `source` if the item is not a local file. If the task is
  /// cancelled, the stream ends.
  ///
  /// - Parameters:
  ///   - item: A local file.
  ///   - count: The number of thumbnails, clamped to 1–500.
  ///   - width: The maximum width in pixels, clamped to 16–1,024.
  public func thumbnails(
    of item: Item, count: Int = 20, width: Int = 200
  ) -> AsyncThrowingStream<Thumbnail, any Error> {
    stream(ThumbnailRequest(item: item.value, count: count, width: width))
  }

  /// Returns the poster of an item: the cover of music, otherwise the first frame after a tenth of
  /// the duration that is not almost a single colour.
  ///
  /// - Throws: `PlayerError` if the item cannot be opened or decoded, or the folder cannot be
  ///   written. The category is `source` if the item is not a local file, or if the task was
  ///   cancelled.
  public func poster(of item: Item, width: Int = 400) async throws(PlayerError) -> Thumbnail {
    do {
      for try await picture in stream(.poster(of: item.value, width: width)) { return picture }
    } catch let error as PlayerError {
      throw error
    } catch {
      throw PlayerError(.decode, "\(error)")
    }
    if Task.isCancelled {
      throw PlayerError(.source, "\(item): the task was cancelled")
    }
    throw PlayerError(.decode, "\(item): no video stream or image found")
  }

  private func stream(_ request: ThumbnailRequest) -> AsyncThrowingStream<Thumbnail, any Error> {
    AsyncThrowingStream { reader in
      if case .remote(let url) = request.item.source {
        return reader.finish(
          throwing: PlayerError(
            .source,
            "\(url): thumbnails need a local file; download it first")
        )
      }
      lock.update { _ in
        let (id, start) = readers.add(reader, for: request)
        reader.onTermination = { [self] in leave(id, request, $0) }
        if let start { thumbnailer.enqueue(start) }
      }
    }
  }

  private func leave(
    _ id: Int, _ request: ThumbnailRequest,
    _ termination: AsyncThrowingStream<Thumbnail, any Error>.Continuation.Termination
  ) {
    // A stream that has ended has nothing to cancel.
    guard case .cancelled = termination else { return }
    lock.update { _ in
      if let ended = readers.remove(id, of: request) { thumbnailer.cancel(ended) }
    }
  }
}

extension Thumbnails.Thumbnail {
  init(_ thumbnail: Thumbnail) {
    (position, path) = (thumbnail.time.duration, thumbnail.path)
    (width, height) = (thumbnail.size.width, thumbnail.size.height)
  }
}
