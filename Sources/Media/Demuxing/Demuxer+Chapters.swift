import CVitrineFFmpeg
import VitrinePlayback
import VitrineTiming

extension Demuxer {
  /// A file may have as many as it likes, and clients are told all of these.
  private static let mostChapters = 1000

  /// As the container tells; `start` is the time of its earliest packet.
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
