internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// A client's request for a screenshot, compared by identity.
package final class CaptureRequest: Hashable, Sendable {
  /// The request times out then.
  let deadline: HostTime
  /// Receives the picture, or nil on timeout, on a thread that may block.
  let done: @Sendable (Capture?) -> Void

  init(until deadline: HostTime, done: @escaping @Sendable (Capture?) -> Void) {
    self.deadline = deadline
    self.done = done
  }

  package static func == (a: CaptureRequest, b: CaptureRequest) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The times to take screenshots at, and the screenshot in progress.
struct CaptureList {
  private var times: [MediaTime]
  private var requests: [CaptureRequest] = []
  private var underWay: (wanted: Wanted, limit: HostTime)?

  enum Wanted {
    case time(MediaTime)
    case now(CaptureRequest)
  }

  /// A screenshot that takes longer failed, for example for lack of memory.
  private static let timeout = Duration.seconds(1)

  init(_ times: [MediaTime]) {
    self.times = times.sorted()
  }

  var isBusy: Bool { underWay != nil }

  /// Requests a screenshot of the current picture.
  mutating func add(_ request: CaptureRequest) { requests.append(request) }

  /// The next request, unless a screenshot is in progress.
  var request: CaptureRequest? { underWay == nil ? requests.first : nil }

  /// The time that this picture is the screenshot for.
  ///
  /// Times are relative to `origin`, the beginning of the picture's source.
  func wants(_ picture: ScanoutPicture, origin: MediaTime) -> MediaTime? {
    guard underWay == nil, let first = times.first else { return nil }
    // A picture without a duration (a card) stays for its whole run.
    return picture.duration == .zero || first < picture.end - origin ? first : nil
  }

  mutating func begin(_ request: CaptureRequest, now: HostTime) {
    requests.removeAll { $0 == request }
    underWay = (.now(request), now + Self.timeout)
  }

  mutating func begin(
    _ time: MediaTime, _ picture: ScanoutPicture, origin: MediaTime, now: HostTime
  ) {
    times.removeAll { picture.duration == .zero || $0 < picture.end - origin }
    underWay = (.time(time), now + Self.timeout)
  }

  /// Returns the finished screenshot, with its request, and ends it.
  mutating func finish(from sink: any DisplaySink) -> (Capture, Wanted)? {
    guard let (wanted, _) = underWay, let capture = sink.collectCapture() else { return nil }
    underWay = nil
    return (capture, wanted)
  }

  /// Requests the screenshot in progress again from the new display, because it was lost with the
  /// previous one.
  mutating func displayChanged() {
    guard let (wanted, _) = underWay else { return }
    underWay = nil
    switch wanted {
    case .time(let time): times.insert(time, at: 0)
    case .now(let request): requests.insert(request, at: 0)
    }
  }

  /// Gives up a failed screenshot, and removes requests that timed out.
  mutating func timePassed(_ now: HostTime) {
    if let (wanted, limit) = underWay, limit <= now {
      underWay = nil
      if case .now(let request) = wanted { requests.insert(request, at: 0) }
    }
    requests.removeAll { $0.deadline <= now }
  }

  func wakeUp(_ now: HostTime) -> HostTime? {
    underWay == nil ? nil : now + .milliseconds(20)
  }
}

/// Screenshots
extension Presenter {
  func reportCapture(now: HostTime) {
    switch captures.finish(from: sink) {
    case (let capture, .time(let time))?: report(.captured(capture, at: time))
    case (let capture, .now(let request))?: report(.screenshot(capture, request))
    case nil: break
    }
    captures.timePassed(now)
  }

  /// Commits the same picture again to capture it.
  func captureAgain(
    _ picture: ScanoutPicture, for request: CaptureRequest, _ state: SoundState, now: HostTime
  ) throws(PlaybackError) -> HostTime? {
    if let showing { updateSubtitles(of: showing, state.clock, now: now) }
    let offer =
      refused ?? layers.offer(picture, mixing: mixture(with: picture, state.clock, now: now))
    refused = nil
    guard try show(offer, capture: true) else { return retry(offer, now: now) }
    captures.begin(request, now: now)
    return sink.deadline
  }
}
