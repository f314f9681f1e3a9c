internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineVideoDecoders

/// The work of a pipeline's video thread: turns packets into frames and those into pictures in
/// scanout memory, run after run.
struct VideoDecoding: ~Copyable {
  private let feed: BoundedQueue<Pipeline.Feed>
  private let pools: PicturePools
  private let selector: DecoderSelector
  private let title: String
  private let cover: CoverImage?
  private let clock: @Sendable () -> PlaybackClock
  private let starving: () -> Void
  /// The output of the current run.
  private var queues: RunQueues?
  /// Nil if the current run has no video track, or none that can be decoded.
  private var decoder: FallbackDecoder?

  /// `title` and `cover` are shown if there is no video track; `starving` is called before the
  /// thread waits for packets.
  init(
    _ feed: BoundedQueue<Pipeline.Feed>, _ pools: PicturePools, _ selector: DecoderSelector,
    title: String,
    cover: CoverImage?, clock: @escaping @Sendable () -> PlaybackClock,
    starving: @escaping () -> Void
  ) {
    self.feed = feed
    self.pools = pools
    self.selector = selector
    self.title = title
    self.cover = cover
    self.clock = clock
    self.starving = starving
  }

  mutating func run() {
    while let next = nextFeed() {
      do throws(PlaybackError) {
        switch next {
        case .begin(let queues, .some(let track)): try begin(queues, track)
        case .begin(let queues, nil):
          self.queues = queues
          decoder = nil
          showCard(in: queues)
        case .packet(let packet): try decoder?.feed(packet)
        case .change(let track): try change(to: track)
        case .end: try finish()
        }
      } catch {
        fail(error)
      }
    }
  }

  private mutating func nextFeed() -> Pipeline.Feed? {
    if feed.isEmpty {
      starving()
      do throws(PlaybackError) {
        try decoder?.settle()
      } catch {
        fail(error)
      }
    }
    return feed.pop()
  }

  private func fail(_ error: PlaybackError) {
    queues?.report(.failed(error))
    queues?.pictures.close()
  }

  private mutating func begin(_ queues: RunQueues, _ track: Track) throws(PlaybackError) {
    self.queues = queues
    if decoder?.begin(queues, track) == true { return }
    // Some devices support only one session.
    decoder = nil
    try open(track, into: PictureWriter(pools, track, queues))
  }

  private mutating func open(
    _ track: Track, into writer: consuming PictureWriter
  ) throws(PlaybackError) {
    let load = VideoLoad(
      track, clock: clock, isSourceLate: { [feed] in feed.isEmpty },
      easing: { [selector] in selector.leastEffort })
    decoder = try FallbackDecoder.open(track, into: writer, load, by: selector)
  }

  /// Continues the run with another rendition.
  private mutating func change(to track: Track) throws(PlaybackError) {
    guard let queues, !queues.isClosed else {
      // The next run starts with it.
      decoder = nil
      return
    }
    try decoder?.drain()
    guard let before = decoder.take() else { return }
    try open(track, into: before.close(changingTo: track))
  }

  private mutating func finish() throws(PlaybackError) {
    guard let queues, !queues.isClosed, let hasPictures = try decoder?.finish() else { return }
    if !hasPictures, queues.mayHaveSound {
      // As without a video track: otherwise the run would wait indefinitely for its first picture.
      return showCard(in: queues)
    }
    queues.pictures.close()
    pools.display.nudge()
  }

  private func showCard(in queues: RunQueues) {
    StillPicture(pools.display).showCard(title: title, cover: cover, in: queues)
  }
}
