import CVitrineFFmpeg
internal import Glibc
package import VitrinePictures
package import VitrinePlayback

/// The reason why a file or stream cannot be played, with a message.
package enum MediaError: Error, Equatable, Sendable {
  case missing
  case directory
  case empty
  case notAFile
  case noPermission
  /// FFmpeg does not recognize the container.
  case notMedia
  /// The container's index is missing: the file was truncated, or is still being written.
  case truncated
  /// The file refers to further files, but its extension does not show that. The value is FFmpeg's
  /// name of the format.
  case namesFiles(String)
  /// A referenced file may not be opened.
  case refused(String)
  /// Its pictures have more pixels than fit in the memory (in bytes).
  case tooLarge(PixelSize, most: Int, memory: Int)
  /// The sample rate or number of channels is invalid.
  case oddSound(rate: Int, channels: Int)
  case encrypted
  /// It has no audio and no video.
  case noTracks
  /// FFmpeg has no decoder for a track.
  case unknownCodec(track: String, codec: String)
  /// The decoder failed.
  case undecodable(track: String, detail: String)
  /// A device does not decode it, or not now.
  case noAcceleration(String, DeviceRefusal)
  /// It is on another machine and not available.
  case unavailable(String)
  /// The read was interrupted on request.
  case interrupted
  case call(String, FFmpegCode)
}

/// The scope of a device's refusal.
package enum DeviceRefusal: Hashable, Sendable {
  /// The device cannot decode this item.
  case film
  /// The device may work the next time.
  case moment
  /// The device does not support this kind of stream.
  case kind
}

extension MediaError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "no such file"
    case .directory: "it is a directory, not a file"
    case .empty: "the file is empty (0 bytes)"
    case .notAFile: "neither a file nor a directory"
    case .noPermission: "permission denied; the player's user needs to read it (chmod a+r)"
    case .notMedia: "not a media file, or its header is damaged"
    case .truncated:
      "the file is incomplete: its index is missing, so the copy was interrupted; copy it again"
    case .namesFiles("hls"):
      "a list of other files (HLS or M3U) with the wrong extension; rename it to .m3u8"
    case .namesFiles(let format):
      "a text file that references other files (\(format)), which is not supported; put the files in a playlist"
    case .refused(let cause), .unavailable(let cause), .noAcceleration(let cause, _): cause
    case .tooLarge(let size, let most, let memory):
      "too large: \(size) (\(millions(size.width * size.height))), but "
        + "\(memory >> 20) MiB of memory only allow \(millions(most)); "
        + "scale it down, or allow the player more memory (MemoryMax)"
    case .oddSound(let rate, let channels):
      "damaged audio header: \(rate) Hz and \(channels) channels"
    case .encrypted: "encrypted (DRM): no key available"
    case .noTracks: "no audio or video stream found"
    case .unknownCodec(let track, let codec):
      "the \(track) is in \(codec), which this FFmpeg cannot decode"
    case .undecodable(let track, let detail): "the \(track) cannot be decoded: \(detail)"
    case .interrupted: "interrupted"
    case .call(let name, let code): "\(name): \(code)"
    }
  }
}

/// Formats a number, such as `33.5 million pixels`.
private func millions(_ pixels: Int) -> String {
  let tenths = (pixels + 50_000) / 100_000
  return "\(tenths / 10).\(tenths % 10) million pixels"
}

/// An FFmpeg error code.
package struct FFmpegCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: CInt

  package init(rawValue: CInt) {
    self.rawValue = rawValue
  }

  static let again = FFmpegCode(rawValue: vitrine_error_again)
  static let endOfFile = FFmpegCode(rawValue: vitrine_error_eof)
  static let exit = FFmpegCode(rawValue: vitrine_error_exit)
  static let invalidData = FFmpegCode(rawValue: vitrine_error_invalid_data)

  /// Wraps `av_strerror`.
  package var description: String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard unsafe av_strerror(rawValue, &buffer, buffer.count) == 0 else {
      return "error \(rawValue)"
    }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension MediaError {
  /// Whether the machine has run out of memory, files or processes.
  fileprivate var isShortage: Bool {
    guard case .call(_, let code) = self else { return false }
    return [ENOMEM, EMFILE, ENFILE, EAGAIN].contains(-code.rawValue)
  }
}

extension PlaybackError {
  /// Creates the error with the category and exit status of the cause.
  package init(_ error: MediaError) {
    let (category, status): (Category, ExitStatus) =
      switch error {
      case .missing, .directory, .notAFile: (.source, .noInput)
      case .noPermission: (.source, .noPermission)
      case .empty, .notMedia, .truncated, .namesFiles, .refused, .encrypted, .noTracks:
        (.format, .data)
      case .unknownCodec, .undecodable, .tooLarge, .oddSound, .noAcceleration: (.decode, .data)
      case .unavailable: (.source, .unavailable)
      case .interrupted, .call: (.source, .data)
      }
    self.init(
      category, error.description, exitStatus: status, cause: error.isShortage ? .machine : nil)
  }
}
