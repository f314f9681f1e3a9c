internal import VitrinePlaylists
internal import VitrineTiming

/// The item that is on screen or about to be, and how far its present run has come.
struct CurrentItem: Equatable {
  typealias Seek = PlaybackState.Seek

  enum Progress: Equatable {
    /// The source is being opened; the seek is issued once it is open.
    case opening(then: Seek?)
    case loading(Loading)
    case begun(Begun)
  }

  /// The first pictures and sound of the run are awaited.
  struct Loading: Equatable {
    /// They are there, and something else keeps the run from beginning.
    var isReady = false
    /// What led to the run; nil after opening.
    var seek: SeekUnderWay?
  }

  enum SeekUnderWay: Equatable {
    /// Its first picture is awaited; another seek may wait for that.
    case awaited(Seek, then: Seek?)
    /// Its first picture is on screen.
    case shown(Seek)

    var order: Seek {
      switch self {
      case .awaited(let order, _), .shown(let order): order
      }
    }
  }

  /// The clock of the run was started.
  struct Begun: Equatable {
    var flow = Flow.steady
    /// It has said that it ends soon: what follows is to be prepared, whatever it is by then.
    var isNearEnd = false
    var next: PreparedItem?
  }

  /// Whether the source keeps up.
  enum Flow: Equatable { case steady, starved, refilled }

  private(set) var opening: Opening
  private(set) var progress: Progress
  /// A finger is on the slider: the picture follows it and the clock stands.
  var isScrubbing = false
  /// Whether one of its runs was begun.
  private(set) var hasPlayed = false

  init(_ opening: Opening) { (self.opening, progress) = (opening, .opening(then: nil)) }

  /// What was prepared takes the current item's place.
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

// What it is.
extension CurrentItem {
  var run: Run { opening.run }
  var place: Queue.Place { opening.place }

  /// Whether the clock is halted because the source does not keep up.
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

  /// The seek that was asked for last, if it is not over.
  var seek: Seek? {
    switch progress {
    case .opening(let order): order
    case .loading(let loading):
      if case .awaited(_, let then?) = loading.seek { then } else { loading.seek?.order }
    case .begun: nil
    }
  }

  /// Whether what was awaited, after opening, after a seek or from a slow source, is there.
  var isReady: Bool {
    switch progress {
    case .opening: false
    case .loading(let loading): loading.isReady
    case .begun(let begun): begun.flow == .refilled
    }
  }

  /// Whether its pictures and sound are there, and no seek and no finger keeps the run from
  /// beginning.
  var mayBegin: Bool {
    guard case .loading(let loading) = progress, loading.isReady, !isScrubbing else { return false }
    if case .awaited(_, then: _?) = loading.seek { return false }
    return true
  }

  /// Whether a finger was at this place last.
  func isScrubbed(to target: MediaTime) -> Bool {
    guard isScrubbing, let seek, seek.mode != .keyFrame else { return false }
    return seek.target == max(opening.duration.map { min(target, $0) } ?? target, .zero)
  }

  /// What is prepared to follow it: only a run that was begun has something.
  var next: PreparedItem? {
    get { begun?.next }
    set { begun?.next = newValue }
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

// What happens to it.
extension CurrentItem {
  /// The seek that has waited for this, if any.
  mutating func noteOpened(_ duration: MediaTime?, _ videoTracks: Int) -> Seek? {
    (opening.duration, opening.videoTracks) = (duration, videoTracks)
    guard case .opening(let order) = progress else { return nil }
    progress = .loading(Loading())
    return order
  }

  /// The seek to issue now: the one that has waited for this picture; while a finger drags, the
  /// exact one to the same place. A cover is shown before the source is open: it counts for none.
  mutating func noteShown() -> Seek? {
    guard let underWay = loading?.seek else { return nil }
    loading?.seek = .shown(underWay.order)
    if case .awaited(_, let then?) = underWay { return then }
    return isScrubbing && underWay.order.mode.isQuick ? Seek(to: underWay.order.target) : nil
  }

  mutating func noteReady() {
    loading?.isReady = true
    if isStarved { begun?.flow = .refilled }
  }

  /// Whether it plays again after its source did not keep up.
  mutating func resumeFlow() -> Bool {
    guard begun?.flow == .refilled, !isScrubbing else { return false }
    begun?.flow = .steady
    return true
  }

  mutating func noteNearEnd() { begun?.isNearEnd = true }

  /// Whether that is news.
  mutating func noteStarved() -> Bool {
    guard begun?.flow == .steady else { return false }
    begun?.flow = .starved
    return true
  }

  /// Whether it is the first of its runs that begins.
  mutating func begin() -> Bool {
    defer { hasPlayed = true }
    progress = .begun(Begun())
    return !hasPlayed
  }

  /// Whether the seek has to wait until the source is open, and does.
  mutating func waitUntilOpen(for order: Seek) -> Bool {
    guard case .opening = progress else { return false }
    progress = .opening(then: order)
    return true
  }

  /// Whether the seek has to wait until the quick one that is under way has its picture, and does.
  mutating func waitUntilShown(for order: Seek) -> Bool {
    guard case .awaited(let underWay, _) = loading?.seek, underWay.mode.isQuick else {
      return false
    }
    loading?.seek = .awaited(underWay, then: order)
    return true
  }

  /// Begins another run.
  mutating func issue(_ order: Seek, as run: Run) {
    opening.run = run
    progress = .loading(Loading(seek: .awaited(order, then: nil)))
  }
}
