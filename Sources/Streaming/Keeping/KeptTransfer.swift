internal import VitrineContent
import VitrineCryptography
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineStreams
internal import VitrineTiming

/// One request, answered from the disk, over the network, or by turns. It tells its sink of one answer.
/// Thread-safe; one thread at a time tells.
final class KeptTransfer: Sendable {
  private let id: TransferID
  private let request: TransferRequest
  private let sink: any TransferSink
  private let key: Digest
  private let transfers: KeptTransfers
  private let state: Shared<State>

  private struct State {
    /// Where the next byte belongs that the sink is told of.
    var place: Int64
    /// What the request is after; nil while that is not known.
    var end: Int64?
    /// What is read and written; nil while nothing is known, and of what is not kept.
    var entry: ContentEntry.ID?
    /// Of which version the bytes are that the sink has.
    var version = Validators()
    /// Whether the server has confirmed the entry, or need not, or cannot.
    var isBelieved = false
    var isBegun = false
    var isServing = false
    var isCancelled = false
    var leg = Leg()
  }

  /// What the server is asked for at the moment.
  private struct Leg {
    /// Where it ends, where that is before the end of what is wanted.
    var end: Int64?
    /// It is only asked whether it has the version still.
    var isValidating = false
    /// What comes are words for people.
    var isMute = false
    /// All of the content comes, up to its end.
    var isAll = false
    /// In fewer bytes than it has, or from the first one on where a part was asked for: what is left of
    /// it cannot be asked for another time.
    var isIndivisible = false
    var collector: PieceCollector?
    /// Bytes that come again.
    var skip: Int64 = 0
    /// Behind the last byte that comes; nil where that is not known.
    var last: Int64?
  }

  init(
    _ id: TransferID, _ request: TransferRequest, for sink: any TransferSink,
    of transfers: KeptTransfers
  ) {
    (self.id, self.request, self.sink, self.transfers) = (id, request, sink, transfers)
    key = KeptTransfers.key(of: request.url)
    state = Shared(State(place: request.range?.start ?? 0, end: request.range?.end))
  }

  var isServing: Bool { state.value.isServing }

  /// Tells nothing more.
  func cancel() { state.update { $0.isCancelled = true } }

  /// Does what comes next. On the thread that may wait for the disk.
  func goOn() {
    let state = state.value
    guard !state.isCancelled else { return }
    var entry = usable(state)
    // Who wants one version and no other need not hear whether there is a newer one.
    var isBelieved = state.isBelieved || request.ifRange != nil || isFresh(entry)
    if !isBelieved, let known = entry, transfers.isAbsent(for: request) {
      isBelieved = true
      if !state.isBegun { entry = withoutServer(known) }
    }
    if let entry, entry.id != state.entry {
      transfers.store.use(entry.id)
      self.state.update { $0.entry = entry.id }
    }
    let step = KeepingPolicy.step(
      entry, from: state.place, to: state.end, isBelieved: isBelieved)
    switch (step, entry) {
    case (.serve(let range), let entry?): serve(range, of: entry)
    case (.validate, let entry?): validate(entry)
    case (.fetch(let start, let end), _): fetch(start, end, entry)
    case (.end, _) where state.isBegun: finish(nil)
    // What it says to that is the server's.
    default: fetch(state.place, state.end, nil)
    }
  }

  /// What is kept, where the request may be answered with it.
  private func usable(_ state: State) -> ContentEntry? {
    if let id = state.entry { return transfers.store.entry(id).flatMap(allowed) }
    if let entry = transfers.store[key].flatMap(allowed) { return entry }
    // Of what is read to its end from the disk.
    return request.ifRange == nil ? nil : transfers.store.previous(of: key).flatMap(allowed)
  }

  private func allowed(_ entry: ContentEntry) -> ContentEntry? {
    if let most = request.scope, entry.origin.scope > most.rawValue { return nil }
    if let version = request.ifRange, !version.allow(entry.origin.validators) { return nil }
    return entry
  }

  /// Whether the server need not be asked. Of a version that is not there whole it is where there is
  /// another one to play without it.
  private func isFresh(_ entry: ContentEntry?) -> Bool {
    guard let entry, entry.isWhole || transfers.store.previous(of: key) == nil else { return false }
    return entry.isFresh(at: transfers.now())
  }

  /// What is played while the server is away: the version before, where all of that is there, and not
  /// of this.
  private func withoutServer(_ entry: ContentEntry) -> ContentEntry {
    if entry.isWhole { return entry }
    return transfers.store.previous(of: key).flatMap(allowed) ?? entry
  }

  private func finish(_ error: NetworkError?) {
    transfers.forget(id)
    if !state.value.isCancelled { sink.end(id, error) }
  }
}

// From the disk.
extension KeptTransfer {
  private func serve(_ range: Range<Int64>, of entry: ContentEntry) {
    let isBegun = state.update { state in
      defer { (state.isServing, state.isBegun) = (true, true) }
      (state.isBelieved, state.version) = (true, entry.origin.validators)
      return state.isBegun
    }
    if !isBegun, let error = sink.begin(head(of: entry), of: id) { return finish(error) }
    // A little at a time: other requests wait for the same thread.
    for _ in 0..<Self.mostPieces {
      guard case let place = state.value.place, place < range.upperBound,
        let piece = entry.piece(at: place),
        let bytes = transfers.store.bytes(piece, of: entry.id)
      else { break }
      let end = Int(min(piece.end, range.upperBound) -| piece.start)
      // bound: the piece has the byte at this place, and the range goes on behind it
      guard hand(bytes[Int(place -| piece.start)..<end]) else { return }
    }
    state.update { $0.isServing = false }
    transfers.soon { [self] in goOn() }
  }

  /// In parts, so that no lock is held for long. False where it does not go on from here.
  private func hand(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard !state.value.isCancelled else { return false }
      let part = rest.prefix(Self.partSize)
      switch unsafe part.withUnsafeBytes({ unsafe sink.take($0, of: id) }) {
      case .goOn: break
      case .pause: return false
      case .enough:
        finish(nil)
        return false
      case .fail(let error):
        finish(error)
        return false
      }
      rest = rest.dropFirst(part.count)
      state.update { $0.place +|= Int64(part.count) }
    }
    return true
  }

  private static let mostPieces = 4
  private static let partSize = 256 << 10

  /// As the server would answer.
  private func head(of entry: ContentEntry) -> ResponseHead {
    let origin = entry.origin
    var fields: [String: String] = [:]
    fields["content-type"] = origin.mediaType
    fields["etag"] = origin.entityTag
    fields["last-modified"] = origin.lastModified
    if let range = request.range {
      let end = min(range.end ?? .max, entry.size ?? .max)
      let last = (end == .max ? entry.end(from: range.start) : end) -| 1
      fields["content-range"] = "bytes \(range.start)-\(last)/\(entry.size.map { "\($0)" } ?? "*")"
    } else if let size = entry.size {
      fields["content-length"] = "\(size)"
    }
    let url = origin.address.flatMap { try? RemoteURL($0) } ?? request.url
    return ResponseHead(
      status: request.range == nil ? 200 : 206, fields: fields, url: url,
      scope: AddressScope(rawValue: origin.scope) ?? .world, isKept: true)
  }
}

// Over the network.
extension KeptTransfer {
  /// Asks for nothing but whether there is another version; that one comes at once.
  private func validate(_ entry: ContentEntry) {
    var request = request
    request.ifNoneMatch = entry.origin.validators
    request.ifRange = nil
    request.limits.connecting = min(request.limits.connecting, KeepingPolicy.patience)
    request.limits.answer = min(request.limits.answer, KeepingPolicy.patience)
    ask(request) { $0.isValidating = true }
  }

  private func fetch(_ start: Int64, _ end: Int64?, _ entry: ContentEntry?) {
    var request = request
    if request.range != nil || start > 0 {
      request.range = ByteRange(start, end)
      request.ifRange = request.ifRange ?? entry?.origin.validators
      request.allowsPacking = false
    }
    ask(request) { leg in leg.end = end }
  }

  private func ask(_ request: TransferRequest, _ prepare: (inout Leg) -> Void) {
    state.update { state in
      state.leg = Leg()
      prepare(&state.leg)
    }
    transfers.loop.begin(request, for: self, as: id)
    // It may have been cancelled since it was looked at.
    if state.value.isCancelled { transfers.loop.cancel(id) }
  }
}

extension KeptTransfer: TransferSink {
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    transfers.note(absent: false, request.url.origin)
    let state = state.value
    if state.isCancelled { return .cancelled }
    if head.status == 304 { return confirm(head, state) }
    if state.leg.isValidating, isPageInstead(head, state) {
      return .lied("a page comes in the place of the file, as from a network that wants a login")
    }
    let start = head.status == 206 ? head.contentRange?.range?.lowerBound ?? 0 : 0
    if state.isBegun {
      if head.status == 416, let size = head.contentRange?.total, size == state.place {
        return noteEnd(size, state)
      }
      if let error = refusal(head, from: start, state) {
        // What is kept is in the way of the version that is there now.
        if error == .changed { removeEntry(state) }
        return error
      }
    }
    self.state.update { state in
      (state.leg.isValidating, state.isBelieved) = (false, true)
      state.leg.isAll = head.status == 200
      state.leg.last =
        head.status == 206
        ? head.contentRange?.range?.upperBound : head.isPacked ? nil : head.length
      state.leg.isIndivisible = head.isPacked || head.status == 200 && request.range != nil
      // It sends all of it, whatever part was asked for.
      if head.status == 200 { state.leg.end = nil }
      if state.isBegun { state.leg.skip = state.place -| start } else { state.place = start }
      state.version = head.validators
      // From the first byte on, whatever was asked for.
      if head.status == 200, !state.isBegun { state.end = nil }
      state.isBegun = true
    }
    keep(head, from: start)
    return state.isBegun ? nil : sink.begin(head, of: id)
  }

  /// Whether it is a page for people where there was none before.
  private func isPageInstead(_ head: ResponseHead, _ state: State) -> Bool {
    guard head.mediaType == "text/html", let entry = state.entry else { return false }
    return transfers.store.entry(entry)?.origin.mediaType != "text/html"
  }

  /// The server has this version still.
  private func confirm(_ head: ResponseHead, _ state: State) -> NetworkError? {
    self.state.update { $0.leg.isMute = true }
    guard let entry = state.entry else { return .lied("it has no version to compare with") }
    transfers.store.note(
      checked: transfers.now(), freshness: KeepingPolicy.freshness(head), of: entry)
    return nil
  }

  /// There is nothing behind what the sink has.
  private func noteEnd(_ size: Int64, _ state: State) -> NetworkError? {
    self.state.update { $0.leg.isMute = true }
    if let entry = state.entry { transfers.store.note(size: size, of: entry) }
    return nil
  }

  /// What comes behind bytes that the sink has has to be of the same version, and to meet them.
  private func refusal(
    _ head: ResponseHead, from start: Int64, _ state: State
  ) -> NetworkError? {
    // A server that gives no parts has none of what is behind these bytes; it is read anew.
    let isPart = head.status == 206 || head.status == 200 && request.range == nil
    guard state.version.allow(head.validators), isPart else { return .changed }
    let known = state.entry.flatMap { transfers.store.entry($0)?.size }
    if let total = head.contentRange?.total, let known, total != known { return .changed }
    guard start <= state.place, head.status == 200 || head.contentRange?.range != nil else {
      return .lied("it sends another part than the one that was asked for")
    }
    return nil
  }

  /// Makes ready to keep what comes.
  private func keep(_ head: ResponseHead, from start: Int64) {
    guard KeepingPolicy.mayKeep(head) else { return }
    guard let id = transfers.entry(for: key, head, of: request.url) else { return }
    state.update { ($0.entry, $0.leg.collector) = (id, PieceCollector(at: start)) }
  }

  func take(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    let (isCancelled, leg) = state.update { ($0.isCancelled, $0.leg) }
    if isCancelled { return .fail(.cancelled) }
    if leg.isMute { return .goOn }
    let skipped = Int(min(leg.skip, Int64(bytes.count)))
    let new = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
    let step = unsafe new.isEmpty ? .goOn : sink.take(new, of: id)
    if case .pause = step { return step }
    let pieces = state.update { state in
      state.leg.skip -|= Int64(skipped)
      state.place +|= Int64(new.count)
      if case .goOn = step {} else { state.leg.isAll = false }
      var pieces = unsafe state.leg.collector?.take(bytes) ?? []
      // Who has read all of it may leave before its end is told.
      if let last = state.leg.last, state.place >= last, let rest = state.leg.collector?.finish() {
        pieces.append(rest)
      }
      return pieces
    }
    keep(pieces)
    return step
  }

  private func keep(_ pieces: [PieceCollector.Piece]) {
    guard let entry = state.value.entry else { return }
    for piece in pieces { transfers.store.keep(piece.bytes, at: piece.start, of: entry) }
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    let (state, rest) = state.update { state in
      defer { state.leg.collector = nil }
      return (state, state.leg.collector?.finish())
    }
    if let rest { keep([rest]) }
    if state.leg.isValidating, error?.leavesWhatIsKept ?? true {
      if error != nil { transfers.note(absent: true, request.url.origin) }
      let known = state.entry.flatMap { transfers.store.entry($0) }
      let played = error == nil || state.isBegun ? known : known.map(withoutServer)
      self.state.update { ($0.isBelieved, $0.entry) = (true, played?.id ?? $0.entry) }
      return transfers.soon { [self] in goOn() }
    }
    guard error == nil, !state.isCancelled else {
      removeRest(state)
      return finish(error)
    }
    noteEnd(state)
    // What follows is on the disk.
    guard let end = state.leg.end, state.place >= end, end < state.end ?? .max else {
      return finish(nil)
    }
    transfers.soon { [self] in goOn() }
  }
}

extension KeptTransfer {
  /// How long it is that came as a whole. One that says how long it is, and is not, is no whole.
  private func noteEnd(_ state: State) {
    guard let id = state.entry, let place = state.leg.collector?.place else { return }
    let size = transfers.store.entry(id)?.size
    if state.leg.isAll, size == nil || size == place {
      transfers.store.note(size: place, of: id)
    } else {
      removeRest(state)
    }
  }

  /// Of what cannot be gone on with a part is of no use. All of it may have come all the same.
  private func removeRest(_ state: State) {
    guard state.leg.isIndivisible, let id = state.entry,
      transfers.store.entry(id)?.size != state.leg.collector?.place
    else { return }
    transfers.store.remove(id)
  }

  private func removeEntry(_ state: State) {
    if let entry = state.entry { transfers.store.remove(entry) }
  }
}

extension NetworkError {
  /// Whether what is kept is played although the server could not be asked. One that answers that it is
  /// not there any more, or for others, is believed.
  fileprivate var leavesWhatIsKept: Bool {
    switch self {
    case .status(let status, _): status >= 500 || status == 429
    case .cancelled, .forbidden, .redirect: false
    default: true
    }
  }
}

extension ContentOrigin {
  var validators: Validators { Validators(entityTag: entityTag, lastModified: lastModified) }
}
