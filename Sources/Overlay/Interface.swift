internal import Gestures
internal import Pictures
public import Playback
public import Timing

/// All that a person sees beside the video, and does: takes touches, keys and what the player
/// reports, and answers with what is wanted; says what to draw at any moment.
///
/// A value that knows no device, thread or clock: time comes with everything that happens.
public struct Interface: Sendable {
  public private(set) var options: InterfaceOptions
  var metrics: Metrics
  var recogniser: GestureRecogniser<Region>
  var keys: KeyTable
  var repeater = KeyRepeater()
  var status = PlaybackStatus()
  /// What is on the screen: the video with its bars, or the list.
  var isListShown: Bool
  var catalogue: Catalogue
  var attract: Attract
  var isAttracting = false
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
  var pressed: Region?
  /// Whether the bars were shown when the first of the present taps came.
  var wasShown = false
  var thumbnail: (id: PictureID, time: MediaTime)?

  /// A tap is a finger that moves less than this.
  private static let slop = 3.0
  private static let slopPoints = 14.0

  public init(_ options: InterfaceOptions, metrics: Metrics, now: HostTime) {
    (self.options, self.metrics) = (options, metrics)
    recogniser = GestureRecogniser(TouchLimits(slop: metrics.points(Self.slopPoints)))
    keys = KeyTable(overrides: options.keys)
    catalogue = Catalogue(
      entries: options.entries, heading: options.heading, metrics: metrics, theme: options.theme,
      words: CatalogueWords(
        all: options.wording.allCategories, empty: options.wording.nothingToPlay))
    isListShown = options.hasList
    attract = Attract(after: options.hasList ? options.attractAfter : nil)
    attract.activity(at: now)
  }

  /// The display was turned, or is another one.
  public mutating func setMetrics(_ metrics: Metrics) {
    self.metrics = metrics
    recogniser = GestureRecogniser(TouchLimits(slop: metrics.points(Self.slopPoints)))
    catalogue.resize(to: metrics)
  }

  /// When to call `timePassed` if nothing else happens.
  public func deadline(_ now: HostTime) -> HostTime? {
    [
      recogniser.deadline, repeater.deadline, visibility.deadline(isHeld: isHeld),
      skipLabel.deadline, volume.deadline, message.deadline, note.deadline,
      spinner.deadline(at: now), isListShown ? attract.deadline : nil,
      isListShown ? catalogue.nextFrame(after: now).flatMap { $0 > now ? $0 : nil } : nil,
    ].compactMap(\.self).min()
  }

  /// Deals with what is due.
  public mutating func timePassed(_ now: HostTime) -> [InterfaceRequest] {
    var requests: [InterfaceRequest] = []
    for gesture in recogniser.timePassed(now) { requests += receive(gesture, at: now) }
    for press in repeater.timePassed(now) { requests += receive(press, at: now) }
    visibility.timePassed(now, isHeld: isHeld)
    skipLabel.timePassed(now)
    volume.timePassed(now)
    message.timePassed(now)
    note.timePassed(now)
    if isListShown { catalogue.advance(to: now) }
    if isListShown, attract.timePassed(now) { requests += beginAttracting() }
    return requests
  }

  /// Whether something moves: the next refresh shows another picture then.
  public func isMoving(at now: HostTime) -> Bool {
    if isListShown { return catalogue.nextFrame(after: now).map { $0 <= now } ?? false }
    return visibility.fade.isMoving(at: now) || skipLabel.fade.isMoving(at: now)
      || volume.fade.isMoving(at: now) || message.fade.isMoving(at: now)
      || note.fade.isMoving(at: now) || spinner.isShown(at: now)
  }

  /// Bars that a paused picture, a finger or a menu needs stay.
  var isHeld: Bool {
    isPaused || scrubbing != nil || menu != nil || pressed != nil
  }

  var isPaused: Bool { status.isPaused && status.phase != .idle }

  /// The player has another status.
  public mutating func receive(_ status: PlaybackStatus, at now: HostTime) -> [InterfaceRequest] {
    let before = self.status
    self.status = status
    let isWaiting = status.phase == .opening || status.phase == .buffering
    spinner.note(isWaiting: isWaiting && scrubbing == nil && !isListShown, at: now)
    if status.entry != before.entry {
      (thumbnail, menu) = (nil, nil)
    }
    if isPaused, !isListShown, scrubbing == nil { visibility.show(at: now) }
    if status.phase == .ended, before.phase != .ended, options.hasList { return leave(at: now) }
    return []
  }

  /// Something could not be played.
  public mutating func receiveFailure(of title: String, _ cause: String, at now: HostTime) {
    message.show(title: options.wording.cannotPlay, detail: "\(title): \(cause)", at: now)
  }

  /// A picture of the time that was asked for.
  public mutating func receiveThumbnail(_ id: PictureID, of time: MediaTime) {
    thumbnail = (id, time)
  }

  /// A poster or more of an entry of the list is known.
  public mutating func update(_ entry: CatalogueEntry) { catalogue.update(entry) }

  /// Entries whose posters are worth loading now, the nearest first.
  public var wantedPosters: [Int] { isListShown ? catalogue.wantedPosters() : [] }

  // Between the list and the video.

  mutating func open(_ entry: Int, at now: HostTime) -> [InterfaceRequest] {
    isListShown = false
    (focus, pressed) = (nil, nil)
    attract.pause()
    visibility.hide(at: now)
    return [.open(entry)]
  }

  mutating func leave(at now: HostTime) -> [InterfaceRequest] {
    guard options.hasList, !isListShown else { return [] }
    (isListShown, isAttracting) = (true, false)
    (menu, scrubbing, focus, pressed) = (nil, nil, nil, nil)
    visibility.hide(at: now)
    attract.activity(at: now)
    return [.leave]
  }

  private mutating func beginAttracting() -> [InterfaceRequest] {
    (isListShown, isAttracting) = (false, true)
    return [.attract]
  }
}
