extension Demuxer {
  /// Whether the file is a single picture and not video: `image2` reads files, and FFmpeg has a
  /// byte demuxer for each picture format (png_pipe, jpeg_pipe, webp_pipe, …).
  public var isSinglePicture: Bool { Self.isSinglePicture(format) }

  static func isSinglePicture(_ format: String) -> Bool {
    format == "image2" || format.hasSuffix("_pipe")
  }

  /// Whether the format is an animated picture.
  public var isAnimation: Bool { format == "gif" || format == "apng" }
}
