public import Playlists

/// Plays a list of items one after the other. Knows nothing of FFmpeg, DRM or threads: the
/// engine tells it what happened and carries out the effects it returns, in order.
///
/// The next item is opened while the current one plays, so that it is ready at the edge.
/// Pausing is an intention, not a phase.
public struct PlaybackState: Equatable, Sendable {
  public enum Phase: Equatable, Sendable { case idle, opening, playing, ended }

  public enum Report: Equatable, Sendable {
    /// The first picture and sound are decoded.
    case ready
    /// Everything was read and is on its way to the decoders.
    case demuxed
    /// The last picture and sample have been on screen and heard.
    case ended
    case failed(PlaybackError)
  }

  public enum Effect: Equatable, Sendable {
    case open(Item, Run)
    /// Show and sound this run from its beginning.
    case begin(Run)
    case close(Run)
    case reportFailure(Item, PlaybackError)
    case pause, resume
    /// Nothing is left to play.
    case finish
  }

  /// One opened item.
  private struct Opened: Equatable {
    let run: Run
    let index: Int
    var isReady = false
  }

  public let items: [Item]
  public let isLooping: Bool
  public private(set) var phase = Phase.idle
  public private(set) var isPaused = false
  /// How many runs have been begun.
  public private(set) var playedCount = 0
  /// Why the first item that failed did, for the exit status when nothing could be played.
  public private(set) var firstFailure: PlaybackError?
  private var current: Opened?
  private var next: Opened?
  private var openings = 0
  /// The place of the item that was opened last: every item is opened once a round.
  private var cursor = -1
  private var failuresInARow = 0

  public init(items: [Item], isLooping: Bool = false) {
    self.items = items
    self.isLooping = isLooping
  }

  /// The item that is on screen or about to be.
  public var currentItem: Item? { current.map { items[$0.index] } }
  public var currentRun: Run? { current?.run }

  /// Starts with the first item.
  public mutating func start() -> [Effect] {
    guard phase == .idle else { return [] }
    guard !items.isEmpty else { return finish() }
    phase = .opening
    let (opened, effects) = openFollowing() ?? (nil, [])
    current = opened
    return effects
  }

  public mutating func setPaused(_ wanted: Bool) -> [Effect] {
    guard wanted != isPaused, phase != .ended else { return [] }
    isPaused = wanted
    guard phase == .playing else { return [] }
    return [wanted ? .pause : .resume]
  }

  /// Takes news of a run. News of one that we have left changes nothing.
  public mutating func receive(_ report: Report, from run: Run) -> [Effect] {
    if run == current?.run { return receiveFromCurrent(report, run) }
    if run == next?.run { return receiveFromNext(report, run) }
    return []
  }

  private mutating func receiveFromCurrent(_ report: Report, _ run: Run) -> [Effect] {
    switch report {
    case .ready where phase == .opening: return begin(run)
    case .ready: return []
    case .demuxed: return prepareNext()
    case .ended: return [.close(run)] + advance()
    case .failed(let error): return noteFailure(error, of: current) + [.close(run)] + advance()
    }
  }

  private mutating func receiveFromNext(_ report: Report, _ run: Run) -> [Effect] {
    switch report {
    case .ready: next?.isReady = true
    case .demuxed, .ended: break
    case .failed(let error):
      let failed = next
      next = nil
      let effects = noteFailure(error, of: failed) + [.close(run)]
      guard failuresInARow < items.count, let (opened, more) = openFollowing() else {
        return effects
      }
      next = opened
      return effects + more
    }
    return []
  }

  private mutating func begin(_ run: Run) -> [Effect] {
    phase = .playing
    playedCount += 1
    failuresInARow = 0
    return [.begin(run)] + (isPaused ? [.pause] : [])
  }

  private mutating func prepareNext() -> [Effect] {
    guard phase == .playing, next == nil, let (opened, effects) = openFollowing() else {
      return []
    }
    next = opened
    return effects
  }

  /// Goes on to the item after the current one, which is opened already where it could be.
  private mutating func advance() -> [Effect] {
    if let prepared = next {
      (current, next) = (prepared, nil)
      phase = .opening
      return prepared.isReady ? begin(prepared.run) : []
    }
    // A whole round without one good item: there is nothing to loop over.
    guard failuresInARow < items.count, let (opened, effects) = openFollowing() else {
      return finish()
    }
    phase = .opening
    current = opened
    return effects
  }

  /// Opens the item after the one opened last; nil at the end of the list.
  private mutating func openFollowing() -> (Opened?, [Effect])? {
    if cursor + 1 >= items.count {
      guard isLooping else { return nil }
      cursor = -1
    }
    cursor += 1
    openings += 1
    let run = Run(openings)
    return (Opened(run: run, index: cursor), [.open(items[cursor], run)])
  }

  private mutating func noteFailure(_ error: PlaybackError, of opened: Opened?) -> [Effect] {
    failuresInARow += 1
    firstFailure = firstFailure ?? error
    return opened.map { [.reportFailure(items[$0.index], error)] } ?? []
  }

  private mutating func finish() -> [Effect] {
    phase = .ended
    (current, next) = (nil, nil)
    return [.finish]
  }
}
