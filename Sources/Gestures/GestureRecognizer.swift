package import VitrinePictures
package import VitrineTiming

/// Turns the contacts of one touchscreen into gestures.
///
/// A value type without timers: each frame brings the time, and `deadline` is when to call
/// `timePassed` if no frame arrives. The results do not depend on how punctual these calls are. All
/// times are of one clock, all positions in pixels of the upright interface.
///
/// Guarantees:
/// - Each `pressed` is followed by exactly one `tap` or `released`. `released` comes before the
///   gesture that replaces the press (a drag, a long press), in the same result. A stroke that is a
///   drag from the start has no `pressed`.
/// - Each sequence of taps ends with exactly one `tapsEnded`: after its timeout, or before any
///   other gesture.
/// - Each `dragBegan` is followed by exactly one `dragEnded` or `dragCancelled`, with only
///   `dragMoved` between them.
/// - The positions of presses, taps and long presses are those where the finger landed, and for
///   which the region was looked up.
///
/// Contacts shorter than `TouchLimits.shortestContact` are ignored.
package struct GestureRecognizer<Region: Hashable & Sendable>: Sendable {
  enum Phase: Sendable {
    /// No proven finger.
    case idle
    /// One finger: a tap, a long press or a drag. It is never pressed if it is so fast that it can
    /// only be a drag.
    case single(isPressed: Bool)
    /// Two fingers that may tap together.
    case pair
    /// The first finger drags; the value is the last one reported.
    case dragging(Drag<Region>)
    /// All fingers are ignored until they are lifted; in a storm, which is more contacts than a
    /// hand has, until there are no contacts at all.
    case ignoring(isStorm: Bool)
  }

  /// Change it only while touches are ignored: see `ignoreCurrentTouches`.
  package var limits: TouchLimits
  let isPatient: @Sendable (Region) -> Bool
  var clock = MonotonicClock()
  var phase = Phase.idle
  /// In the order of landing. Limited to the number that makes a storm; includes lifted fingers of
  /// a single or pair.
  var strokes: [Stroke] = []
  var regions = LandedRegions<Region>()
  var sequence: TapSequence<Region>?
  /// Contacts that land before this are ignored.
  var quietUntil: HostTime?
  /// The results of the current call; empty between calls.
  var gestures: [Gesture<Region>] = []

  /// `isPatient` is true for a region on which a finger may rest for any time before it drags or
  /// taps, such as a slider; it has no long press.
  package init(
    _ limits: TouchLimits, isPatient: @escaping @Sendable (Region) -> Bool = { _ in false }
  ) {
    self.limits = limits
    self.isPatient = isPatient
  }

  /// Takes all fingers of one moment. `hit` is called once for each position where a stroke lands.
  /// `sequence` is the region of an open sequence of taps: the second tap of a double tap can thus
  /// stay on the first one's region, even if a control has appeared there.
  ///
  /// Invalid input is tolerated: the first of several contacts with the same id counts, an invalid
  /// position is replaced by the last one, and a time that goes back is ignored.
  package mutating func feed(
    _ frame: TouchFrame, hit: (_ place: Point, _ sequence: Region?) -> Region
  ) -> [Gesture<Region>] {
    let contacts = frame.distinctContacts(atMost: limits.mostContacts + 1) { [strokes] id in
      strokes.first { $0.isOnGlass && $0.id == id }?.latest
    }
    let now = pass(to: frame.time)
    if contacts.count > limits.mostContacts {
      ignore(isStorm: true, at: now)
    }
    follow(contacts, at: now)
    decide(at: now)
    if contacts.isEmpty { endStorm(at: now) }
    land(contacts, at: now, hit)
    // A ghost contact that is gone may have held a sequence past its timeout.
    if sequence != nil { fireDue(at: now) }
    return drainGestures()
  }

  /// Advances the time; necessary at `deadline`, harmless otherwise.
  package mutating func timePassed(_ now: HostTime) -> [Gesture<Region>] {
    _ = pass(to: now)
    return drainGestures()
  }

  /// Ends the current gesture; the present fingers are ignored until they are lifted.
  package mutating func ignoreCurrentTouches(at time: HostTime) -> [Gesture<Region>] {
    ignore(at: pass(to: time))
    return drainGestures()
  }

  /// The device was disconnected, with all fingers.
  package mutating func cancel(at time: HostTime) -> [Gesture<Region>] {
    ignore(at: pass(to: time))
    forget()
    return drainGestures()
  }

  /// When to call `timePassed` at the latest; nil if only a finger can change anything.
  package var deadline: HostTime? {
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

  /// Whether a stroke may still become the next tap, which keeps a sequence open.
  func isHeld(_ sequence: TapSequence<Region>) -> Bool {
    strokes.contains { sequence.isContinued(by: $0, on: regions[$0.landing]) }
  }

  /// Carries out everything due until then, each at its own time.
  private mutating func pass(to time: HostTime) -> HostTime {
    let (now, isAnother) = clock.follow(time)
    if isAnother { startAnew(at: now) } else { fireDue(at: now) }
    return now
  }

  private mutating func fireDue(at now: HostTime) {
    while let due = deadline, due <= now { fire(at: due) }
  }

  private mutating func drainGestures() -> [Gesture<Region>] {
    guard !gestures.isEmpty else { return [] }
    defer { gestures = [] }
    return gestures
  }
}

/// The regions on which strokes have landed, by number, so that `Stroke` need not be generic.
struct LandedRegions<Region: Hashable & Sendable>: Sendable {
  private var numbers: [Int] = []
  private var regions: [Region] = []
  private var latest = 0

  mutating func add(_ region: Region) -> Int {
    latest &+= 1
    numbers.append(latest)
    regions.append(region)
    return latest
  }

  /// Nil for a number that is nil or forgotten.
  subscript(number: Int?) -> Region? {
    guard let number, let index = numbers.lastIndex(of: number) else { return nil }
    return regions[index]
  }

  /// Removes regions without a stroke, once there are enough of them.
  mutating func forget(allBut strokes: [Stroke]) {
    guard numbers.count > 16 || strokes.isEmpty && !numbers.isEmpty else { return }
    for index in numbers.indices.reversed()
    where !strokes.contains(where: { $0.landing == numbers[index] }) {
      numbers.remove(at: index)
      regions.remove(at: index)
    }
  }
}

/// Consecutive taps on the same region that another tap may continue.
struct TapSequence<Region: Hashable & Sendable>: Sendable {
  let region: Region
  let count: Int
  /// The next tap has to land before this.
  let expires: HostTime

  /// Starts or continues with a tap that was lifted at `time`.
  init(on region: Region, count: Int, lifted time: HostTime, _ limits: TouchLimits) {
    self.region = region
    self.count = count
    expires = time + (count == 1 ? limits.secondTap : limits.furtherTap)
  }

  /// Whether a stroke would continue the sequence if it became a tap.
  func isContinued(by stroke: Stroke, on region: Region?) -> Bool {
    stroke.landed < expires && region == self.region
  }
}
