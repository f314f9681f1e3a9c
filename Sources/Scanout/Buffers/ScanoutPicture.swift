package import VitrineMedia
package import VitrinePictures
package import VitrinePlayback
package import VitrineTiming

/// A picture that is ready to be shown. Releasing it returns its memory.
package final class ScanoutPicture: Sendable {
  package let run: Run
  package let pts: MediaTime
  /// How long to show it.
  package let duration: MediaTime
  package let buffer: ScanoutBuffer
  package let plan: ScanoutPlan
  /// The decoded picture, if it will be read again and the buffer's memory is slow to read.
  let decoded: DecodedPicture?
  private let holder: Holder

  /// Retains the memory so that it is not overwritten.
  package enum Holder: Sendable {
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
  package init(
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

  /// Whether both show the same content: retained buffers are not rewritten.
  func hasSameContent(as other: ScanoutPicture) -> Bool {
    buffer === other.buffer && plan == other.plan && run == other.run && pts == other.pts
  }

  /// The media time after it.
  package var end: MediaTime { pts + duration }
}

/// A decoder's frame in ordinary memory.
package struct DecodedPicture: Sendable {
  let frame: Frame
  let description: PictureDescription

  package init(_ frame: Frame, _ description: PictureDescription) {
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
