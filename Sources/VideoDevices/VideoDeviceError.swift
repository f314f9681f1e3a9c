package import VitrineLinux

/// An error of a decoder device.
package enum VideoDeviceError: Error, Hashable, Sendable {
  case cannotOpen(path: String, Errno)
  /// It is not a decoder, but a camera, an encoder or a converter.
  case noDecoder(path: String)
  /// Packets of this codec cannot be converted to its bitstream format.
  case noCodec(String, path: String)
  case call(String, path: String, Errno)
  /// None of its output formats is supported.
  case noPictureFormat(path: String)
  /// It reports a picture that exceeds its memory.
  case badLayout(path: String)
  /// It accepts packets but has not produced a picture.
  case silent(path: String)
  /// It produced pictures before, but no more complete ones, which may be the stream's fault.
  case stalled(path: String)
  /// It has only this many picture buffers, and needs nearly all of them itself.
  case fewPictures(Int, path: String)
  /// A packet is too large for its buffers.
  case packetTooLarge(Int, room: Int)

  /// The decoder process could not be started.
  case noProcess(path: String, Errno)
  /// The decoder process has ended or violates the protocol.
  case processEnded(path: String)
  /// The error message of the decoder process.
  case refused(String, path: String, DecoderRefusal)

  /// Whether all sessions of the device or its memory are in use.
  package var isShortage: Bool {
    switch self {
    case .cannotOpen(_, let error), .call(_, _, let error): error == .busy || error == .noMemory
    case .refused(_, _, let refusal): refusal == .shortage
    default: false
    }
  }

  /// Whether the next stream of this kind may succeed.
  package var isPassing: Bool {
    switch self {
    case .stalled, .processEnded, .refused(_, _, .film): true
    case .noProcess(_, let error): error == .tryAgain || error == .noMemory
    default: isShortage
    }
  }
}

extension VideoDeviceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .cannotOpen(let path, .accessDenied):
      "\(path): permission denied. Add the user to the group that owns it "
        + "(usually: usermod -aG video USER)"
    case .cannotOpen(let path, let error): "\(path): cannot be opened: \(error)"
    case .noDecoder(let path): "\(path): not a decoder for any known codec"
    case .noCodec(let codec, let path):
      "\(path): cannot convert the packets of this \(codec) stream"
    case .call("STREAMON", let path, .busy):
      "\(path): is in use; this decoder has no free session"
    case .call(let name, let path, .noMemory):
      "\(path): \(name): out of memory for frames; add cma=256M to the kernel's "
        + "command line"
    case .call(let name, let path, let error): "\(path): \(name): \(error)"
    case .noPictureFormat(let path): "\(path): decodes to formats that no plane supports"
    case .badLayout(let path): "\(path): reports frames outside its memory"
    case .silent(let path): "\(path): accepts packets but returns no frames"
    case .stalled(let path): "\(path): stopped returning complete frames"
    case .fewPictures(let count, let path):
      "\(path): has at most \(count) buffers and keeps nearly all of them"
    case .noProcess(let path, let error):
      "\(path): cannot start the decoder program: \(error)"
    case .processEnded(let path): "\(path): the decoder process exited"
    case .refused(let reason, let path, _): "\(path): \(reason)"
    case .packetTooLarge(let count, let room):
      "packet too large: \(count) bytes (limit: \(room))"
    }
  }
}
