package import VitrineLinux
package import VitrinePictures

/// One of the two queues of a decoder.
package enum DecoderSide: Hashable, Sendable {
  /// The input. The kernel calls it OUTPUT, from the program's perspective.
  case coded
  /// The output. The kernel calls it CAPTURE.
  case pictures
}

/// An event of a decoder.
package enum DecoderEvent: Hashable, Sendable {
  /// The format of the following pictures has changed, or is known for the first time.
  case sourceChange
  case other
}

/// The layout of pictures in the buffers of a decoder, according to its driver.
package struct DecodedLayout: Hashable, Sendable {
  /// The kernel's code of a memory layout, `V4L2_PIX_FMT_…`.
  package var code: UInt32
  /// The coded size, including invisible parts.
  package var size: PixelSize
  /// Each piece of memory: its size, and the pitch of its first plane.
  package var pieces: [Piece]
  package var isInterlaced: Bool

  package struct Piece: Hashable, Sendable {
    package var byteCount: Int
    package var pitch: Int

    package init(byteCount: Int, pitch: Int) {
      self.byteCount = byteCount
      self.pitch = pitch
    }
  }

  package init(
    code: UInt32, size: PixelSize, pieces: [Piece], isInterlaced: Bool = false
  ) {
    self.code = code
    self.size = size
    self.pieces = pieces
    self.isInterlaced = isInterlaced
  }
}

/// A buffer that a decoder has returned.
package struct DequeuedBuffer: Hashable, Sendable {
  package var index: Int
  package var token: UInt64
  /// Whether it contains no picture.
  package var isEmpty: Bool
  package var isDamaged: Bool
  /// Whether the decoder has to be restarted, or its picture buffers reallocated, before it
  /// continues.
  package var isLast: Bool

  package init(
    index: Int, token: UInt64, isEmpty: Bool = false, isDamaged: Bool = false, isLast: Bool = false
  ) {
    self.index = index
    self.token = token
    self.isEmpty = isEmpty
    self.isDamaged = isDamaged
    self.isLast = isLast
  }
}

/// The interface of a session to a decoder: the kernel's, or a test's. Bound to the session's
/// thread.
///
/// Each function is a step of the kernel's `Documentation/userspace-api/media/v4l/dev-decoder.rst`.
package protocol DecoderPort: AnyObject {
  var path: String { get }
  var quirks: DecoderQuirks { get }

  /// Sets the codec, and requests `room` bytes for packets. Returns the actual size.
  func setCoded(_ format: CodedFormat, size: PixelSize, room: Int) throws(Errno) -> Int
  /// Allocates packet buffers, and returns their number.
  func makeCodedBuffers(_ count: Int) throws(Errno) -> Int
  func fill(_ index: Int, with bytes: UnsafeRawBufferPointer)
  /// Returns the output formats for this stream, in the driver's order.
  func pictureFormats() -> [UInt32]
  func pictureLayout() throws(Errno) -> DecodedLayout
  func setPictureFormat(_ code: UInt32, size: PixelSize) throws(Errno) -> DecodedLayout
  /// Returns the visible part; nil if it is all.
  func visiblePart() -> PixelRect?
  /// Returns how many pictures the decoder needs itself.
  func leastPictures() -> Int
  /// Allocates picture buffers, or frees them if `count` is 0. Returns their number.
  func makePictureBuffers(_ count: Int) throws(Errno) -> Int
  /// Exports the memory of a picture, piece by piece.
  func exportPicture(_ index: Int, pieces: Int) throws(Errno) -> [DMABuffer]

  func stream(_ side: DecoderSide, _ isOn: Bool) throws(Errno)
  func queue(_ side: DecoderSide, _ index: Int, count: Int, token: UInt64) throws(Errno)
  /// Returns nil if there is none; throws `brokenPipe` after the last.
  func dequeue(_ side: DecoderSide) throws(Errno) -> DequeuedBuffer?
  func nextEvent() -> DecoderEvent?
  /// Makes the decoder finish its packets and stop.
  func stop() throws(Errno)
  func start() throws(Errno)

  /// Waits for the decoder or `wakeup`, which it clears, at most for this time. If nothing was
  /// queued, waits only for `wakeup`.
  func wait(isGiven: Bool, _ wakeup: Wakeup, milliseconds: Int) throws(Errno)
}
