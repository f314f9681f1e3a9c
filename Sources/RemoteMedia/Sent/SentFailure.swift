import Glibc
internal import VitrineMedia
internal import VitrineNetwork

extension NetworkError {
  /// Converts FFmpeg's error to the reason why a sender cannot be received.
  init(_ error: MediaError, of host: String) {
    guard case .call(_, let code) = error else {
      self = error == .interrupted ? .timedOut(.bytes, host) : .other(error.description)
      return
    }
    switch code.rawValue {
    case -ECONNREFUSED: self = .refused(host)
    case -EHOSTUNREACH, -ENETUNREACH, -ENETDOWN, -ENODEV: self = .unreachable(host)
    case -ETIMEDOUT: self = .timedOut(.connecting, host)
    case -ECONNRESET, -EPIPE, -EIO: self = .cut(host)
    case Self.http("400"): self = .status(400, host)
    case Self.http("401"): self = .status(401, host)
    case Self.http("403"): self = .status(403, host)
    case Self.http("404"): self = .status(404, host)
    case Self.http("4XX"): self = .other("\(host) refused the request (4xx)")
    case Self.http("5XX"): self = .status(503, host)
    case -0x4144_4E49: self = .other("\(host) sent nothing playable")  // INDA
    default: self = .other("\(host): \(error)")
    }
  }

  /// FFmpeg's `FFERRTAG(0xF8, …)`: libavutil/error.h.
  private static func http(_ digits: StaticString) -> CInt {
    let tag = unsafe UnsafeBufferPointer(start: digits.utf8Start, count: 3)
    // bound: letters
    let word = unsafe 0xF8 | CInt(tag[0]) << 8 | CInt(tag[1]) << 16 | CInt(tag[2]) << 24
    // bound: letters in all four bytes but the first
    return -word
  }
}
