internal import Gestures
internal import Pictures
internal import Playback
public import Timing

/// All that a person sees beside the video, and does: takes touches, keys and what the player
/// reports, and answers with what is wanted; says what to draw at any moment.
///
/// A value that knows no device, thread or clock: time comes with everything that happens.
public struct Interface: Sendable {
  public internal(set) var options: InterfaceOptions
  var metrics: Metrics
  var recogniser: GestureRecogniser<Region>
  var keys: KeyTable
  var repeater = KeyRepeater()
  var status = PlaybackStatus()
  /// What is on the screen: the video with its bars, or the list.
  var isListShown: Bool
  var catalogue: Catalogue
  var attract: Attract
  public internal(set) var isAttracting = false
  var visibility = Visibility()
  var skipLabel = SkipLabel()
  var volume = VolumeIndicator()
  var spinner = Spinner()
  var message = MessageCard()
  var note = NoteLabel()
  var scrubbing: Scrubbing?
  var menu: TrackMenu?
  /// Where the arrow keys are; nil until one is used.
  var focus: Control?
  /// Whether the track menu was opened, or is used, with keys.
  var isMenuByKey = false
  /// Whether OK, which is still held, has played or paused when it went down.
  var hasToggledByOK = false
  var pressed: Region?
  /// Whether the bars were shown when the first of the present taps came.
  var wasShown = false
  var thumbnail: (id: PictureID, time: MediaTime)?
  /// What a call that answers nothing has to ask for; the next one that can does.
  private var owed: [InterfaceRequest] = []
  /// The latest moment that it was told.
  private var latest: HostTime
  /// When a finger or key last did something.
  var lastActivity: HostTime
  var sleep = Sleep()

  /// A tap is a finger that moves less than this.
  private static let slopPoints = 14.0

  public init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    (self.options, self.metrics) = (options, metrics)
    (latest, lastActivity) = (now, now)
    recogniser = Self.recogniser(metrics)
    keys = KeyTable(overrides: options.keys)
    catalogue = Catalogue(
      entries: options.entries, heading: options.heading, metrics: metrics, theme: options.theme,
      words: CatalogueWords(
        all: options.wording.allCategories, empty: options.wording.nothingToPlay))
    isListShown = options.hasList
    attract = Attract(after: options.hasList ? options.attractAfter : nil)
    attract.activity(at: now)
  }

  private static func recogniser(_ metrics: Metrics) -> GestureRecogniser<Region> {
    GestureRecogniser(limits(metrics)) { $0 == .control(.slider) }
  }

  private static func limits(_ metrics: Metrics) -> TouchLimits {
    TouchLimits(slop: metrics.points(slopPoints))
  }

  /// The display was turned, or is another one. What a finger was about is undone: it is somewhere
  /// else now.
  public mutating func setMetrics(_ metrics: Metrics) {
    let undone = undoTouches(at: latest)
    owed += undone
    self.metrics = metrics
    recogniser.limits = Self.limits(metrics)
    catalogue.resize(to: metrics)
    if menu != nil { scrollToFocus() }
  }

  /// When to call `timePassed` if nothing else happens.
  public func deadline(_ now: HostTime) -> HostTime? {
    [
      recogniser.deadline, repeater.deadline, visibility.deadline(isHeld: isHeld),
      skipLabel.deadline, volume.deadline, message.deadline, note.deadline,
      spinner.deadline(at: now), isListShown ? attract.deadline : nil,
      isListShown ? catalogue.nextFrame(after: now).flatMap { $0 > now ? $0 : nil } : nil,
      menuDeadline, owed.isEmpty ? nil : now,
    ].compactMap(\.self).min()
  }

  /// Deals with what is due.
  public mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    var requests = pass(to: now)
    for gesture in recogniser.timePassed(now) { requests += receive(gesture, at: now) }
    for press in repeater.timePassed(now) { requests += receive(press, at: now) }
    closeMenu(ifDueAt: now)
    visibility.timePassed(now, isHeld: isHeld)
    skipLabel.timePassed(now)
    volume.timePassed(now)
    message.timePassed(now)
    note.timePassed(now)
    if isListShown { catalogue.advance(to: now) }
    if isListShown, attract.timePassed(now) { requests += beginAttracting() }
    return requests
  }

  /// Takes the time of what happens, and answers what is owed.
  mutating func pass(to now: HostTime) -> [InterfaceRequest] {
    latest = now
    defer { owed = [] }
    return owed
  }

  /// Whether something moves: the next refresh shows another picture then.
  public func isMoving(at now: HostTime) -> Bool {
    if volume.fade.isMoving(at: now) || message.fade.isMoving(at: now) { return true }
    if isListShown { return catalogue.nextFrame(after: now).map { $0 <= now } ?? false }
    return visibility.fade.isMoving(at: now) || skipLabel.fade.isMoving(at: now)
      || note.fade.isMoving(at: now) || spinner.isShown(at: now)
  }

  /// Something could not be played.
  public mutating func receiveFailure(of title: String, _ cause: String, at now: HostTime) {
    message.show(title: options.wording.cannotPlay, detail: "\(title): \(cause)", at: now)
  }

  /// A picture of the time that was asked for.
  public mutating func receiveThumbnail(_ id: PictureID, of time: MediaTime) {
    // One that comes when the finger has gone is of no use, and none for the next finger.
    if scrubbing != nil { thumbnail = (id, time) }
  }

  /// A poster or more of an entry of the list is known.
  public mutating func update(_ entry: CatalogueEntry) { catalogue.update(entry) }

  /// Has another list from now on. Entries that stay keep their id, and what is seen its place.
  public mutating func exchange(_ entries: [CatalogueEntry]) {
    options.entries = entries
    catalogue.exchange(entries)
  }

  /// Entries whose posters are worth loading now, the nearest first.
  public var wantedPosters: [Int] { isListShown ? catalogue.wantedPosters() : [] }
}
