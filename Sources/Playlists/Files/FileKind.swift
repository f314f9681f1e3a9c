/// The kind of a file, guessed from its extension. Determines which files of a folder are played.
package enum FileKind: Hashable, Sendable {
  case video, picture

  private static let videos: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "m2v", "vob", "ts", "m2ts", "mts",
    "wmv", "asf", "flv", "ogv", "ogm", "3gp", "3g2", "mxf", "y4m", "h264", "hevc", "h265", "ivf",
    "dv", "divx",
  ]
  private static let pictures: Set<String> = [
    "jpg", "jpeg", "png", "gif", "webp", "bmp", "tif", "tiff", "apng", "avif", "ppm", "pgm",
  ]

  /// Returns nil for other files and for hidden ones.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard !name.hasPrefix("."), let ending = fileEnding(path) else { return nil }
    if Self.videos.contains(ending) {
      self = .video
    } else if Self.pictures.contains(ending) {
      self = .picture
    } else {
      return nil
    }
  }
}
