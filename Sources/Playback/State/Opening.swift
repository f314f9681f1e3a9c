internal import VitrinePlaylists
internal import VitrineTiming

/// One opened item, and its present run.
struct Opening: Equatable {
  /// Another one with each seek.
  var run: Run
  /// The first of its runs.
  let firstRun: Run
  let place: Queue.Place
  let item: Item
  /// Nil until the source is open, and where the container does not tell.
  var duration: MediaTime?
  /// None before the source is open.
  var videoTracks = 0

  init(_ run: Run, _ place: Queue.Place, _ item: Item) {
    (self.run, firstRun, self.place, self.item) = (run, run, place, item)
  }
}

/// The item that is to follow the current one, opened shortly before that one ends.
struct PreparedItem: Equatable {
  enum Progress: Equatable {
    case opening
    /// Its first pictures and sound are awaited.
    case loading
    /// It was told to follow.
    case following
  }

  private(set) var opening: Opening
  private(set) var progress = Progress.opening

  init(_ opening: Opening) { self.opening = opening }

  var run: Run { opening.run }
  var place: Queue.Place { opening.place }

  mutating func noteOpened(_ duration: MediaTime?, _ videoTracks: Int) {
    (opening.duration, opening.videoTracks) = (duration, videoTracks)
    if progress == .opening { progress = .loading }
  }

  /// Whether it is to be told to follow: it is, once.
  mutating func noteReady() -> Bool {
    defer { progress = .following }
    return progress != .following
  }
}
