import NIOCore

/// The received part of a request's body, and the data discarded after the final response.
struct HTTPBody {
  private var bytes: [UInt8] = []
  private var discarded = 0
  private let limits: WebLimits.Sizes

  init(_ limits: WebLimits.Sizes) { self.limits = limits }

  /// Begins the body of a request.
  mutating func begin() { bytes = [] }

  /// Returns false if the body is too large.
  mutating func append(_ new: ByteBuffer) -> Bool {
    guard bytes.count + new.readableBytes <= limits.body else { return false }
    bytes += new.readableBytesView
    return true
  }

  /// Returns the whole body.
  mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Discards data. Returns false if the client has sent too much: it has had time to read the
  /// response.
  mutating func discard(_ new: ByteBuffer) -> Bool {
    discarded += new.readableBytes
    return discarded <= limits.discarded
  }
}
