internal import VitrineEngine
internal import VitrineLinux
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineThumbnails
internal import VitrineTiming

/// Small pictures along films, made by a thread of the lowest priority and kept in a folder. Thread-safe.
public final class Thumbnails: Sendable {
  /// One small picture, a PNG file.
  public struct Thumbnail: Hashable, Sendable {
    /// The moment that it stands for, counted from the item's beginning.
    public let position: Duration
    /// The file may be gone once others are made.
    public let path: String
    /// In pixels.
    public let width, height: Int
  }

  private let news: ThumbnailDesk
  private let thumbnailer: Thumbnailer
  /// Held while the desk and the thumbnailer are told of the same, so that none overtakes another.
  private let door = Shared(())

  /// `folder` is made when it is needed, and pictures stay in it from one start to the next; no other program uses
  /// its subfolders with hexadecimal names. What is in it takes up to 64 MiB.
  public init(in folder: String) {
    let news = ThumbnailDesk()
    self.news = news
    thumbnailer = Thumbnailer(cache: folder) { news.take($0) }
  }

  // It may be the thumbnailer's own thread that drops the last reader, and with it this: nothing is waited for.
  deinit {
    news.end()
    thumbnailer.end()
  }

  /// `count` pictures along an item, each `width` pixels wide at the most, as they become ready. One that ends
  /// its loop earlier ends the work. Fewer come where the item has fewer, or is damaged in places. While it is
  /// read the stream keeps what makes it.
  ///
  /// The stream throws a `PlayerError` where the item cannot be opened, nothing of it decoded, or nothing written to
  /// the folder; of the category `source` where it does not lie on this machine. Where its task is cancelled it ends.
  public func thumbnails(
    of item: Item, count: Int = 20, width: Int = 200
  ) -> AsyncThrowingStream<Thumbnail, any Error> {
    want(ThumbnailRequest(item: item.value, count: count, width: width))
  }

  /// The one picture that tells what an item is: its cover, else the first that is not nearly of one colour.
  ///
  /// - Throws: `PlayerError` where the item cannot be opened, nothing of it decoded, or nothing written to the
  ///   folder; of the category `source` where it does not lie on this machine, or the task was cancelled.
  public func poster(of item: Item, width: Int = 400) async throws(PlayerError) -> Thumbnail {
    do {
      for try await picture in want(.poster(of: item.value, width: width)) { return picture }
    } catch let error as PlayerError {
      throw error
    } catch {
      throw PlayerError(.decode, "\(error)")
    }
    if Task.isCancelled {
      throw PlayerError(.source, "\(item): the task that awaited its picture was cancelled")
    }
    throw PlayerError(.decode, "\(item): there is no picture in it")
  }

  private func want(_ request: ThumbnailRequest) -> AsyncThrowingStream<Thumbnail, any Error> {
    AsyncThrowingStream { reader in
      if case .remote(let url) = request.item.source {
        return reader.finish(
          throwing: PlayerError(
            .source,
            "\(url): small pictures are made of files of this machine; it has to be fetched before")
        )
      }
      door.update { _ in
        let (seat, order) = news.add(reader, for: request)
        reader.onTermination = { [self] in leave(seat, request, $0) }
        if let order { thumbnailer.want(order) }
      }
    }
  }

  private func leave(
    _ seat: Int, _ request: ThumbnailRequest,
    _ termination: AsyncThrowingStream<Thumbnail, any Error>.Continuation.Termination
  ) {
    // What has ended has nothing left to cancel.
    guard case .cancelled = termination else { return }
    door.update { _ in
      if let order = news.remove(seat, of: request) { thumbnailer.cancel(order) }
    }
  }
}

extension Thumbnails.Thumbnail {
  init(_ thumbnail: Thumbnail) {
    (position, path) = (thumbnail.time.duration, thumbnail.path)
    (width, height) = (thumbnail.size.width, thumbnail.size.height)
  }
}
