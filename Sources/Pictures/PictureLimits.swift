/// How large pictures may be for the memory that there is. A value.
///
/// What a file says of its size is believed before a byte of the picture is there: without a limit
/// one file takes all memory, and the kernel ends this process or another.
public struct PictureLimits: Hashable, Sendable {
  /// In bytes: of the machine, or of the control group.
  public let memory: Int

  public init(memory: Int) {
    self.memory = memory
  }

  /// Pixels of a picture that moves. Half of the memory is for one clip: a decoder keeps up to eight
  /// pictures, as many again are on their way to the display, of a byte and a half for a pixel. At 512
  /// MiB that is 11 million, with room for 4096x2160.
  public var film: Int { Self.within(memory / 2 / (16 * 3 / 2), least: 1920 * 1088) }

  /// Pixels of one that stands still, which is decoded once while a clip may play: half of the memory
  /// at eight bytes for a pixel, the most that files have. At 512 MiB that is 33 million.
  public var still: Int { Self.within(memory / 2 / 8, least: 1920 * 1088) }

  /// Bytes of all the fonts that come with a clip's subtitles.
  public var fonts: Int { min(max(memory / 16, 8 << 20), 128 << 20) }

  /// Every machine shows Full HD, and no display shows more than 16384x16384.
  private static func within(_ pixels: Int, least: Int) -> Int { min(max(pixels, least), 1 << 28) }
}
