internal import VitrinePlayback
internal import VitrineTiming

/// A chapter of an item; see ``PlayerStatus/chapters``.
public struct Chapter: Hashable, Sendable, Identifiable {
  /// The number of the chapter in its item, from 1.
  public let number: Int
  /// The title in the file; nil if there is none.
  public let title: String?
  /// The position at which it starts, from the beginning of the file.
  public let start: Duration
  /// The position at which it ends: the start of the next chapter or, for the last one, the duration
  /// of the file. Nil if that is unknown.
  public let end: Duration?

  /// The number.
  public var id: Int { number }

  init(_ index: Int, of status: PlaybackStatus) {
    number = index + 1
    title = status.chapters[index].title
    start = status.chapters[index].start.duration
    end = status.end(ofChapter: index)?.duration
  }
}
