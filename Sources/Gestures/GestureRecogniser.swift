public import VitrinePictures
public import VitrineTiming

/// Turns the fingers on one touchscreen into gestures.
///
/// A value without timers: time arrives with each frame, and `deadline` says when to call
/// `timePassed` if nothing else comes. What it answers does not depend on how punctually it is
/// called. All times are of one clock, all places in pixels of the upright interface.
///
/// What can be relied on:
/// - Each `pressed` is followed by exactly one `tap` or `released`; `released` comes before the
///   gesture that takes the press's place (a drag, a long press), and both at once. A stroke that
///   is fast enough to be a drag from the first is never pressed.
/// - Each sequence of taps ends with exactly one `tapsEnded`: when its time is over, or before any
///   other gesture.
/// - Each `dragBegan` is followed by exactly one `dragEnded` or `dragCancelled`, with nothing but
///   `dragMoved` between them.
/// - Places of presses, taps and long presses are those where the finger landed, and for which the
///   region was asked.
///
/// A contact that is shorter than `TouchLimits.shortestContact` was none.
///
/// Longer than other types over its files: the phase, the strokes and the taps that are counted
/// change together, and each frame may end all of them.
public struct GestureRecogniser<Region: Hashable & Sendable>: Sendable {
  enum Phase: Sendable {
    /// No finger, or none that is proven.
    case idle
    /// One finger: a tap, a long press or a drag. One that is so fast that it can only be a drag is
    /// never pressed.
    case single(isPressed: Bool)
    /// Two fingers that may tap together.
    case pair
    /// The finger that landed first drags; the last that was told of it.
    case dragging(Drag<Region>)
    /// Nothing means anything until all fingers are lifted; in a storm, which is more contacts than
    /// a hand has, until nothing at all is on the glass.
    case ignoring(isStorm: Bool)
  }

  /// To be changed where no finger means anything: see `ignoreCurrentTouches`.
  public var limits: TouchLimits
  let isPatient: @Sendable (Region) -> Bool
  var clock = MonotonicClock()
  var phase = Phase.idle
  /// In the order of landing. Never more than tell a storm, and those of a single or pair that are
  /// lifted.
  var strokes: [Stroke] = []
  var regions = LandedRegions<Region>()
  var sequence: TapSequence<Region>?
  /// What lands before this means nothing.
  var quietUntil: HostTime?
  /// What the call that runs will answer; empty between calls.
  var news: [Gesture<Region>] = []

  /// `isPatient` is true of a region on which a finger may rest for as long as it likes before it
  /// drags or taps, such as a slider: there is no long press on it.
  public init(
    _ limits: TouchLimits, isPatient: @escaping @Sendable (Region) -> Bool = { _ in false }
  ) {
    (self.limits, self.isPatient) = (limits, isPatient)
  }

  /// Takes all fingers of one moment. `hit` is asked once for each place where a stroke lands.
  /// `sequence` is the region of taps that are still counted: the second tap of a double tap may
  /// so stay with the first, though a control has appeared below it.
  ///
  /// Nothing in a frame is a fault: of contacts with the same number the first counts, a place
  /// that is no number is the last one known, and a time that goes back is none.
  public mutating func feed(
    _ frame: TouchFrame, hit: (_ place: Point, _ sequence: Region?) -> Region
  ) -> [Gesture<Region>] {
    let contacts = distinct(frame.contacts)
    let now = pass(to: frame.time)
    if contacts.count > limits.mostContacts {
      ignore(isStorm: true, at: now)
    }
    follow(contacts, at: now)
    decide(at: now)
    if contacts.isEmpty { endStorm(at: now) }
    land(contacts, at: now, hit)
    // A ghost that is gone may have held taps whose time is over.
    if sequence != nil { fireDue(at: now) }
    return takeNews()
  }

  /// Takes that it is `now`; needed at `deadline`, harmless at any time.
  public mutating func timePassed(_ now: HostTime) -> [Gesture<Region>] {
    _ = pass(to: now)
    return takeNews()
  }

  /// What goes on is over, and the fingers on the glass mean nothing more.
  public mutating func ignoreCurrentTouches(at time: HostTime) -> [Gesture<Region>] {
    ignore(at: pass(to: time))
    return takeNews()
  }

  /// The device went away, and all fingers with it.
  public mutating func cancel(at time: HostTime) -> [Gesture<Region>] {
    ignore(at: pass(to: time))
    forget()
    return takeNews()
  }

  /// When to call `timePassed` at the latest; nil while only a finger can bring news.
  public var deadline: HostTime? {
    var earliest = sequence.flatMap { isHeld($0) ? nil : $0.expires }
    for stroke in strokes {
      guard let due = due(stroke) else { continue }
      earliest = min(earliest ?? due, due)
    }
    return earliest
  }

  private func due(_ stroke: Stroke) -> HostTime? {
    guard stroke.isProven else { return stroke.provenAt }
    guard case .single = phase, stroke.isOnGlass,
      regions[stroke.landing].map({ !isPatient($0) }) ?? true
    else { return nil }
    return stroke.landed + limits.longPress
  }

  /// A stroke that may become the next tap keeps a sequence open until it is decided.
  func isHeld(_ sequence: TapSequence<Region>) -> Bool {
    strokes.contains { sequence.isContinued(by: $0, on: regions[$0.landing]) }
  }

  /// Does what was due until then, at the time when it was.
  private mutating func pass(to time: HostTime) -> HostTime {
    let (now, isAnother) = clock.follow(time)
    if isAnother { startAnew(at: now) } else { fireDue(at: now) }
    return now
  }

  private mutating func fireDue(at now: HostTime) {
    while let due = deadline, due <= now { fire(at: due) }
  }

  private mutating func takeNews() -> [Gesture<Region>] {
    guard !news.isEmpty else { return [] }
    defer { news = [] }
    return news
  }
}
