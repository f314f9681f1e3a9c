internal import Media
internal import Network
internal import Playback
internal import Streams
internal import Timing

/// What is known and held of one row of segments that is read over the network, and what is to be
/// asked for next. A value: the threads that read and fetch share it behind a lock.
///
/// A row is the picture with what belongs to it, in several encodings, or one of several sounds.
struct SegmentReading {
  /// One encoding, and where the list of its segments is.
  struct Encoding: Hashable, Sendable {
    let source: SegmentListSource
    let variant: VariantPolicy.Variant
  }

  /// What is fetched.
  enum Errand: Hashable {
    case list(Int)
    case map(HLSMap)
    case key(RemoteURL)
    /// Of the encoding at this place in the row.
    case segment(HLSSegment, HLSTimeline.Place, encoding: Int)
  }

  enum Order {
    case begin(Errand, TransferRequest)
    case cancel(TransferID)
  }

  struct Flight {
    let errand: Errand
    var fetch: ResourceFetch
    /// Nil while the order is on its way.
    var id: TransferID?
    var bytes: [UInt8] = []
    /// When its first bytes came.
    var begun: HostTime?
    var attempts = 0
    /// When it is asked for again.
    var due: HostTime?
    var isOrdered = false
  }

  let encodings: [Encoding]
  var policy = VariantPolicy()
  var limits = SegmentLimits()
  /// Lists that need not be asked for.
  private var known: @Sendable (Int) -> HLSMediaPlaylist?
  /// Whether bytes are on this machine's disk.
  private let keeps: @Sendable (RemoteURL, Range<Int64>?) -> Bool
  /// Encodings whose lists were asked for since they are there.
  private var lookedAt: Set<Int> = []
  /// Until when the network is believed to be away.
  private var away: HostTime?
  private(set) var throughput: Throughput
  private(set) var timelines: [Int: HLSTimeline] = [:]
  /// What plays of it lies so much behind what was taken out.
  var lead = Duration.zero

  // What came, in order, and what is on its way: one of the list, one of all else.
  private(set) var parts: [SegmentPart] = []
  private var listFlight: Flight?
  private var flight: Flight?
  private var maps: [HLSMap: [UInt8]] = [:]
  private var keys: [RemoteURL: [UInt8]] = [:]

  // Where it is.
  /// The encoding of the next segment; nil while that is open.
  private var chosen: Int?
  /// The latest segment that came or was left out; nil before the first.
  private var last: HLSTimeline.Place?
  private var lastEncoding: Int?
  /// Where the latest part lay that was taken out.
  private var taken: (place: HLSTimeline.Place, stretch: SegmentStretch)?
  /// What lies before that.
  private(set) var beforeTaken: HLSTimeline.Place?
  private var era = 0
  private var stretch: SegmentStretch?
  private var stretches = 0
  private var breaks = true
  private var listDue: HostTime?

  // What went wrong.
  /// It cannot be read, and will not be.
  private(set) var failure: NetworkError?
  /// Why it is not read at the moment.
  private(set) var trouble: NetworkError?
  private var excluded: [Int: HostTime] = [:]
  /// Segments in a row that could not be had of any encoding.
  private var missed = 0
  private var badLists = 0
  /// Lists in a row without anything new.
  private var oldLists = 0
  /// When the segment begins that was given up for a cheaper one.
  private var givenUp: Duration?
  /// How far inside the lists may name machines.
  private var scope: AddressScope?

  /// `known` gives lists that are there already.
  init(
    _ encodings: [Encoding], _ throughput: Throughput, scope: AddressScope?,
    known: @escaping @Sendable (Int) -> HLSMediaPlaylist? = { _ in nil },
    keeps: @escaping @Sendable (RemoteURL, Range<Int64>?) -> Bool = { _, _ in false }
  ) {
    (self.encodings, self.throughput, self.scope) = (encodings, throughput, scope)
    (self.known, self.keeps) = (known, keeps)
  }

  /// The list that is read at the moment.
  var timeline: HLSTimeline? { (chosen ?? lastEncoding).flatMap { timelines[$0] } }
  var isAtEnd: Bool {
    guard parts.isEmpty, flight == nil, let last, let timeline, !timeline.list.isLive else {
      return false
    }
    return next(in: timeline, behind: last, isSame: chosen ?? lastEncoding == lastEncoding) == nil
  }
  /// Whether the reader finds nothing, and something may come.
  var isStarving: Bool { parts.isEmpty && !isAtEnd && failure == nil }
  /// How long what came lasts.
  var ahead: Duration { parts.reduce(.zero) { $0 + $1.segment.duration } }
  private var bytesAhead: Int { parts.reduce(0) { $0 + $1.bytes.count } }
  /// Whether nothing more is fetched for now.
  var isFull: Bool {
    failure != nil || !hasRoom || isAtEnd || flight == nil && reachesEnd
  }
  private var reachesEnd: Bool {
    guard let last, let timeline, !timeline.list.isLive else { return false }
    return next(in: timeline, behind: last, isSame: chosen ?? lastEncoding == lastEncoding) == nil
  }
  private var hasRoom: Bool { ahead + lead < limits.time && bytesAhead < limits.bytes }

  /// The next part, where it is of this stretch.
  mutating func take(of stretch: Int) -> SegmentPart? {
    guard let first = parts.first, first.stretch.number == stretch else { return nil }
    taken = (first.place, first.stretch)
    beforeTaken = HLSTimeline.Place(before: first.segment, start: first.place.start)
    return parts.removeFirst()
  }

  /// What lies before the segment at a moment; of a live list, no later than one may be. Nil while no
  /// list is known.
  func place(before time: Duration) -> HLSTimeline.Place? {
    guard let timeline = timeline ?? timelines.values.first else { return nil }
    let time = timeline.list.isLive ? min(time, timeline.beginning) : time
    return timeline.index(at: time).map(timeline.place(before:))
  }

  /// Goes on behind a place, which may be of another row. Answers what is to be cancelled.
  mutating func seek(behind place: HLSTimeline.Place) -> [Order] {
    let old = flight?.id
    (flight, parts, stretch, last, lastEncoding, chosen) = (nil, [], nil, place, nil, nil)
    (breaks, missed, lead) = (true, 0, .zero)
    return old.map { [.cancel($0)] } ?? []
  }

  /// A reader could make nothing of a part: it goes on behind that, in another encoding where there is
  /// one.
  mutating func refuse(at now: HostTime) -> [Order] {
    guard let taken else { return [] }
    let old = flight?.id
    excluded[taken.stretch.encoding] = now + VariantPolicy.exclusion
    (flight, parts, stretch, chosen) = (nil, [], nil, nil)
    (last, lastEncoding, breaks) = (taken.place, taken.stretch.encoding, true)
    return old.map { [.cancel($0)] } ?? []
  }

  /// All transfers, which are forgotten.
  mutating func leaveAll() -> [TransferID] {
    defer { (flight, listFlight) = (nil, nil) }
    return [flight?.id, listFlight?.id].compactMap(\.self)
  }
}

/// How much of a row is fetched ahead.
struct SegmentLimits: Hashable, Sendable {
  var time = Duration.seconds(50)
  var bytes = 24 << 20
  /// Larger segments are refused.
  var segment: Int64 = 64 << 20
  var map: Int64 = 4 << 20
  /// A demuxer grows with what it reads.
  var stretch = Duration.seconds(600)

  static let key: Int64 = 4096
}

// What is to be asked for.
extension SegmentReading {
  private enum Step {
    case nothing
    case list(Int)
    case fetch(Errand)
    /// The segment at this place is left out.
    case leaveOut(HLSTimeline.Place, Int)
  }

  mutating func orders(at now: HostTime) -> [Order] {
    guard failure == nil else { return [] }
    var orders: [Order] = []
    while flight == nil {
      switch step(at: now) {
      case .nothing: break
      case .leaveOut(let place, let encoding):
        (last, lastEncoding, breaks, chosen) = (place, encoding, true, nil)
        continue
      case .list(let encoding): orders += wantList(encoding, at: now)
      case .fetch(let errand): flight = Flight(errand: errand, fetch: fetch(errand))
      }
      break
    }
    if listFlight == nil, let encoding = chosen ?? lastEncoding, let listDue,
      timelines[encoding]?.list.isLive == true
    {
      listFlight = Flight(errand: .list(encoding), fetch: fetch(.list(encoding)))
      listFlight?.due = listDue
    }
    let isLive = timeline?.list.isLive ?? false
    return orders + Self.order(&flight, scope, isLive) + Self.order(&listFlight, scope, isLive)
  }

  private static func order(
    _ flight: inout Flight?, _ scope: AddressScope?, _ isLive: Bool
  ) -> [Order] {
    guard let known = flight, !known.isOrdered else { return [] }
    flight?.isOrdered = true
    var request = known.fetch.request
    (request.scope, request.notBefore) = (scope, known.due)
    // What was live is not asked for again.
    request.mayBeKept = !isLive
    return [.begin(known.errand, request)]
  }

  private mutating func step(at now: HostTime) -> Step {
    guard hasRoom else { return .nothing }
    if let look = lookForKept() { return look }
    guard let encoding = chosen ?? policy.choice(of: encodings.map(\.variant), situation(at: now))
    else { return .nothing }
    chosen = encoding
    if timelines[encoding] == nil, let list = known(encoding) {
      takeList(list, encoding, now)
      // A live one is another one when it is needed again.
      if list.isLive { known = { _ in nil } }
    }
    guard let timeline = timelines[encoding] else { return .list(encoding) }
    guard let index = nextIndex(in: timeline, encoding) else { return .nothing }
    let segment = timeline.segments[index]
    let place = timeline.place(of: index)
    if segment.isGap {
      let gaps = timeline.segments[index...].prefix { $0.isGap }
      return .leaveOut(timeline.place(of: gaps.endIndex - 1), encoding)
    }
    if let key = segment.key, keys[key.url] == nil { return .fetch(.key(key.url)) }
    if let map = segment.map, maps[map] == nil {
      if let key = map.key, keys[key.url] == nil { return .fetch(.key(key.url)) }
      return .fetch(.map(map))
    }
    return .fetch(.segment(segment, place, encoding: encoding))
  }

  private func situation(at now: HostTime) -> VariantPolicy.Situation {
    var situation = VariantPolicy.Situation(
      throughput: throughput, ahead: MediaTime(nanoseconds: (ahead + lead).nanoseconds),
      current: lastEncoding, excluded: excluded, now: now,
      reach: timeline.flatMap { known in
        known.list.isLive ? MediaTime(nanoseconds: known.liveDistance.nanoseconds) : nil
      })
    situation.isAway = away.map { $0 > now } ?? false
    situation.kept = Set(encodings.indices.filter(hasNextKept))
    return situation
  }

  private func hasNextKept(_ encoding: Int) -> Bool {
    guard let timeline = timelines[encoding], let index = nextIndex(in: timeline, encoding) else {
      return false
    }
    let segment = timeline.segments[index]
    return !segment.isGap && keeps(segment.url, segment.range.map { $0.start..<$0.end })
  }

  /// Lists that are on the disk come first: with them is what was played before.
  private mutating func lookForKept() -> Step? {
    guard encodings.count > 1 else { return nil }
    if case .list(let coming) = listFlight?.errand, lookedAt.contains(coming) { return .nothing }
    let encoding = encodings.indices.first { encoding in
      !lookedAt.contains(encoding) && timelines[encoding] == nil
        && encodings[encoding].source.isKept(keeps)
    }
    guard let encoding else { return nil }
    lookedAt.insert(encoding)
    return .list(encoding)
  }

  private func nextIndex(in timeline: HLSTimeline, _ encoding: Int) -> Int? {
    guard let last else { return timeline.index(at: timeline.beginning) }
    return next(in: timeline, behind: last, isSame: encoding == lastEncoding)
  }

  private func next(
    in timeline: HLSTimeline, behind last: HLSTimeline.Place, isSame: Bool
  ) -> Int? {
    guard isSame else { return timeline.index(following: last) }
    if let index = timeline.index(of: last.sequence.saturatingAdd(1)) { return index }
    // What follows is no longer there.
    let isBehind = timeline.list.firstSequence > last.sequence.saturatingAdd(1)
    guard isBehind else { return nil }
    return timeline.list.isLive ? timeline.index(at: timeline.beginning) : 0
  }

  private func fetch(_ errand: Errand) -> ResourceFetch {
    switch errand {
    case .list(let encoding):
      encodings[encoding].source.fetch
    case .map(let map):
      ResourceFetch(map.url, range: map.range?.bytes(isEncrypted: map.key != nil), most: limits.map)
    case .key(let url): ResourceFetch(url, most: SegmentLimits.key)
    case .segment(let segment, _, _):
      ResourceFetch(
        segment.url, range: segment.range.map { $0.start..<$0.end }, most: limits.segment)
    }
  }

  /// The list of an encoding that is not known yet comes before any that is asked for again.
  private mutating func wantList(_ encoding: Int, at now: HostTime) -> [Order] {
    if case .list(encoding) = listFlight?.errand { return [] }
    let old = listFlight?.id
    listFlight = Flight(errand: .list(encoding), fetch: fetch(.list(encoding)))
    return old.map { [.cancel($0)] } ?? []
  }

  /// An order to begin was given: this is its transfer.
  mutating func note(_ id: TransferID, for errand: Errand) {
    if listFlight?.errand == errand { listFlight?.id = id } else { flight?.id = id }
  }
}

// What transfers bring.
extension SegmentReading {
  mutating func begin(_ head: ResponseHead, of id: TransferID) -> NetworkError? {
    if listFlight?.id == id { return listFlight?.fetch.begin(head) }
    guard flight?.id == id else { return .cancelled }
    return flight?.fetch.begin(head)
  }

  mutating func take(
    _ bytes: UnsafeRawBufferPointer, of id: TransferID, at now: HostTime
  ) -> TransferStep {
    if listFlight?.id == id { return unsafe listFlight?.take(bytes, at: now) ?? .enough }
    guard flight?.id == id else { return .fail(.cancelled) }
    let step = unsafe flight?.take(bytes, at: now) ?? .enough
    guard case .goOn = step, let known = flight, let rate = rateIfTooLate(known, now) else {
      return step
    }
    (flight, chosen) = (nil, cheaper(than: known.errand, rate, now))
    return .enough
  }

  /// In bits each second, where a segment would come later than it is needed at that rate, and one of
  /// a cheaper encoding would not. No place is given up twice.
  private mutating func rateIfTooLate(_ flight: Flight, _ now: HostTime) -> Double? {
    guard case .segment(_, let place, let encoding) = flight.errand, let begun = flight.begun,
      now - begun > Self.patience, let size = flight.fetch.size, givenUp != place.start,
      let cheapest = encodings.map(\.variant.bandwidth).min(),
      cheapest < encodings[encoding].variant.bandwidth
    else { return nil }
    let needed = Double(cheapest) / 8 * (place.end - place.start).seconds
    let rate = Double(flight.fetch.received) * 8 / (now - begun).seconds
    let isTooLate = policy.abandons(
      bytesLeft: size - flight.fetch.received, rate: rate,
      ahead: MediaTime(nanoseconds: (ahead + lead).nanoseconds),
      cheaperBytes: Int64(saturating: needed))
    guard isTooLate else { return nil }
    givenUp = place.start
    return rate
  }

  private func cheaper(than errand: Errand, _ rate: Double, _ now: HostTime) -> Int? {
    let situation = VariantPolicy.Situation(
      throughput: Throughput(guess: rate), ahead: .zero, current: nil, excluded: excluded, now: now)
    return policy.choice(of: encodings.map(\.variant), situation)
  }

  /// Before that its rate says little.
  private static let patience = Duration.seconds(1)

  /// A transfer has ended. `chance` is from 0 to 1.
  mutating func end(_ id: TransferID, _ error: NetworkError?, chance: Double, at now: HostTime) {
    if listFlight?.id == id, let ended = listFlight {
      listFlight = conclude(ended, error, chance, now)
    } else if flight?.id == id, let ended = flight {
      flight = conclude(ended, error, chance, now)
    }
  }

  /// What goes on of it.
  private mutating func conclude(
    _ ended: Flight, _ error: NetworkError?, _ chance: Double, _ now: HostTime
  ) -> Flight? {
    var flight = ended
    switch flight.fetch.end(error, chance: chance) {
    case .whole:
      if flight.fetch.head?.isKept != true { away = nil }
      if case .segment = flight.errand { note(flight, now) }
      complete(flight, now)
      return nil
    case .again(let pause, let error):
      trouble = error
      if goesAway(error, now) { return nil }
      flight.attempts += 1
      if flight.attempts >= Self.mostAttempts {
        // A server that answers so may go on for ever; a network that is away comes back, and another
        // server may be there meanwhile.
        if case .status = error {
          fail(flight.errand, error, now)
          return nil
        }
        if turnAway(from: flight.errand, now) { return nil }
      }
      if flight.fetch.received == 0 { flight.bytes = [] }
      (flight.id, flight.isOrdered, flight.due, flight.begun) = (nil, false, now + pause, nil)
      return flight
    case .failed(let error):
      fail(flight.errand, error, now)
      return nil
    }
  }

  /// Whether the network is away, and there is another encoding on the disk to go on with.
  private mutating func goesAway(_ error: NetworkError, _ now: HostTime) -> Bool {
    if case .status = error { return false }
    away = now + Self.absence
    guard encodings.indices.contains(where: hasNextKept) else { return false }
    chosen = nil
    return true
  }

  private static let absence = Duration.seconds(30)

  /// Takes another encoding where there is one that can be had.
  private mutating func turnAway(from errand: Errand, _ now: HostTime) -> Bool {
    guard let encoding = encoding(of: errand), hasOther(than: encoding, now) else { return false }
    excluded[encoding] = now + VariantPolicy.exclusion
    chosen = nil
    return true
  }

  private func encoding(of errand: Errand) -> Int? {
    switch errand {
    case .list(let encoding), .segment(_, _, let encoding): encoding
    case .map, .key: chosen ?? lastEncoding
    }
  }

  private func hasOther(than encoding: Int, _ now: HostTime) -> Bool {
    policy.possible(of: encodings.map(\.variant)).contains { other in
      other != encoding && (excluded[other].map { $0 <= now } ?? true)
    }
  }

  private static let mostAttempts = 3
  /// So many segments in a row that cannot be had are no gaps: it cannot be played.
  private static let mostMissed = 5
  private static let mostBadLists = 10

  private mutating func note(_ flight: Flight, _ now: HostTime) {
    guard let begun = flight.begun, flight.attempts == 0, flight.fetch.head?.isKept != true else {
      return
    }
    throughput.note(bytes: flight.fetch.received, in: now - begun)
  }

  private mutating func complete(_ flight: Flight, _ now: HostTime) {
    switch flight.errand {
    case .list(let encoding):
      do throws(NetworkError) {
        let list = try encodings[encoding].source.list(flight.bytes, flight.fetch.head)
        if let answered = flight.fetch.head?.scope { scope = min(scope ?? answered, answered) }
        takeList(list, encoding, now)
      } catch {
        fail(flight.errand, error, now)
      }
    case .map(let map): keep(flight.bytes, map, now)
    case .key(let url):
      if keys.count >= Self.mostKeys { keys = [:] }
      keys[url] = flight.bytes
      trouble = nil
    case .segment(let segment, let place, let encoding):
      keep(flight.bytes, segment, place, encoding, now)
    }
  }

  private static let mostKeys = 64
  private static let mostMaps = 16

  private mutating func takeList(_ list: HLSMediaPlaylist, _ encoding: Int, _ now: HostTime) {
    (trouble, badLists) = (nil, 0)
    if !list.isLive, list.segments.isEmpty {
      // Of what was there nothing more comes.
      if timelines[encoding]?.finish() != nil { return }
      return fail(.list(encoding), .lied("its list has no segments"), now)
    }
    var change = HLSTimeline.Change.goesOn
    if var timeline = timelines[encoding] {
      change = timeline.update(list)
      oldLists = change == .unchanged ? oldLists + 1 : 0
      timelines[encoding] = timeline
      // Numbers of before mean nothing in it.
      if change == .isOther, encoding == lastEncoding { beginAnew(timeline) }
    } else {
      var timeline = HLSTimeline(list)
      if let last, list.isLive { timeline.align(with: last) }
      timelines[encoding] = timeline
    }
    listDue = timelines[encoding].map { now + $0.pause(after: change) }
    // Lists of encodings that do not play are old when they are needed again; of films there may be
    // hundreds, and large ones.
    if list.isLive || timelines.count > Self.mostTimelines {
      timelines = timelines.filter { $0.key == encoding || $0.key == lastEncoding && !list.isLive }
    }
    // Where the others may go on.
    if oldLists > Self.mostOldLists { _ = turnAway(from: .list(encoding), now) }
  }

  private static let mostTimelines = 4
  /// At half a target duration each.
  private static let mostOldLists = 7

  private mutating func beginAnew(_ timeline: HLSTimeline) {
    (last, breaks, flight, chosen) = (nil, true, nil, nil)
    era += 1
  }

  private mutating func keep(_ bytes: [UInt8], _ map: HLSMap, _ now: HostTime) {
    if maps.count >= Self.mostMaps { maps = [:] }
    guard let key = map.key else { return maps[map] = bytes }
    let vector = key.vector ?? [UInt8](repeating: 0, count: 16)
    guard let cipher = SegmentKey(keys[key.url], vector, sequence: 0) else {
      return fail(.map(map), .lied("its key has not 16 bytes"), now)
    }
    guard let plain = SegmentCipher.decrypted(bytes, key: cipher.key, vector: cipher.vector) else {
      return fail(.map(map), .lied("its key does not open what it is for"), now)
    }
    maps[map] = plain
  }

  private mutating func keep(
    _ bytes: [UInt8], _ segment: HLSSegment, _ place: HLSTimeline.Place, _ encoding: Int,
    _ now: HostTime
  ) {
    let key = SegmentKey(
      (segment.key?.url).flatMap { keys[$0] }, segment.key?.vector, sequence: segment.sequence)
    guard segment.key == nil || key != nil else {
      return fail(
        .segment(segment, place, encoding: encoding), .lied("its key has not 16 bytes"), now)
    }
    (trouble, missed) = (nil, 0)
    let isFirst = beginStretch(segment, place, encoding)
    guard let stretch else { return }
    parts.append(
      SegmentPart(
        segment: segment, place: place, stretch: stretch, bytes: bytes, key: key,
        head: isFirst ? segment.map.flatMap { maps[$0] } ?? [] : []))
    (last, lastEncoding, chosen, breaks) = (place, encoding, nil, false)
  }

  /// Whether the segment is the first of a stretch of its own.
  private mutating func beginStretch(
    _ segment: HLSSegment, _ place: HLSTimeline.Place, _ encoding: Int
  ) -> Bool {
    if let last, place.sequence > last.sequence.saturatingAdd(1), encoding == lastEncoding,
      timelines[encoding]?.list.isLive == true
    {
      // Some were missed: what comes follows what was there.
      era += 1
      breaks = true
    }
    if let stretch, !breaks, stretch.takes(segment, of: encoding, era: era),
      place.start - stretch.start < limits.stretch
    {
      return false
    }
    stretches += 1
    stretch = SegmentStretch(
      number: stretches, encoding: encoding, era: era, discontinuity: segment.discontinuity,
      map: segment.map, before: HLSTimeline.Place(before: segment, start: place.start),
      stampOrigin: segment.stampOrigin, standsAlone: segment.standsAlone, joint: joint(to: place))
    return true
  }

  /// How a segment comes after the one before it.
  private func joint(to place: HLSTimeline.Place) -> SegmentStretch.Joint {
    if let stretch, stretch.era != era { return .missed }
    guard let last, lastEncoding != nil else { return .none }
    return place.start - last.end < .milliseconds(500) ? .direct : .gap
  }

  private mutating func fail(_ errand: Errand, _ error: NetworkError, _ now: HostTime) {
    trouble = error
    if turnAway(from: errand, now) { return }
    if case .list(let encoding) = errand, timelines[encoding] != nil {
      badLists += 1
      if badLists > Self.mostBadLists { failure = error }
      let pause = timelines[encoding]?.pause(after: .unchanged) ?? .seconds(1)
      return listDue = now + pause
    }
    chosen = nil
    guard case .segment(_, let place, let encoding) = errand, missed < Self.mostMissed else {
      return failure = error
    }
    missed += 1
    (last, lastEncoding, breaks) = (place, encoding, true)
    // None has it: the next one may be there in all of them.
    excluded = [:]
    // Of all that there is nothing came.
    if stretches == 0, reachesEnd { failure = error }
  }
}

extension SegmentReading.Flight {
  fileprivate mutating func take(
    _ new: UnsafeRawBufferPointer, at now: HostTime
  ) -> TransferStep {
    if begun == nil {
      begun = now
      if let size = fetch.size { bytes.reserveCapacity(Int(min(size, 64 << 20))) }
    }
    let (skipped, count, step) = fetch.take(new.count)
    unsafe bytes.append(contentsOf: new[skipped..<(skipped + count)])
    return step
  }
}

extension HLSByteRange {
  /// What is encrypted has whole blocks of 16 bytes.
  fileprivate func bytes(isEncrypted: Bool) -> Range<Int64> {
    start..<(isEncrypted ? start + (count + 15) / 16 * 16 : end)
  }
}
