internal import VitrinePlaylists
internal import VitrineTiming

/// The item that is on screen or about to be, and the progress of its current run.
struct CurrentItem: Equatable {
  typealias Seek = PlaybackState.Seek

  enum Progress: Equatable {
    /// The source is being opened; the seek is issued once it is open.
    case opening(then: Seek?)
    case loading(Loading)
    case begun(Begun)
  }

  /// The run's first pictures and sound are being decoded.
  struct Loading: Equatable {
    /// They are decoded, but something else delays the start.
    var isReady = false
    /// The seek that started the run; nil after opening.
    var seek: SeekUnderWay?
  }

  enum SeekUnderWay: Equatable {
    /// Waiting for its first picture, with an optional seek to follow.
    case awaited(Seek, then: Seek?)
    /// Its first picture is on screen.
    case shown(Seek)

    var order: Seek {
      switch self {
      case .awaited(let order, _), .shown(let order): order
      }
    }
  }

  /// The run's clock was started.
  struct Begun: Equatable {
    var flow = Flow.steady
    /// It ends soon: the next item must be prepared, whichever it is by then.
    var isNearEnd = false
    var next: PreparedItem?
  }

  /// Whether the source keeps up.
  enum Flow: Equatable { case steady, starved, refilled }

  private(set) var opening: Opening
  private(set) var progress: Progress
  /// Whether a visitor drags the slider: the picture follows, and the clock is stopped.
  var isScrubbing = false
  /// Whether one of its runs was started.
  private(set) var hasPlayed = false

  init(_ opening: Opening) { (self.opening, progress) = (opening, .opening(then: nil)) }

  /// The prepared item becomes the current one.
  init(_ prepared: PreparedItem) {
    opening = prepared.opening
    progress =
      switch prepared.progress {
      case .opening: .opening(then: nil)
      case .loading: .loading(Loading())
      case .following: .loading(Loading(isReady: true))
      }
  }
}

// Queries
extension CurrentItem {
  var run: Run { opening.run }
  var place: Queue.Place { opening.place }

  /// Whether the clock is stopped because the source does not keep up.
  var isStarved: Bool { begun.map { $0.flow != .steady } ?? false }
  var isBegun: Bool { begun != nil }
  var isNearEnd: Bool { begun?.isNearEnd ?? false }

  var phase: PlaybackState.Phase {
    switch progress {
    case .opening: .opening
    case .loading: .buffering
    case .begun(let begun): begun.flow == .steady ? .playing : .buffering
    }
  }

  /// The latest requested seek, if unfinished.
  var seek: Seek? {
    switch progress {
    case .opening(let order): order
    case .loading(let loading):
      if case .awaited(_, let then?) = loading.seek { then } else { loading.seek?.order }
    case .begun: nil
    }
  }

  /// Whether the data that playback waited for has arrived, after opening, a seek or a stall.
  var isReady: Bool {
    switch progress {
    case .opening: false
    case .loading(let loading): loading.isReady
    case .begun(let begun): begun.flow == .refilled
    }
  }

  /// Whether its pictures and sound are decoded, and neither a seek nor scrubbing delays the start.
  var mayBegin: Bool {
    guard case .loading(let loading) = progress, loading.isReady, !isScrubbing else { return false }
    if case .awaited(_, then: _?) = loading.seek { return false }
    return true
  }

  /// Whether it is already being scrubbed to this position.
  func isScrubbed(to target: MediaTime) -> Bool {
    guard isScrubbing, let seek, seek.mode != .keyFrame else { return false }
    return seek.target == max(opening.duration.map { min(target, $0) } ?? target, .zero)
  }

  /// The prepared next item: only a started run has one.
  var next: PreparedItem? {
    get { begun?.next }
    set { begun?.next = newValue }
  }

  /// Changes how an entry is presented, here and in its prepared repetition.
  mutating func update(_ entry: Queue.Entry.ID, _ change: ItemUpdate) {
    if place.entry == entry { change.apply(to: &opening.item) }
    if next?.place.entry == entry { next?.update(change) }
  }

  private var begun: Begun? {
    get {
      if case .begun(let begun) = progress { begun } else { nil }
    }
    set {
      if let newValue { progress = .begun(newValue) }
    }
  }

  private var loading: Loading? {
    get {
      if case .loading(let loading) = progress { loading } else { nil }
    }
    set {
      if let newValue { progress = .loading(newValue) }
    }
  }
}

// Events
extension CurrentItem {
  /// Returns the seek that waited for this, if any.
  mutating func handleOpened(_ duration: MediaTime?, _ videoTracks: Int) -> Seek? {
    (opening.duration, opening.videoTracks) = (duration, videoTracks)
    guard case .opening(let order) = progress else { return nil }
    progress = .loading(Loading())
    return order
  }

  /// Returns the seek to issue now: the one that waited for this picture, or while scrubbing the
  /// exact one to the same position. A cover shown before the source is open does not count.
  mutating func handleShown() -> Seek? {
    guard let underWay = loading?.seek else { return nil }
    loading?.seek = .shown(underWay.order)
    if case .awaited(_, let then?) = underWay { return then }
    return isScrubbing && underWay.order.mode.isQuick ? Seek(to: underWay.order.target) : nil
  }

  mutating func handleReady() {
    loading?.isReady = true
    if isStarved { begun?.flow = .refilled }
  }

  /// Returns true if it resumes after a stall.
  mutating func resumeFlow() -> Bool {
    guard begun?.flow == .refilled, !isScrubbing else { return false }
    begun?.flow = .steady
    return true
  }

  mutating func handleNearEnd() { begun?.isNearEnd = true }

  /// Returns true if it kept up before.
  mutating func handleStarved() -> Bool {
    guard begun?.flow == .steady else { return false }
    begun?.flow = .starved
    return true
  }

  /// Starts the run; returns true if it is the item's first.
  mutating func begin() -> Bool {
    defer { hasPlayed = true }
    progress = .begun(Begun())
    return !hasPlayed
  }

  /// Defers the seek if the source is not open yet, and returns true.
  mutating func waitUntilOpen(for order: Seek) -> Bool {
    guard case .opening = progress else { return false }
    progress = .opening(then: order)
    return true
  }

  /// Defers the seek if a quick seek waits for its picture, and returns true.
  mutating func waitUntilShown(for order: Seek) -> Bool {
    guard case .awaited(let underWay, _) = loading?.seek, underWay.mode.isQuick else {
      return false
    }
    loading?.seek = .awaited(underWay, then: order)
    return true
  }

  /// Starts another run.
  mutating func issue(_ order: Seek, as run: Run) {
    opening.run = run
    progress = .loading(Loading(seek: .awaited(order, then: nil)))
  }
}
