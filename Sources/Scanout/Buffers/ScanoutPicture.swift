public import VitrineMedia
public import VitrinePictures
public import VitrinePlayback
public import VitrineTiming

/// A picture that is ready to be shown. Releasing it returns its memory.
public final class ScanoutPicture: Sendable {
  public let run: Run
  public let pts: MediaTime
  /// How long to show it.
  public let duration: MediaTime
  public let buffer: ScanoutBuffer
  public let plan: ScanoutPlan
  /// The decoded picture, if it will be read again and the buffer's memory is slow to read.
  let decoded: DecodedPicture?
  private let holder: Holder

  /// Retains the memory so that it is not overwritten.
  public enum Holder: Sendable {
    /// Memory used only by this picture.
    case none
    case lease(BufferLease)
    /// The decoder's own frame, which may still be a reference for others.
    case frame(Frame)
    /// A hardware decoder's picture, whose memory returns to the device.
    case device(any Sendable & AnyObject)
    /// Another picture's memory.
    case picture(ScanoutPicture)
  }

  /// The same picture with another plan, for another output.
  convenience init(mirroring picture: ScanoutPicture, _ plan: ScanoutPlan) {
    self.init(
      run: picture.run, pts: picture.pts, duration: picture.duration, buffer: picture.buffer,
      plan: plan, holder: .picture(picture), decoded: picture.decoded)
  }

  /// `holder` retains the memory of `buffer` so that it is not overwritten.
  public init(
    run: Run, pts: MediaTime, duration: MediaTime, buffer: ScanoutBuffer, plan: ScanoutPlan,
    holder: Holder, decoded: DecodedPicture? = nil
  ) {
    self.run = run
    self.pts = pts
    self.duration = duration
    self.buffer = buffer
    self.plan = plan
    self.holder = holder
    self.decoded = decoded
  }

  /// The media time after it.
  public var end: MediaTime { pts + duration }
}

/// A decoder's frame in ordinary memory.
public struct DecodedPicture: Sendable {
  let frame: Frame
  let description: PictureDescription

  public init(_ frame: Frame, _ description: PictureDescription) {
    self.frame = frame
    self.description = description
  }

  /// The conversion of the picture to its position on the screen, as SDR.
  func job(_ plan: ScanoutPlan, _ screen: BufferLayout) -> PictureConverter.Job {
    PictureConverter.Job(
      source: plan.picturePart, sourceColor: description.color,
      destination: plan.pictureDestination, layout: screen,
      rotation: plan.rotation + plan.plane.rotation, tones: description.hdr)
  }
}
