import CVitrineFFmpeg
import VitrinePlayback
import VitrineTiming

extension Demuxer {
  /// Limits the number of chapters in a file, because clients receive all of them.
  private static let mostChapters = 1000

  /// Returns the container's chapters; `start` is the time of its earliest packet.
  ///
  /// The corresponding C type is `AVChapter`.
  static func chapters(
    of context: UnsafeMutablePointer<AVFormatContext>, from start: MediaTime
  ) -> [Chapter] {
    let count = min(Int(unsafe context.pointee.nb_chapters), mostChapters)
    let all = (0..<count).compactMap { index -> Chapter? in
      guard let chapter = unsafe context.pointee.chapters[index] else { return nil }
      let time = unsafe ContainerValues.time(chapter.pointee.start, chapter.pointee.time_base)
      return time.map { time in
        Chapter(
          title: unsafe metadataText("title", in: chapter.pointee.metadata),
          start: max(time - start, .zero))
      }
    }
    return all.sorted { $0.start < $1.start }
  }
}
