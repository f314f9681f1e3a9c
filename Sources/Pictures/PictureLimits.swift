/// The maximum size of pictures for the available memory.
///
/// Memory is allocated for the size in a file's header before any picture is decoded: without a
/// limit, one file could use up all memory, and the kernel would kill this process or another.
package struct PictureLimits: Hashable, Sendable {
  /// In bytes: of the machine, or of the control group.
  package let memory: Int

  package init(memory: Int) {
    self.memory = memory
  }

  /// The maximum pixels of a video picture. One video may use half of the memory: a decoder holds
  /// up to eight pictures, and as many are on their way to the display, at 1.5 bytes per pixel. At
  /// 512 MiB that is 11 million, enough for 4096x2160.
  package var film: Int { Self.within(memory / 2 / (16 * 3 / 2), least: 1920 * 1088) }

  /// The maximum pixels of a still picture, which is decoded once while a video may play: half of
  /// the memory at eight bytes per pixel, the most in any file format. At 512 MiB that is 33
  /// million.
  package var still: Int { Self.within(memory / 2 / 8, least: 1920 * 1088) }

  /// The maximum bytes of all fonts attached to a video's subtitles.
  package var fonts: Int { min(max(memory / 16, 8 << 20), 128 << 20) }

  /// Every machine shows Full HD, and no display shows more than 16384x16384.
  private static func within(_ pixels: Int, least: Int) -> Int { min(max(pixels, least), 1 << 28) }
}
