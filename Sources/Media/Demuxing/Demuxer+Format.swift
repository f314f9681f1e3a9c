extension Demuxer {
  /// Whether the file is a single picture and no video: `image2` reads files, and FFmpeg has a
  /// demuxer of bytes for each format of pictures (png_pipe, jpeg_pipe, webp_pipe, …).
  public var isSinglePicture: Bool { Self.isSinglePicture(format) }

  static func isSinglePicture(_ format: String) -> Bool {
    format == "image2" || format.hasSuffix("_pipe")
  }

  /// Whether the format is one of pictures that move.
  public var isAnimation: Bool { format == "gif" || format == "apng" }
}
