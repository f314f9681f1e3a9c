public import Media
public import Playback
public import Timing

/// One picture that is ready to be shown. Dropping it gives its memory back.
public final class ScanoutPicture: Sendable {
  public let run: Run
  public let pts: MediaTime
  /// How long it is meant to be seen.
  public let duration: MediaTime
  public let buffer: ScanoutBuffer
  public let plan: ScanoutPlan
  private let holder: Holder

  /// What keeps the memory from being written again.
  public enum Holder: Sendable {
    /// Memory of this picture alone.
    case none
    case lease(BufferLease)
    /// The decoder's own frame, which may still be a reference of others.
    case frame(Frame)
    /// Another picture's memory.
    case picture(ScanoutPicture)
  }

  /// The same picture by another plan: for another output.
  convenience init(reflecting picture: ScanoutPicture, _ plan: ScanoutPlan) {
    self.init(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: picture.buffer,
      plan: plan, holder: .picture(picture))
  }

  /// `holder` keeps the memory of `buffer` from being written again.
  public init(
    run: Run, pts: MediaTime, duration: MediaTime, buffer: ScanoutBuffer, plan: ScanoutPlan,
    holder: Holder
  ) {
    (self.run, self.pts, self.duration) = (run, pts, duration)
    (self.buffer, self.plan, self.holder) = (buffer, plan, holder)
  }

  /// The media time after it.
  public var end: MediaTime { pts + duration }
}
