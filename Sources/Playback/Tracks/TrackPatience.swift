public import VitrineTiming

/// How long a track is waited for that says nothing: counted in what was read of the others
/// meanwhile, since a slow source is no reason to give it up. A value.
public struct TrackPatience: Sendable {
  /// In bytes, and in media time.
  private let most: Int
  private let longest: MediaTime?
  private var read = 0
  private var first: MediaTime?
  private var last: MediaTime?

  /// `longest` is in media time; nil counts bytes alone.
  public init(bytes most: Int, longest: MediaTime? = nil) {
    (self.most, self.longest) = (most, longest)
  }

  /// For sound before a run begins: a second or more of the largest usual films.
  public static let firstSound = TrackPatience(bytes: 16 << 20)
  /// For a track that has not reached the end that is wanted, once the others have.
  public static let atEnd = TrackPatience(bytes: 16 << 20, longest: MediaTime(5, 1))
  /// For one that has not said anything at all: files may have all of a track behind another.
  public static let absent = TrackPatience(bytes: 64 << 20)

  /// So much was read of another track.
  public mutating func note(bytes: Int, at time: MediaTime?) {
    read += bytes
    guard let time else { return }
    first = min(first ?? time, time)
    last = max(last ?? time, time)
  }

  public var isOver: Bool {
    if read >= most { return true }
    guard let longest, let first, let last else { return false }
    return last - first >= longest
  }
}
