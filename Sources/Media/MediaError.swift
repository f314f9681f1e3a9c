import CVitrineFFmpeg
public import VitrinePictures

/// What is wrong with a file, in words that name the cause.
public enum MediaError: Error, Equatable, Sendable {
  case missing
  case directory
  case empty
  case notAFile
  case noPermission
  /// No container that FFmpeg knows.
  case notMedia
  /// The container's index is missing: the file was cut off, or is still being written.
  case truncated
  /// It names further files, and its own name does not say that it does: FFmpeg's word for what it is.
  case namesFiles(String)
  /// Something that it names may not be opened.
  case refused(String)
  /// Its pictures have more pixels than the memory, in bytes, has room for.
  case tooLarge(PixelSize, most: Int, memory: Int)
  /// Sound of a kind that does not exist.
  case oddSound(rate: Int, channels: Int)
  case encrypted
  /// There is nothing to see or to hear in it.
  case noTracks
  /// FFmpeg has no decoder for a track.
  case unknownCodec(track: String, codec: String)
  /// The decoder gave up.
  case undecodable(track: String, detail: String)
  /// A device does not decode it, or not here.
  case noAcceleration(String, DeviceRefusal)
  /// It lies elsewhere and cannot be had.
  case unavailable(String)
  /// The reading stopped because we were asked to stop.
  case interrupted
  case call(String, FFmpegCode)
}

/// What a device that decodes nothing is to be held for.
public enum DeviceRefusal: Hashable, Sendable {
  /// This film alone is not for it.
  case film
  /// It may do it the next time.
  case moment
  /// It does not do such films.
  case kind
}

extension MediaError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .missing: "there is no such file"
    case .directory: "it is a directory, not a file"
    case .empty: "the file is empty (0 bytes)"
    case .notAFile: "it is neither a file nor a directory"
    case .noPermission: "permission denied; the player's user needs to read it (chmod a+r)"
    case .notMedia: "not a media file, or damaged from its first bytes on"
    case .truncated:
      "the file is incomplete: its index is missing. It was cut off while being copied; copy it again"
    case .namesFiles("hls"):
      "it is a list of other files (HLS or M3U) under a name that does not say so; call it .m3u8"
    case .namesFiles(let format):
      "it is a text that names other files (\(format)), and such are not opened; name them in a list"
    case .refused(let cause), .unavailable(let cause), .noAcceleration(let cause, _): cause
    case .tooLarge(let size, let most, let memory):
      "its pictures are \(size) (\(millions(size.width * size.height))), and "
        + "\(memory >> 20) MiB of memory have room for \(millions(most)); "
        + "scale it down, or allow the player more memory (MemoryMax)"
    case .oddSound(let rate, let channels):
      "the audio says that it has \(rate) Hz and \(channels) channels: its header is damaged"
    case .encrypted: "it is encrypted (DRM), and there is no key"
    case .noTracks: "there is neither a picture nor sound in it"
    case .unknownCodec(let track, let codec):
      "the \(track) is in \(codec), which this FFmpeg cannot decode"
    case .undecodable(let track, let detail): "the \(track) cannot be decoded: \(detail)"
    case .interrupted: "interrupted"
    case .call(let name, let code): "\(name): \(code)"
    }
  }
}

/// As in `33.5 million pixels`.
private func millions(_ pixels: Int) -> String {
  let tenths = (pixels + 50_000) / 100_000
  return "\(tenths / 10).\(tenths % 10) million pixels"
}

/// A failure as FFmpeg numbers it.
public struct FFmpegCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: CInt

  public init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  static let again = FFmpegCode(rawValue: vitrine_error_again)
  static let endOfFile = FFmpegCode(rawValue: vitrine_error_eof)
  static let exit = FFmpegCode(rawValue: vitrine_error_exit)
  static let invalidData = FFmpegCode(rawValue: vitrine_error_invalid_data)

  /// The corresponding C function is `av_strerror`.
  public var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard unsafe av_strerror(rawValue, &buffer, buffer.count) == 0 else {
      return "error \(rawValue)"
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
