public import VitrineLinux
public import VitrinePictures

/// One of the two queues of a decoder.
public enum DecoderSide: Hashable, Sendable {
  /// What goes in. The kernel calls it OUTPUT: it comes out of the program.
  case coded
  /// What comes out. The kernel calls it CAPTURE.
  case pictures
}

/// What a decoder has to tell beside its queues.
public enum DecoderEvent: Hashable, Sendable {
  /// The pictures that follow are of another size or kind, or the first are known now.
  case sourceChange
  case other
}

/// How pictures lie in the buffers of a decoder, as its driver says.
public struct DecodedLayout: Hashable, Sendable {
  /// The kernel's code of a memory layout, `V4L2_PIX_FMT_…`.
  public var code: UInt32
  /// As they are coded, with what is around the part that is seen.
  public var size: PixelSize
  /// Of each piece of memory: its bytes, and those of a row of its first plane.
  public var pieces: [Piece]
  public var isInterlaced: Bool

  public struct Piece: Hashable, Sendable {
    public var byteCount: Int
    public var pitch: Int

    public init(byteCount: Int, pitch: Int) { (self.byteCount, self.pitch) = (byteCount, pitch) }
  }

  public init(
    code: UInt32, size: PixelSize, pieces: [Piece], isInterlaced: Bool = false
  ) {
    (self.code, self.size, self.pieces) = (code, size, pieces)
    self.isInterlaced = isInterlaced
  }
}

/// A buffer that a decoder is done with.
public struct DequeuedBuffer: Hashable, Sendable {
  public var index: Int
  public var token: UInt64
  /// Of pictures: whether there is one in it.
  public var isEmpty: Bool
  public var isDamaged: Bool
  /// Nothing follows before the decoder is started again, or its pictures' buffers are made anew.
  public var isLast: Bool

  public init(
    index: Int, token: UInt64, isEmpty: Bool = false, isDamaged: Bool = false, isLast: Bool = false
  ) {
    (self.index, self.token, self.isEmpty) = (index, token, isEmpty)
    (self.isDamaged, self.isLast) = (isDamaged, isLast)
  }
}

/// What a session asks of a decoder: the kernel's, or a test's. Bound to the session's thread.
///
/// Each is one step of the kernel's `Documentation/userspace-api/media/v4l/dev-decoder.rst`.
public protocol DecoderPort: AnyObject {
  var path: String { get }
  var quirks: DecoderQuirks { get }

  /// How it will be given packets, each of at most `room` bytes; answers how large they may be.
  func setCoded(_ format: CodedFormat, size: PixelSize, room: Int) throws(Errno) -> Int
  /// Makes buffers for packets, and answers how many.
  func makeCodedBuffers(_ count: Int) throws(Errno) -> Int
  func fill(_ index: Int, with bytes: UnsafeRawBufferPointer)
  /// Formats that it decodes this stream to, in its own order.
  func pictureFormats() -> [UInt32]
  func pictureLayout() throws(Errno) -> DecodedLayout
  func setPictureFormat(_ code: UInt32, size: PixelSize) throws(Errno) -> DecodedLayout
  /// The part that is seen; nil where it is all.
  func visiblePart() -> PixelRect?
  /// How many pictures it keeps for itself.
  func leastPictures() -> Int
  /// Makes buffers for pictures, or with none frees those that there are; answers how many.
  func makePictureBuffers(_ count: Int) throws(Errno) -> Int
  /// The memory of a picture, for others: piece by piece.
  func exportPicture(_ index: Int, pieces: Int) throws(Errno) -> [DMABuffer]

  func stream(_ side: DecoderSide, _ isOn: Bool) throws(Errno)
  func queue(_ side: DecoderSide, _ index: Int, count: Int, token: UInt64) throws(Errno)
  /// Nil while there is none; `brokenPipe` behind the last.
  func dequeue(_ side: DecoderSide) throws(Errno) -> DequeuedBuffer?
  func nextEvent() -> DecoderEvent?
  /// Has it give all that it has, and then stop.
  func stop() throws(Errno)
  func start() throws(Errno)

  /// Waits until it has something, or `wakeup` rings, which is cleared, or so many milliseconds have
  /// passed. Where nothing was given to it, only for `wakeup`.
  func wait(isGiven: Bool, _ wakeup: Wakeup, milliseconds: Int) throws(Errno)
}
