internal import Synchronization
internal import VitrineCanvas
package import VitrineLinux
package import VitrinePictures
package import VitrinePlayback
package import VitrineScanout
internal import VitrineTiming

/// Why a screenshot is refused.
package enum CaptureRefusal: Hashable, Sendable {
  /// The limit of screenshots in progress has been reached.
  case tooMany
  /// The thread that writes them cannot be started.
  case noThread(Errno)
  /// Playback has ended.
  case over
}

/// Delivers screenshots on the thread "screenshots", because writing one takes longer than the
/// player may be blocked. Thread-safe.
///
/// The thread starts with the first request and ends with playback.
final class CaptureWriter: Sendable {
  private enum Job: Sendable {
    case deliver(Capture, CaptureRequest)
    /// A deadline changed.
    case checkDeadlines
  }

  private let queue = Mutex(CaptureQueue())
  private let jobs = BoundedQueue<Job>(limit: .max)
  private let thread = Mutex<NamedThread?>(nil)
  /// Closed by the thread when it ends.
  private let ended = BoundedQueue<Bool>(limit: 1)

  /// Starts the thread.
  private let makeThread: @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> NamedThread

  /// How long to wait for the thread: a picture may be on its way to a disk that hangs.
  private static let timeout = Duration.seconds(2)

  init(
    makeThread: @escaping @Sendable (@escaping @Sendable () -> Void) throws(Errno) -> NamedThread =
      { (body) throws(Errno) in try NamedThread("screenshots", body: body) }
  ) {
    self.makeThread = makeThread
  }

  /// Adds a request; returns why it is refused, or nil.
  func add(_ request: CaptureRequest) -> CaptureRefusal? {
    do throws(Errno) { try start() } catch { return .noThread(error) }
    if let refusal = queue.withLock({ $0.add(request) }) { return refusal }
    jobs.force(.checkDeadlines)
    return nil
  }

  /// Queues a picture for delivery. Ignored if the request has timed out.
  func deliver(_ capture: Capture, for request: CaptureRequest) {
    // Within the lock, so that it is not queued after the end.
    queue.withLock { if $0.beginDelivery(of: request) { jobs.force(.deliver(capture, request)) } }
  }

  /// Refuses further requests. Pictures received so far are still delivered; outstanding requests
  /// fail at once.
  func end() {
    queue.withLock { $0.close() }
    jobs.close()
  }

  /// Ends the writer and waits for its thread.
  func close() {
    end()
    guard let thread = thread.withLock({ $0.take() }) else { return }
    _ = ended.pop(until: .now() + Self.timeout)
    if ended.isExhausted { thread.join() } else { thread.detach() }
  }

  // If `close` was not called, the thread, which retains the writer, has ended.
  deinit { thread.withLock { $0.take() }?.detach() }

  private func start() throws(Errno) {
    try thread.withLock { (thread) throws(Errno) in
      guard thread == nil, !queue.withLock(\.isClosed) else { return }
      thread = try makeThread { [self] in run() }
    }
  }

  private func run() {
    defer { ended.close() }
    while !jobs.isExhausted {
      if case .deliver(let capture, let request) = jobs.pop(until: queue.withLock(\.deadline)) {
        request.done(request.deadline > .now() ? capture : nil)
        queue.withLock { $0.finish() }
      }
      failOverdue()
    }
    failOverdue()
  }

  private func failOverdue() {
    let overdue = queue.withLock { $0.removeOverdue(.now()) }
    for request in overdue { request.done(nil) }
  }
}

extension Capture {
  /// In pixels of the panel.
  package var size: PixelSize { buffer.layout.size }

  /// The colour of a panel pixel as 0xRRGGBB; black outside the panel.
  package func color(x: Int, y: Int) -> UInt32 {
    let layout = buffer.layout
    guard (0..<layout.size.width).contains(x), (0..<layout.size.height).contains(y) else {
      return 0
    }
    let place = y * layout.planes[0].pitch + 4 * x
    return unsafe UInt32(
      littleEndian: buffer.bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      & 0xFFFFFF
  }

  /// Writes the picture as a PNG file, at most `width` pixels wide. Takes tens of milliseconds: do
  /// not call it on the display's thread.
  package func writePNG(to path: String, width: Int? = nil) throws(PlaybackError) {
    let layout = buffer.layout
    do {
      unsafe try PNGFile.write(
        buffer.bytes, size: layout.size, pitch: layout.planes[0].pitch, width: width, to: path)
    } catch {
      throw PlaybackError(.configuration, error.description, exitStatus: .cannotWrite)
    }
  }
}

/// The requested screenshots. Each counts against the limit until its picture has been written,
/// because pictures are as large as the screen.
struct CaptureQueue {
  private var waiting: [CaptureRequest] = []
  private var deliveringCount = 0
  private(set) var isClosed = false

  static let limit = 8

  /// Adds a request; returns why it is refused, or nil.
  mutating func add(_ request: CaptureRequest) -> CaptureRefusal? {
    guard !isClosed else { return .over }
    guard waiting.count + deliveringCount < Self.limit else { return .tooMany }
    waiting.append(request)
    return nil
  }

  /// Marks a request's picture as received; it counts until `finish`. Returns false for an unknown
  /// request.
  mutating func beginDelivery(of request: CaptureRequest) -> Bool {
    guard !isClosed, let index = waiting.firstIndex(of: request) else { return false }
    waiting.remove(at: index)
    deliveringCount += 1
    return true
  }

  /// Call once a received picture has been handled.
  mutating func finish() { deliveringCount -= 1 }

  /// Refuses further requests.
  mutating func close() { isClosed = true }

  /// Removes the requests whose picture did not arrive in time, or will not arrive.
  mutating func removeOverdue(_ now: HostTime) -> [CaptureRequest] {
    let overdue = waiting.filter { isClosed || $0.deadline <= now }
    waiting.removeAll { isClosed || $0.deadline <= now }
    return overdue
  }

  /// The earliest deadline.
  var deadline: HostTime? { waiting.map(\.deadline).min() }
}
