internal import VitrinePlaylists
internal import VitrineTiming

/// One opened item and its current run.
struct Opening: Equatable {
  /// Changes with each seek.
  var run: Run
  /// The first of its runs.
  let firstRun: Run
  let place: Queue.Place
  /// Its presentation may change while it is open.
  var item: Item
  /// Nil until the source is open, or if the container does not specify it.
  var duration: MediaTime?
  /// 0 until the source is open.
  var videoTracks = 0

  init(_ run: Run, _ place: Queue.Place, _ item: Item) {
    (self.run, firstRun, self.place, self.item) = (run, run, place, item)
  }
}

/// The next item, opened shortly before the current one ends.
struct PreparedItem: Equatable {
  enum Progress: Equatable {
    case opening
    /// Its first pictures and sound are being decoded.
    case loading
    /// It follows the current item automatically.
    case following
  }

  private(set) var opening: Opening
  private(set) var progress = Progress.opening

  init(_ opening: Opening) { self.opening = opening }

  var run: Run { opening.run }
  var place: Queue.Place { opening.place }

  mutating func update(_ change: ItemUpdate) { change.apply(to: &opening.item) }

  mutating func handleOpened(_ duration: MediaTime?, _ videoTracks: Int) {
    (opening.duration, opening.videoTracks) = (duration, videoTracks)
    if progress == .opening { progress = .loading }
  }

  /// Returns true on the first call: the engine must then queue the item.
  mutating func handleReady() -> Bool {
    defer { progress = .following }
    return progress != .following
  }
}
