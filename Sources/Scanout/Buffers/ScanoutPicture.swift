public import VitrineMedia
public import VitrinePictures
public import VitrinePlayback
public import VitrineTiming

/// One picture that is ready to be shown. Dropping it gives its memory back.
public final class ScanoutPicture: Sendable {
  public let run: Run
  public let pts: MediaTime
  /// How long it is meant to be seen.
  public let duration: MediaTime
  public let buffer: ScanoutBuffer
  public let plan: ScanoutPlan
  /// What is in the buffer as it was decoded, where it will be read again and the buffer's memory is
  /// slow to read.
  let decoded: DecodedPicture?
  private let holder: Holder

  /// What keeps the memory from being written again.
  public enum Holder: Sendable {
    /// Memory of this picture alone.
    case none
    case lease(BufferLease)
    /// The decoder's own frame, which may still be a reference of others.
    case frame(Frame)
    /// A picture of a device, whose memory goes back to it.
    case device(any Sendable & AnyObject)
    /// Another picture's memory.
    case picture(ScanoutPicture)
  }

  /// The same picture by another plan: for another output.
  convenience init(reflecting picture: ScanoutPicture, _ plan: ScanoutPlan) {
    self.init(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: picture.buffer,
      plan: plan, holder: .picture(picture), decoded: picture.decoded)
  }

  /// `holder` keeps the memory of `buffer` from being written again.
  public init(
    run: Run, pts: MediaTime, duration: MediaTime, buffer: ScanoutBuffer, plan: ScanoutPlan,
    holder: Holder, decoded: DecodedPicture? = nil
  ) {
    (self.run, self.pts, self.duration) = (run, pts, duration)
    (self.buffer, self.plan, self.holder) = (buffer, plan, holder)
    self.decoded = decoded
  }

  /// The media time after it.
  public var end: MediaTime { pts + duration }
}

/// A decoder's frame, in ordinary memory.
public struct DecodedPicture: Sendable {
  let frame: Frame
  let description: PictureDescription

  public init(_ frame: Frame, _ description: PictureDescription) {
    (self.frame, self.description) = (frame, description)
  }

  /// Puts it where a plan has it on the screen, as SDR.
  func job(_ plan: ScanoutPlan, _ screen: BufferLayout) -> PictureConverter.Job {
    PictureConverter.Job(
      source: plan.picturePart, sourceColor: description.color,
      destination: plan.pictureDestination, layout: screen,
      rotation: plan.rotation + plan.planeRotation, tones: description.hdr)
  }
}
