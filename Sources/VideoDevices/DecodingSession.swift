package import VitrineLinux
package import VitrinePictures
package import VitrineTiming

/// A stream on a decoder outside of this program: packets in, pictures out. Bound to the decoding
/// thread, except for `wakeup`.
package protocol DecodingSession: AnyObject {
  /// Rung to make a blocking call check whether it is still needed.
  var wakeup: Wakeup { get }

  /// Sends a packet. Returns false if pictures have to be received first. `isKey` is whether it can
  /// be decoded without earlier packets.
  func send(
    _ bytes: UnsafeRawBufferPointer, token: UInt64, isKey: Bool
  ) throws(VideoDeviceError) -> Bool

  /// Makes the decoder finish its packets.
  func finish() throws(VideoDeviceError)

  /// Discards the packets before a seek. Pictures from before it may still arrive, with their
  /// tokens.
  func flush() throws(VideoDeviceError)

  /// Returns the next picture.
  ///
  /// Waits for a picture, for room for a packet, for the end of draining, or until `isCancelled`,
  /// which is called again at each ring. With `deadline`, also waits until then although there is
  /// room.
  func receive(
    until deadline: HostTime?, unless isCancelled: () -> Bool
  ) throws(VideoDeviceError) -> DecodingOutput
}

package enum DecodingOutput {
  case picture(DevicePicture)
  /// The picture of the packet with this token could not be decoded completely.
  case damaged(UInt64)
  /// The next call reallocates the memory for pictures: imports of the current memory have to be
  /// released before, or both exist at the same time.
  case changing
  /// All pictures are in use elsewhere: the next call waits until one is returned. Reported once.
  case allLent
  case needsInput
  /// All packets have been decoded.
  case ended
  /// The call was cancelled.
  case cancelled
}

/// The properties of a stream, as far as its container knows them.
package struct CodedStream: Hashable, Sendable {
  package var format: CodedFormat
  package var size: PixelSize
  /// The number of pictures in use elsewhere: queued, on screen, being replaced.
  package var lent: Int

  package init(format: CodedFormat, size: PixelSize, lent: Int) {
    self.format = format
    self.size = size
    self.lent = lent
  }
}
