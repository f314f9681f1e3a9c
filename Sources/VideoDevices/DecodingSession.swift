public import VitrineLinux
public import VitrinePictures
public import VitrineTiming

/// One stream on one decoder that is no part of this program: packets in, pictures out. Bound to the
/// thread that decodes, but for `wakeup`.
public protocol DecodingSession: AnyObject {
  /// Rung by those who want it to look whether it is wanted still.
  var wakeup: Wakeup { get }

  /// Gives one packet. False when pictures have to be taken first. `isKey` where it is decoded without
  /// those before it.
  func send(
    _ bytes: UnsafeRawBufferPointer, token: UInt64, isKey: Bool
  ) throws(VideoDeviceError) -> Bool

  /// Has it give all that it has.
  func finish() throws(VideoDeviceError)

  /// Forgets what was given, for packets from another place. Pictures of the place before may still
  /// come, with their tokens.
  func flush() throws(VideoDeviceError)

  /// The next picture. Where there is none it waits until there is room for a packet, or for all that is
  /// drained, or until `isCancelled`, which is asked again at each ring. Until `deadline` it also waits
  /// for what packets that it has may become.
  func receive(
    until deadline: HostTime?, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> DecodingOutput
}

public enum DecodingOutput {
  case picture(DevicePicture)
  /// The picture of the packet with this token could not be decoded whole.
  case damaged(UInt64)
  /// Memory for pictures is made anew with the next call: what was taken over of the present one is to
  /// be let go before, or both are there at a time.
  case changing
  /// All pictures are in use elsewhere: the next call waits until one comes back. Told once.
  case allLent
  case needsInput
  /// All that was given has come out.
  case ended
  /// It is wanted no more.
  case cancelled
}

/// What a stream is, as far as its container knows. A value.
public struct CodedStream: Hashable, Sendable {
  public var format: CodedFormat
  public var size: PixelSize
  /// How many pictures are in use elsewhere: queued, on screen, leaving it.
  public var lent: Int

  public init(format: CodedFormat, size: PixelSize, lent: Int) {
    (self.format, self.size, self.lent) = (format, size, lent)
  }
}
