internal import VitrineLinux
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// A row of segments that is downloaded ahead of its reader. Thread-safe; functions that return
/// parts wait. The owner ends it with `interrupt`.
final class SegmentFeed: Sendable {
  private let sources: RemoteSources
  private let isPinned: Bool
  private let state: Waitable<State>
  private let isLeftNow: @Sendable () -> Bool

  private struct State {
    var scheduler: SegmentScheduler
    /// Whether the reader is waiting.
    var isAwaited = false
    var isInterrupted = false
    /// The number of bytes received for any purpose.
    var received: Int64 = 0
  }

  /// Starts downloading. With `isPinned`, cached segments are pinned. Waiting ends while `isLeft`
  /// reports a seek.
  init(
    _ scheduler: SegmentScheduler, over sources: RemoteSources, isPinned: Bool = false,
    isLeft: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.sources, self.isPinned, isLeftNow) = (sources, isPinned, isLeft)
    state = Waitable(State(scheduler: scheduler))
    state.update { performActions(&$0) }
  }

  /// Returns the stretch of the next part without taking the part; nil at the end.
  func nextStretch() throws(NetworkError) -> SegmentStretch? {
    try wait { scheduler in
      if let part = scheduler.parts.first { return .some(part.stretch) }
      return scheduler.isAtEnd ? .some(nil) : nil
    }
  }

  /// Takes the next part of a stretch; nil after its last.
  func part(of stretch: SegmentStretch) throws(NetworkError) -> SegmentPart? {
    try wait { scheduler in
      if let part = scheduler.removeFirst(of: stretch.number) { return .some(part) }
      return scheduler.isAtEnd || scheduler.standsAlone || !scheduler.parts.isEmpty
        ? .some(nil) : nil
    }
  }

  /// Returns the list that is currently read; waits for the first.
  func timeline() throws(NetworkError) -> HLSTimeline {
    try wait { scheduler in scheduler.timeline ?? scheduler.lists.any }
  }

  /// Returns the place before the segment at a time; waits for the list.
  func place(before time: Duration) throws(NetworkError) -> HLSTimeline.Place {
    try wait { $0.place(before: time) }
  }

  /// The place before the part that was taken last.
  var beforeTaken: HLSTimeline.Place? { state.value.scheduler.row.beforeTaken }

  /// The end of the part that was taken last, according to its list.
  var takenEnd: Duration? { state.value.scheduler.row.takenEnd }

  /// Continues after a place. Sends no request before `due`.
  func seek(behind place: HLSTimeline.Place, due: HostTime? = nil) {
    change { $0.seek(behind: place, due: due) }
  }

  /// Pauses downloading until the next seek.
  func rest() { change { $0.rest() } }

  /// Continues with the segment at a time in the row's list.
  func seek(to time: Duration) { change { $0.seek(to: time) } }

  /// Takes the next part if it has arrived and begins before a time; does not wait.
  func partThatIsThere(before time: Duration) throws(NetworkError) -> SegmentPart? {
    let (part, failure) = state.update { state -> (SegmentPart?, NetworkError?) in
      let first = state.scheduler.parts.first.flatMap { $0.place.start < time ? $0 : nil }
      let part = first.flatMap { state.scheduler.removeFirst(of: $0.stretch.number) }
      performActions(&state)
      return (part, state.scheduler.failure)
    }
    if part == nil, let failure { throw failure }
    return part
  }

  /// Selects the rendition to continue with.
  func setQuality(_ preference: VariantPolicy.Preference) {
    change { $0.want(preference, at: .now()) }
  }

  /// Returns the available renditions; `playing` is the index of the current one. Returns nil if
  /// there is no choice.
  func renditions(playing: Int?) -> AvailableRenditions? {
    let offered = state.value.scheduler.offered(playing: playing)
    return offered.isChoice ? offered : nil
  }

  /// Reports that the part taken last is unreadable.
  func refuse() { change { $0.refuse(at: .now()) } }

  private func change(_ body: (inout SegmentScheduler) -> [SegmentScheduler.Action]) {
    state.update { state in
      guard !state.isInterrupted else { return }
      for case .cancel(let id) in body(&state.scheduler) { sources.cancel(id) }
      performActions(&state)
    }
  }

  /// Waits until `look` returns a result, while downloads continue.
  private func wait<Result>(
    _ look: (inout SegmentScheduler) -> Result?
  ) throws(NetworkError) -> Result {
    let result = state.wait { state -> Swift.Result<Result, NetworkError>? in
      let found = look(&state.scheduler)
      performActions(&state)
      if state.isInterrupted { return .failure(.cancelled) }
      state.isAwaited = found == nil
      if let found { return .success(found) }
      if isLeft { return .failure(.cancelled) }
      return state.scheduler.failure.map { .failure($0) }
    }
    return try result.get()
  }

  /// Whether a seek is pending.
  var isLeft: Bool { isLeftNow() }

  /// Wakes waiting readers so that they check `isLeft`.
  func lookAgain() { state.update { _ in } }

  /// Ends all waiting and all transfers. Transfers keep a reference to the feed until then.
  func interrupt() {
    let left = state.update { state in
      state.isInterrupted = true
      return state.scheduler.leaveAll()
    }
    for id in left { sources.cancel(id) }
  }

  /// Returns how the row is downloading. `read` is the time between the part taken last and
  /// playback, and `reached` its end in the list's time.
  func arrival(read: MediaTime, reached: Duration) -> Arrival {
    // Playback makes room for more segments.
    change { scheduler in
      (scheduler.lead, scheduler.reached) = (max(read, .zero).duration, reached)
      return []
    }
    let state = state.value
    let scheduler = state.scheduler
    let lead = BufferingPolicy.Lead(
      time: max(read, .zero) + scheduler.ahead, bytes: 0, isFull: scheduler.isFull)
    var arrival = Arrival(
      lead: lead, isAwaited: state.isAwaited && scheduler.failure == nil,
      networkError: scheduler.trouble?.description)
    // A connection is fast enough if it can carry the lowest rendition.
    let least = scheduler.encodings.map(\.variant.bandwidth).filter { $0 > 0 }.min()
    arrival.flow = least.map { .init(needed: Double($0), received: state.received) }
    return arrival
  }

  /// Returns the state of a live stream, in the list's time.
  func live(at now: HostTime) -> Arrival.Live? { state.value.scheduler.live(at: now) }

  /// Returns the list's date ranges at a time.
  func dateRanges(at time: MediaTime) -> [DateRange] {
    let timeline = state.value.scheduler.timeline
    guard let timeline, let date = timeline.date(at: time.duration) else { return [] }
    return timeline.list.dateRanges(at: date).suffix(Self.mostDateRanges).map {
      DateRange(
        id: $0.id, kind: $0.kind, start: $0.start, duration: $0.duration, attributes: $0.attributes)
    }
  }

  /// The most date ranges to report at once.
  private static let mostDateRanges = 8

  private func performActions(_ state: inout State) {
    guard !state.isInterrupted else { return }
    for action in state.scheduler.actions(at: .now()) {
      switch action {
      case .begin(let resource, var request):
        request.caching.isPinned = isPinned
        do throws(NetworkError) {
          state.scheduler.recordTransfer(try sources.begin(request, for: self), for: resource)
        } catch {
          state.isInterrupted = true
        }
      case .cancel(let id): sources.cancel(id)
      }
    }
  }
}

extension SegmentFeed: TransferSink {
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.scheduler.begin(head, of: transfer) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    // Only whole segments wake the readers.
    state.change { state in
      state.received +|= Int64(bytes.count)
      return unsafe state.scheduler.receive(bytes, of: transfer, at: .now())
    }
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    let (throughput, changing) = state.update { state in
      state.scheduler.end(transfer, error, chance: .random(in: 0...1), at: .now())
      performActions(&state)
      return (state.scheduler.throughput, state.scheduler.removeChangingLists())
    }
    for url in changing { sources.evict(url) }
    if throughput.isKnown { sources.record(rate: throughput.estimate) }
  }
}
