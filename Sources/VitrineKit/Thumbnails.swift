internal import VitrineEngine
internal import VitrineLinux
internal import VitrineMedia
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
///
/// Items on servers need a source, as for a player:
///
/// ```swift
/// let thumbnails = Thumbnails(in: "/var/cache/museum", sources: [.streaming()])
/// ```
///
/// Only the data around each frame is downloaded. This works for files with an index, such as MP4
/// and Matroska, and for streams that are not live.
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
  private let remotes: [any RemoteAccess]
  /// Held while a reader is added or removed, so that `readers` and the thumbnailer see
  /// the same order.
  private let lock = Shared(())

  /// Creates a maker of thumbnails with a cache folder of up to 64 MiB.
  ///
  /// The folder is created when needed, and its contents survive restarts. No other program may use
  /// its subfolders with hexadecimal names.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - sources: How to open items that are not local files, see ``ItemSource``. Their connections
  ///     end with this object.
  public init(in folder: String, sources: [ItemSource] = []) {
    let readers = ThumbnailReaders()
    self.readers = readers
    // A cache that cannot be used only makes the next thumbnails slower.
    remotes = sources.map { $0.makeAccess { _ in } }
    thumbnailer = Thumbnailer(cache: folder, remotes: remotes, recording: { _ in {} }) {
      readers.handle($0)
    }
  }

  // The thumbnailer's own thread may release the last reader, and with it this object, so nothing
  // here waits.
  deinit {
    readers.end()
    thumbnailer.end()
    guard !remotes.isEmpty else { return }
    Task.detached { [remotes] in
      await onThread("thumbnails end") { for access in remotes { access.close() } }
    }
  }

  /// Returns thumbnails along the timeline of an item, as they become ready.
  ///
  /// There are fewer if the item has fewer frames or is damaged. The work ends when the reader
  /// leaves its loop. The stream retains this object.
  ///
  /// The stream throws a `PlayerError` if the item cannot be opened or decoded, or the folder
  /// cannot be written; its category is `source` if the item is on a server and there is no source
  /// for it. Requests to a server that does not respond are repeated until the reader leaves; local
  /// files come first. If the task is cancelled, the stream ends.
  ///
  /// - Parameters:
  ///   - item: A local file, or an item of one of the sources.
  ///   - count: The number of thumbnails, clamped to 1–500.
  ///   - width: The maximum width in pixels, clamped to 16–1,024.
  public func thumbnails(
    of item: Item, count: Int = 20, width: Int = 200
  ) -> AsyncThrowingStream<Thumbnail, any Error> {
    stream(ThumbnailRequest(item: item.value, count: count, width: width), of: item)
  }

  /// Returns the poster of an item: the cover of music, otherwise the first frame after a tenth of
  /// the duration that is not almost a single colour.
  ///
  /// - Throws: `PlayerError` if the item cannot be opened or decoded, or the folder cannot be
  ///   written. The category is `source` if the item is on a server and there is no source for it,
  ///   or if the task was cancelled.
  public func poster(of item: Item, width: Int = 400) async throws(PlayerError) -> Thumbnail {
    do {
      for try await picture in stream(.poster(of: item.value, width: width), of: item) {
        return picture
      }
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

  private func stream(
    _ request: ThumbnailRequest, of item: Item
  ) -> AsyncThrowingStream<Thumbnail, any Error> {
    AsyncThrowingStream { reader in
      if case .remote(let url) = request.item.source, remotes.isEmpty {
        return reader.finish(
          throwing: PlayerError(
            .source,
            "\(url): thumbnails of items on servers need a source (product VitrineStreaming)")
        )
      }
      remotes.add(fieldsOf: item)
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
