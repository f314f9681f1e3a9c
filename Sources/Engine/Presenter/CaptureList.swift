internal import VitrineLinux
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// The wish of a client for a picture of the screen as it is, and what is done with it. Known by its
/// identity.
public final class CaptureWish: Hashable, Sendable {
  /// From then on it is of no use.
  let deadline: HostTime
  /// Gets the picture; nil where none came in time. On a thread that may be kept.
  let done: @Sendable (Capture?) -> Void

  init(until deadline: HostTime, done: @escaping @Sendable (Capture?) -> Void) {
    (self.deadline, self.done) = (deadline, done)
  }

  public static func == (a: CaptureWish, b: CaptureWish) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The moments of which pictures of the screen are wanted, and the one that is on its way.
struct CaptureList {
  private var times: [MediaTime]
  private var wishes: [CaptureWish] = []
  private var underWay: (wanted: Wanted, limit: HostTime)?

  enum Wanted {
    case time(MediaTime)
    case now(CaptureWish)
  }

  /// What has not come after so long does not come: there was no memory for it, say.
  private static let patience = Duration.seconds(1)

  init(_ times: [MediaTime]) {
    self.times = times.sorted()
  }

  var isBusy: Bool { underWay != nil }

  /// One of what is there, whatever it is.
  mutating func add(_ wish: CaptureWish) { wishes.append(wish) }

  /// The one of what is there whose turn it is.
  var wish: CaptureWish? { underWay == nil ? wishes.first : nil }

  /// The time of which this picture is the one to capture.
  ///
  /// Wanted times count from `origin`, the beginning of the picture's source.
  func wants(_ picture: ScanoutPicture, origin: MediaTime) -> MediaTime? {
    guard underWay == nil, let first = times.first else { return nil }
    // A picture without a duration (a card) stays for as long as its run.
    return picture.duration == .zero || first < picture.end - origin ? first : nil
  }

  mutating func begin(_ wish: CaptureWish, now: HostTime) {
    wishes.removeAll { $0 == wish }
    underWay = (.now(wish), now + Self.patience)
  }

  mutating func begin(
    _ time: MediaTime, _ picture: ScanoutPicture, origin: MediaTime, now: HostTime
  ) {
    times.removeAll { picture.duration == .zero || $0 < picture.end - origin }
    underWay = (.time(time), now + Self.patience)
  }

  /// What has arrived, with what it was wanted for.
  mutating func take(from sink: any DisplaySink) -> (Capture, Wanted)? {
    guard let (wanted, _) = underWay, let capture = sink.takeCapture() else { return nil }
    underWay = nil
    return (capture, wanted)
  }

  /// The display is another one: what was on its way went with the one before, and is wanted of
  /// this one.
  mutating func displayChanged() {
    guard let (wanted, _) = underWay else { return }
    underWay = nil
    switch wanted {
    case .time(let time): times.insert(time, at: 0)
    case .now(let wish): wishes.insert(wish, at: 0)
    }
  }

  /// Gives up what does not come, and forgets what is overdue.
  mutating func timePassed(_ now: HostTime) {
    if let (wanted, limit) = underWay, limit <= now {
      underWay = nil
      if case .now(let wish) = wanted { wishes.insert(wish, at: 0) }
    }
    wishes.removeAll { $0.deadline <= now }
  }

  func wakeUp(_ now: HostTime) -> HostTime? {
    underWay == nil ? nil : now + .milliseconds(20)
  }
}
