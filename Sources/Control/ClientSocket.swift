import VitrineLinux

/// A client's socket: its unsent output, how far the client has left, and what the event loop waits
/// for. Confined to the server's thread.
struct ClientSocket: ~Copyable {
  private let descriptor: FileDescriptor
  /// Identifies it in the event loop.
  private let token: UInt64
  var output = OutputBuffer()
  /// Whether the client has finished sending.
  private(set) var hasEnded = false
  /// Whether the client has disconnected. Requests that it sent before are still carried out.
  private(set) var isGone = false
  private var watched = Readiness.readable
  private var isWatched = true

  init(_ descriptor: consuming FileDescriptor, token: UInt64) {
    self.descriptor = descriptor
    self.token = token
  }

  /// Returns the received bytes, which are empty at the end; nil if there are none now.
  mutating func receive(count: Int) throws(Errno) -> ArraySlice<UInt8>? {
    // A file descriptor sent with them is closed.
    guard let received = try descriptor.receive(count: count) else { return nil }
    if received.bytes.isEmpty { hasEnded = true }
    return received.bytes
  }

  /// Sends as much as the client takes.
  mutating func flush() throws(Errno) {
    guard !isGone else { return output.removeAll() }
    try output.flush(to: descriptor)
  }

  /// Expects no more input.
  mutating func end() { hasEnded = true }

  /// The client has closed both directions.
  mutating func hangUp() {
    isGone = true
    output.removeAll()
  }

  /// Whether the client has read everything that was sent to it.
  var hasReadAll: Bool { output.isEmpty && descriptor.isAllRead }

  /// Makes the event loop wait for input.
  func add(to loop: borrowing EventLoop) throws(Errno) { try loop.add(descriptor, token: token) }

  /// Changes what the event loop waits for.
  mutating func wait(for interest: Readiness, in loop: borrowing EventLoop) {
    guard interest != watched else { return }
    watched = interest
    try? loop.change(descriptor, token: token, to: interest)
  }

  /// Removes the socket from the event loop, which would report a hang-up repeatedly while the last
  /// requests are carried out.
  mutating func remove(from loop: borrowing EventLoop) {
    if isWatched { loop.remove(descriptor) }
    isWatched = false
  }
}
