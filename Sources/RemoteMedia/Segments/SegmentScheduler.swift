internal import VitrineAddresses
internal import VitrineMedia
internal import VitrineNetwork
internal import VitrinePlayback
internal import VitrineStreams
internal import VitrineTiming

/// The state of one row of segments that is downloaded, and the choice of the next request. The
/// reader and the download thread share it behind a lock.
///
/// A row is the video with everything in its segments, in several renditions, or one separate audio
/// or subtitle stream.
struct SegmentScheduler {
  /// A rendition and the source of its segment list.
  struct Encoding: Hashable, Sendable {
    let source: SegmentListSource
    let variant: VariantPolicy.Variant
  }

  enum Action {
    case begin(SegmentResource, TransferRequest)
    case cancel(TransferID)
  }

  let encodings: [Encoding]
  var limits = SegmentLimits()
  /// The playback time between the part taken last and the picture on screen.
  var lead = Duration.zero
  /// The reader's position in the list's time.
  var reached = Duration.zero
  /// Whether bytes are cached.
  private let isCached: @Sendable (RemoteURL, Range<Int64>?) -> Bool

  private(set) var lists: SegmentLists
  private(set) var row = SegmentRow()
  private var selector: EncodingSelector
  private var heads = SegmentHeads()
  private var hasForgotten = false
  // The transfers in progress: one for a list, one for everything else.
  private var listFlight: SegmentFlight?
  private var flight: SegmentFlight?
  /// Whether the current transfer was to replace a part that has been taken meanwhile.
  private var isLate = false
  /// When the first request after a seek is sent.
  private var due: HostTime?
  /// Whether requests are paused until the next seek.
  private var rests = false

  /// The permanent error of the row.
  private(set) var failure: NetworkError?
  /// The requested distance to the live edge; nil means the list's.
  var latency: Duration? {
    get { lists.latency }
    set { lists.latency = newValue }
  }
  /// Whether any partial segment can start playback, as for audio and subtitles.
  var beginsAnywhere: Bool {
    get { row.beginsAnywhere }
    set { row.beginsAnywhere = newValue }
  }
  /// Why the row is not downloading at the moment.
  private(set) var trouble: NetworkError?
  /// Segments in a row that no rendition could deliver.
  private var missed = 0
  /// How local the addresses in the lists may be.
  private var scope: AddressScope?

  /// `known` returns lists that are already known.
  init(
    _ encodings: [Encoding], _ throughput: Throughput, scope: AddressScope?,
    known: @escaping @Sendable (Int) -> HLSMediaPlaylist? = { _ in nil },
    isCached: @escaping @Sendable (RemoteURL, Range<Int64>?) -> Bool = { _, _ in false }
  ) {
    self.encodings = encodings
    self.scope = scope
    self.isCached = isCached
    lists = SegmentLists(known: known)
    selector = EncodingSelector(encodings.map(\.variant), throughput)
  }

  /// The rules for choosing a rendition.
  var policy: VariantPolicy {
    get { selector.policy }
    set { selector.policy = newValue }
  }
  var throughput: Throughput { selector.throughput }
  var parts: [SegmentPart] { row.parts }
  /// Returns the state of a live stream, in the list's time.
  func live(at now: HostTime) -> Arrival.Live? {
    guard let live = lists.live, let edge = lists.edge(at: now) else { return nil }
    return Arrival.Live(
      edge: edge, target: MediaTime(nanoseconds: live.distance.nanoseconds),
      earliest: lists.earliest(at: now))
  }
  /// The list that is currently read.
  var timeline: HLSTimeline? { playing.flatMap { lists[$0] } }
  private var playing: Int? { selector.chosen ?? row.encoding }

  var isAtEnd: Bool { parts.isEmpty && flight == nil && (reachesEnd || isEnough) }
  /// Whether the reader has to wait for a part.
  var isStarving: Bool { parts.isEmpty && !isAtEnd && failure == nil }
  /// The duration of the parts that have arrived.
  var ahead: Duration { row.duration }
  /// Whether nothing more is downloaded for now.
  var isFull: Bool { failure != nil || !hasRoom || isAtEnd || flight == nil && reachesEnd }

  private var reachesEnd: Bool {
    guard row.last != nil, let playing, let timeline, !timeline.list.isLive else { return false }
    return row.next(in: timeline, of: playing) == nil
  }
  private var hasRoom: Bool {
    row.keptDuration + lead < limits.time && row.keptByteCount < limits.bytes && !isEnough && !rests
  }
  private var isEnough: Bool { limits.count.map { row.count >= $0 } ?? false }
  /// Whether each stretch has only one part.
  var standsAlone: Bool { limits.stretch == .zero }

  /// Takes the next part if it belongs to this stretch.
  mutating func removeFirst(of stretch: Int) -> SegmentPart? {
    let wasRenewed = row.isRenewed
    defer { if wasRenewed, !row.isRenewed { isLate = true } }
    return row.removeFirst(of: stretch)
  }

  /// Returns the lists that must not be cached, once it is known that the stream is live.
  mutating func removeChangingLists() -> [RemoteURL] {
    guard !hasForgotten, timeline?.list.isLive == true else { return [] }
    hasForgotten = true
    return encodings.compactMap(\.source.changing)
  }

  /// Returns the place before the segment at a time; in a live list, at most the latest start. Nil
  /// while no list is known.
  func place(before time: Duration) -> HLSTimeline.Place? {
    guard let timeline = timeline ?? lists.any else { return nil }
    let time = timeline.list.isLive ? min(time, timeline.beginning) : time
    return timeline.piece(at: time, anywhere: beginsAnywhere)
      .map { HLSTimeline.Place(before: $0.segment, start: $0.place.start) }
  }

  /// Continues after a place, which may be of another row. Sends no request before `due`. Returns
  /// transfers to cancel.
  mutating func seek(behind place: HLSTimeline.Place, due: HostTime? = nil) -> [Action] {
    row.seek(behind: place)
    (missed, lead, reached, self.due, rests) = (0, .zero, place.end, due, false)
    return leaveFlight()
  }

  /// Continues with the segment at a time in the row's list. Returns transfers to cancel.
  mutating func seek(to time: Duration) -> [Action] {
    row.seek(to: time)
    (missed, lead, reached, due, rests) = (0, .zero, time, nil, false)
    return leaveFlight()
  }

  /// Continues after an unreadable part, in another rendition if there is one.
  mutating func refuse(at now: HostTime) -> [Action] {
    guard let encoding = row.returnToTaken() else { return [] }
    selector.exclude(encoding, at: now)
    return leaveFlight()
  }

  /// Returns the renditions to choose from; `playing` is the index of the current one.
  func offered(playing: Int?) -> AvailableRenditions {
    var offered = selector.offered
    offered.playing = playing.map { encodings[$0].variant }
    return offered
  }

  /// Selects a rendition. Replaces the downloaded segments of others, but keeps enough of them to
  /// play without a stall. Returns transfers to cancel.
  mutating func want(_ preference: VariantPolicy.Preference, at now: HostTime) -> [Action] {
    guard preference != policy.preference else { return [] }
    policy.preference = preference
    selector.chosen = nil
    // With partial segments the buffer is only seconds long.
    let comesInParts = timeline?.list.comesInParts ?? false
    guard encodings.count > 1, !comesInParts,
      let wanted = selector.choose(surroundings, at: now)
    else { return [] }
    let time = time(for: wanted)
    // The reader stays ahead of playback by this distance, or soon will.
    let untilKept = row.rest(from: reached) - max(Self.readAhead - lead, .zero)
    row.renew(in: wanted, keeping: time - untilKept)
    guard !row.isRenewed, case .segment(_, _, let coming) = flight?.resource else {
      return leaveFlight()
    }
    // With a short buffer, the current transfer continues: its successor would arrive later.
    let isCheaper = encodings[wanted].variant.bandwidth < encodings[coming].variant.bandwidth
    guard coming == wanted || ahead + lead < time && !isCheaper else { return leaveFlight() }
    selector.chosen = coming
    return []
  }

  /// Returns the time that a segment of a rendition takes to download, at a rate somewhat below the
  /// measured one.
  private func time(for encoding: Int) -> Duration {
    let length = (timeline ?? lists.any)?.list.targetDuration.seconds ?? 0
    let time = Double(encodings[encoding].variant.bandwidth) * length / max(throughput.estimate, 1)
    return .seconds(1) + Duration(roundingNanoseconds: min(time * 1.5, 60) * 1e9)
  }

  /// How far a reader goes ahead of playback.
  static let readAhead = Duration.seconds(4)

  /// Pauses requests until the next seek. Returns transfers to cancel.
  mutating func rest() -> [Action] {
    rests = true
    return leaveFlight()
  }

  private mutating func leaveFlight() -> [Action] {
    defer { (flight, selector.chosen) = (nil, nil) }
    return flight?.id.map { [.cancel($0)] } ?? []
  }

  /// Removes all transfers and returns them.
  mutating func leaveAll() -> [TransferID] {
    defer { (flight, listFlight) = (nil, nil) }
    return [flight?.id, listFlight?.id].compactMap(\.self)
  }
}

/// How much of a row is downloaded ahead.
struct SegmentLimits: Hashable, Sendable {
  var time = Duration.seconds(50)
  var bytes = 24 << 20
  /// Larger segments are refused.
  var segment: Int64 = 64 << 20
  var map: Int64 = 4 << 20
  /// The longest stretch, because a demuxer's memory grows with it. With 0, each segment is a
  /// stretch.
  var stretch = Duration.seconds(600)
  /// How many segments are downloaded after each seek. Unlimited if nil.
  var count: Int?

  static let key: Int64 = 4096
}

// The choice of requests.
extension SegmentScheduler {
  private enum Step {
    case nothing
    case list(Int)
    case fetch(SegmentResource)
    /// Skip the segment at this place.
    case leaveOut(HLSTimeline.Place, Int)
  }

  mutating func actions(at now: HostTime) -> [Action] {
    guard failure == nil else { return [] }
    var actions: [Action] = []
    if isLate { actions += leaveFlight() }
    isLate = false
    while flight == nil {
      switch step(at: now) {
      case .nothing: break
      case .leaveOut(let place, let encoding):
        row.leaveOut(place, of: encoding)
        selector.chosen = nil
        continue
      case .list(let encoding): actions += wantList(encoding)
      case .fetch(let resource): flight = flight(resource)
      }
      break
    }
    let isLive = timeline?.list.isLive ?? (lists.live != nil)
    if listFlight == nil, isLive, let playing, let due = lists.due {
      let fetch = encodings[playing].source.fetch(awaiting: lists.awaited(of: playing))
      listFlight = SegmentFlight(.list(playing), fetch, due: due)
    }
    // Live segments are not needed again.
    let begun = [
      flight?.action(scope, mayBeCached: !isLive), listFlight?.action(scope, mayBeCached: !isLive),
    ]
    return actions + begun.compactMap(\.self)
  }

  private func flight(_ resource: SegmentResource) -> SegmentFlight {
    SegmentFlight(resource, resource.fetch(of: encodings, lists, limits), due: due)
  }

  private mutating func step(at now: HostTime) -> Step {
    guard hasRoom else { return .nothing }
    if let look = lookForKept() { return look }
    guard let encoding = nextEncoding(at: now) else { return .nothing }
    if let list = lists.knownList(of: encoding) { update(list, encoding, now) }
    guard let timeline = lists[encoding] else { return .list(encoding) }
    guard let next = row.next(in: timeline, of: encoding) else { return .nothing }
    if next.segment.isGap { return .leaveOut(timeline.gap(from: next), encoding) }
    if let resource = heads.missing(for: next.segment) { return .fetch(resource) }
    return .fetch(.segment(next.segment, next.place, encoding: encoding))
  }

  private mutating func nextEncoding(at now: HostTime) -> Int? {
    // Another rendition could only continue with the next whole segment or independent part.
    if let bound = row.bound(in: lists), selector.mayStay(with: bound, at: now) { return bound }
    return selector.choose(surroundings, at: now)
  }

  private var surroundings: EncodingSelector.Surroundings {
    EncodingSelector.Surroundings(
      ahead: ahead + lead, current: row.encoding,
      liveDistance: timeline.flatMap { $0.list.isLive ? $0.liveDistance : nil },
      kept: Set(encodings.indices.filter(hasNextKept)),
      segment: (timeline ?? lists.any)?.list.targetDuration)
  }

  private func hasNextKept(_ encoding: Int) -> Bool {
    guard let timeline = lists[encoding],
      let segment = row.next(in: timeline, of: encoding)?.segment
    else { return false }
    return !segment.isGap && isCached(segment.url, segment.range?.bounds)
  }

  /// Requests the cached lists first: their segments may be cached as well.
  private mutating func lookForKept() -> Step? {
    guard encodings.count > 1 else { return nil }
    if case .list(let coming) = listFlight?.resource, selector.lookedAt.contains(coming) {
      return .nothing
    }
    let encoding = encodings.indices.first { encoding in
      !selector.lookedAt.contains(encoding) && lists[encoding] == nil
        && encodings[encoding].source.isCached(isCached)
    }
    guard let encoding else { return nil }
    selector.look(at: encoding)
    return .list(encoding)
  }

  /// Requests the list of a new rendition, instead of refreshing another list.
  private mutating func wantList(_ encoding: Int) -> [Action] {
    if case .list(encoding) = listFlight?.resource { return [] }
    let old = listFlight?.id
    listFlight = flight(.list(encoding))
    return old.map { [.cancel($0)] } ?? []
  }

  /// Records the transfer that carries out an order.
  mutating func recordTransfer(_ id: TransferID, for resource: SegmentResource) {
    if listFlight?.resource == resource { listFlight?.id = id } else { flight?.id = id }
  }
}

// The results of transfers.
extension SegmentScheduler {
  mutating func begin(_ head: ResponseHead, of id: TransferID) -> NetworkError? {
    if listFlight?.id == id { return listFlight?.fetch.begin(head) }
    guard flight?.id == id else { return .cancelled }
    return flight?.fetch.begin(head)
  }

  mutating func receive(
    _ bytes: UnsafeRawBufferPointer, of id: TransferID, at now: HostTime
  ) -> TransferStep {
    if listFlight?.id == id { return unsafe listFlight?.receive(bytes, at: now) ?? .enough }
    guard flight?.id == id else { return .fail(.cancelled) }
    let step = unsafe flight?.receive(bytes, at: now) ?? .enough
    guard case .proceed = step, let known = flight,
      selector.giveUp(known, ahead: ahead + lead, at: now)
    else { return step }
    flight = nil
    return .enough
  }

  /// Handles the end of a transfer. `chance` is from 0 to 1.
  mutating func end(_ id: TransferID, _ error: NetworkError?, chance: Double, at now: HostTime) {
    if listFlight?.id == id, let ended = listFlight {
      listFlight = conclude(ended, error, chance, now)
    } else if flight?.id == id, let ended = flight {
      flight = conclude(ended, error, chance, now)
    }
  }

  /// Returns the flight if it is retried.
  private mutating func conclude(
    _ ended: SegmentFlight, _ error: NetworkError?, _ chance: Double, _ now: HostTime
  ) -> SegmentFlight? {
    var flight = ended
    switch flight.fetch.end(error, chance: chance) {
    case .complete:
      if flight.fetch.head?.isCached != true { selector.setAway(false, at: now) }
      complete(flight, now)
      return nil
    case .failed(let error):
      fail(flight.resource, error, now)
      return nil
    case .retry(let pause, let error):
      trouble = error
      flight.begin(again: now + pause)
      return isLeft(flight, because: error, now) ? nil : flight
    }
  }

  /// Whether a failed request is not retried.
  private mutating func isLeft(
    _ flight: SegmentFlight, because error: NetworkError, _ now: HostTime
  ) -> Bool {
    let isTired = flight.attempts >= Self.mostAttempts
    if case .status = error {
      // A server may return such an error indefinitely.
      if isTired { fail(flight.resource, error, now) }
      return isTired
    }
    selector.setAway(true, at: now)
    if encodings.indices.contains(where: hasNextKept) {
      // Playback continues with a cached rendition.
      selector.chosen = nil
      return true
    }
    // The network may recover, but another server may be reachable in the meantime.
    guard isTired, let encoding = encoding(of: flight.resource) else { return false }
    let isElsewhere = encodings.indices.map { origin(of: $0) != flight.fetch.url.origin }
    return selector.turnAway(from: encoding, at: now) { !error.isOfServer || isElsewhere[$0] }
  }

  /// Returns the server of a rendition's segments, as far as is known.
  private func origin(of encoding: Int) -> RemoteURL.Origin? {
    lists[encoding]?.list.segments.last?.url.origin ?? encodings[encoding].source.origin
  }

  private mutating func turnAway(from resource: SegmentResource, _ now: HostTime) -> Bool {
    encoding(of: resource).map { selector.turnAway(from: $0, at: now) } ?? false
  }

  private func encoding(of resource: SegmentResource) -> Int? {
    switch resource {
    case .list(let encoding), .segment(_, _, let encoding): encoding
    case .map, .key: playing
    }
  }

  private static let mostAttempts = 3
  /// With more missing segments in a row, the stream is unplayable.
  private static let mostMissed = 5

  private mutating func complete(_ flight: SegmentFlight, _ now: HostTime) {
    do throws(NetworkError) {
      switch flight.resource {
      case .list(let encoding):
        guard let list = try list(of: encoding, flight) else { return }
        if let answered = flight.fetch.head?.scope { scope = min(scope ?? answered, answered) }
        update(list, encoding, now)
      case .map(let map): try heads.keep(flight.bytes, map)
      case .key(let url):
        heads.keep(flight.bytes, key: url)
        trouble = nil
      case .segment(let segment, let place, let encoding):
        selector.measure(flight, at: now)
        let key = try heads.key(of: segment)
        row.append(
          segment, at: place, of: encoding, flight.bytes, key: key, head: heads.head(of: segment),
          isLive: lists[encoding]?.list.isLive ?? false, longest: limits.stretch)
        (trouble, missed, selector.chosen) = (nil, 0, nil)
      }
    } catch {
      fail(flight.resource, error, now)
    }
  }

  /// Returns nil if another index is needed.
  private mutating func list(
    of encoding: Int, _ flight: SegmentFlight
  ) throws(NetworkError) -> HLSMediaPlaylist? {
    let (source, head) = (encodings[encoding].source, flight.fetch.head)
    guard source.needsMore(behind: lists.indexes(of: encoding).count) else {
      return try source.list(flight.bytes, head)
    }
    let size = head?.contentRange?.total ?? (head?.status == 200 ? head?.length : nil)
    lists.append(DASHFile.Index(flight.bytes, size: size), of: encoding)
    if source.needsMore(behind: lists.indexes(of: encoding).count) { return nil }
    return try source.list(flight.bytes, head, lists.removeIndexes(of: encoding))
  }

  private mutating func update(_ list: HLSMediaPlaylist, _ encoding: Int, _ now: HostTime) {
    trouble = nil
    do throws(NetworkError) {
      if try lists.update(list, of: encoding, row, at: now) {
        row.beginAnew()
        (flight, selector.chosen) = (nil, nil)
      }
    } catch {
      return fail(.list(encoding), error, now)
    }
    if lists.isStuck { _ = selector.turnAway(from: encoding, at: now) }
  }

  private mutating func fail(_ resource: SegmentResource, _ error: NetworkError, _ now: HostTime) {
    trouble = error
    row.keep()
    if turnAway(from: resource, now) { return }
    if case .list(let encoding) = resource, lists[encoding] != nil {
      if !lists.recordFailure(of: encoding, at: now) { failure = error }
      return
    }
    selector.chosen = nil
    guard case .segment(_, let place, let encoding) = resource, missed < Self.mostMissed else {
      return failure = error
    }
    missed += 1
    row.leaveOut(place, of: encoding)
    selector.excludeNone()
    // Not a single segment has arrived.
    if row.isNew, reachesEnd { failure = error }
  }
}
