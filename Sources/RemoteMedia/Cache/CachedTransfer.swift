internal import VitrineAddresses
internal import VitrineContent
import VitrineCryptography
internal import VitrineLinux
internal import VitrineNetwork
internal import VitrineStreams
internal import VitrineTiming

/// A request that is answered from the disk, from the network, or from both in turn. The sink sees
/// a single response. Thread-safe; one thread at a time calls the sink.
final class CachedTransfer: Sendable {
  private let id: TransferID
  private let request: TransferRequest
  private let sink: any TransferSink
  private let key: Digest
  private let transfers: CachingTransfers
  private let state: Shared<State>

  private struct State {
    /// The position of the next byte for the sink.
    var place: Int64
    /// The end of the request; nil while it is unknown.
    var end: Int64?
    /// The cached entry that is read and written; nil if there is none (yet).
    var entry: ContentEntry.ID?
    /// The version of the bytes that the sink has received.
    var version = Validators()
    /// Whether the entry may be used: it is confirmed or fresh, or the server cannot be reached.
    var isBelieved = false
    var isBegun = false
    var isServing = false
    var isCancelled = false
    var leg = Leg()
  }

  /// The current request to the server.
  private struct Leg {
    /// The end of the requested range, if it is before the end of the whole request.
    var end: Int64?
    /// Only a revalidation.
    var isValidating = false
    /// The body is not content, such as an error page.
    var isMute = false
    /// The body is the whole content.
    var isAll = false
    /// The rest of this response cannot be requested as a range: it is compressed, or the server
    /// ignored the range.
    var isIndivisible = false
    var collector: PieceCollector?
    /// Bytes to skip, because the sink has received them before.
    var skip: Int64 = 0
    /// The end of the body; nil if it is unknown.
    var last: Int64?
  }

  init(
    _ id: TransferID, _ request: TransferRequest, for sink: any TransferSink,
    of transfers: CachingTransfers
  ) {
    self.id = id
    self.request = request
    self.sink = sink
    self.transfers = transfers
    key = CachingTransfers.key(of: request.url)
    state = Shared(State(place: request.range?.start ?? 0, end: request.range?.end))
  }

  var isServing: Bool { state.value.isServing }

  /// Stops calling the sink.
  func cancel() { state.update { $0.isCancelled = true } }

  /// Takes the next step. Called on the thread that may wait for the disk.
  func proceed() {
    let state = state.value
    guard !state.isCancelled else { return }
    var entry = usable(state)
    // A request for one specific version does not care whether there is a newer one.
    var isBelieved = state.isBelieved || request.ifRange != nil || isFresh(entry)
    if !isBelieved, let known = entry, transfers.isAbsent(for: request) {
      isBelieved = true
      if !state.isBegun { entry = withoutServer(known) }
    }
    if let entry, entry.id != state.entry {
      transfers.store.use(entry.id)
      self.state.update { $0.entry = entry.id }
    }
    let step = CachePolicy.step(
      entry, from: state.place, to: state.end, isBelieved: isBelieved)
    switch (step, entry) {
    case (.serve(let range), let entry?): serve(range, of: entry)
    case (.validate, let entry?): validate(entry)
    case (.fetch(let start, let end), _): fetch(start, end, entry)
    case (.end, _) where state.isBegun: finish(nil)
    // The server decides how to answer such a request.
    default: fetch(state.place, state.end, nil)
    }
  }

  /// Returns the cached entry that can answer the request.
  private func usable(_ state: State) -> ContentEntry? {
    if let id = state.entry { return transfers.store.entry(id).flatMap(allowed) }
    if let entry = transfers.store[key].flatMap(allowed) { return entry }
    // A reader of the previous version may finish it from the disk.
    return request.ifRange == nil ? nil : transfers.store.previous(of: key).flatMap(allowed)
  }

  private func allowed(_ entry: ContentEntry) -> ContentEntry? {
    if let most = request.scope, entry.origin.scope > most.rawValue { return nil }
    if let version = request.ifRange, !version.allow(entry.origin.validators) { return nil }
    return entry
  }

  /// Whether the entry may be used without revalidation. An incomplete entry may not if a previous
  /// version could play instead.
  private func isFresh(_ entry: ContentEntry?) -> Bool {
    guard let entry, entry.isWhole || transfers.store.previous(of: key) == nil else { return false }
    return entry.isFresh(at: transfers.now())
  }

  /// Returns the entry to play while the server cannot be reached: a complete previous version, if
  /// this one is incomplete.
  private func withoutServer(_ entry: ContentEntry) -> ContentEntry {
    if entry.isWhole { return entry }
    return transfers.store.previous(of: key).flatMap(allowed) ?? entry
  }

  private func finish(_ error: NetworkError?) {
    transfers.remove(id)
    if !state.value.isCancelled { sink.end(id, error) }
  }
}

// Answers from the disk.
extension CachedTransfer {
  private func serve(_ range: Range<Int64>, of entry: ContentEntry) {
    let isBegun = state.update { state in
      defer { (state.isServing, state.isBegun) = (true, true) }
      (state.isBelieved, state.version) = (true, entry.origin.validators)
      return state.isBegun
    }
    if !isBegun, let error = sink.begin(head(of: entry), of: id) { return finish(error) }
    // Only a few blocks at a time: other requests wait for the same thread.
    for _ in 0..<Self.mostPieces {
      guard case let place = state.value.place, place < range.upperBound,
        let piece = entry.piece(at: place),
        let bytes = transfers.store.bytes(piece, of: entry.id)
      else { break }
      let end = Int(min(piece.end, range.upperBound) -| piece.start)
      // bound: the piece contains the byte at this place, and the range extends beyond it
      guard hand(bytes[Int(place -| piece.start)..<end]) else { return }
    }
    state.update { $0.isServing = false }
    transfers.soon { [self] in proceed() }
  }

  /// Passes bytes to the sink in parts, so that no lock is held for long. Returns false if the sink
  /// wants no more for now.
  private func hand(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      guard !state.value.isCancelled else { return false }
      let part = rest.prefix(Self.partSize)
      switch unsafe part.withUnsafeBytes({ unsafe sink.receive($0, of: id) }) {
      case .proceed: break
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

  /// Returns the head that the server would send.
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
      scope: AddressScope(rawValue: origin.scope) ?? .world, isCached: true)
  }
}

// Answers from the network.
extension CachedTransfer {
  /// Asks the server whether there is another version; its response then brings that version.
  private func validate(_ entry: ContentEntry) {
    var request = request
    request.ifNoneMatch = entry.origin.validators
    request.ifRange = nil
    request.limits.connectTimeout = min(request.limits.connectTimeout, CachePolicy.timeout)
    request.limits.responseTimeout = min(request.limits.responseTimeout, CachePolicy.timeout)
    ask(request) { $0.isValidating = true }
  }

  private func fetch(_ start: Int64, _ end: Int64?, _ entry: ContentEntry?) {
    var request = request
    if request.range != nil || start > 0 {
      request.range = ByteRange(start, end)
      request.ifRange = request.ifRange ?? entry?.origin.validators
      request.allowsCompression = false
    }
    ask(request) { leg in leg.end = end }
  }

  private func ask(_ request: TransferRequest, _ prepare: (inout Leg) -> Void) {
    state.update { state in
      state.leg = Leg()
      prepare(&state.leg)
    }
    transfers.loop.begin(request, for: self, as: id)
    // It may have been cancelled since the check above.
    if state.value.isCancelled { transfers.loop.cancel(id) }
  }
}

extension CachedTransfer: TransferSink {
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    transfers.setAbsent(false, request.url.origin)
    let state = state.value
    if state.isCancelled { return .cancelled }
    if head.status == 304 { return confirm(head, state) }
    if state.leg.isValidating, isPageInstead(head, state) {
      return .invalidResponse(
        "a web page instead of the file; the network may require a login")
    }
    let start = head.status == 206 ? head.contentRange?.range?.lowerBound ?? 0 : 0
    if state.isBegun {
      if head.status == 416, let size = head.contentRange?.total, size == state.place {
        return confirmEnd(size, state)
      }
      if let error = refusal(head, from: start, state) {
        // The cached version would block the server's current one.
        if error == .changed { removeEntry(state) }
        return error
      }
    }
    self.state.update { state in
      (state.leg.isValidating, state.isBelieved) = (false, true)
      state.leg.isAll = head.status == 200
      state.leg.last =
        head.status == 206
        ? head.contentRange?.range?.upperBound : head.isCompressed ? nil : head.length
      state.leg.isIndivisible = head.isCompressed || head.status == 200 && request.range != nil
      // The server sends the whole file, whatever range was requested.
      if head.status == 200 { state.leg.end = nil }
      if state.isBegun { state.leg.skip = state.place -| start } else { state.place = start }
      state.version = head.validators
      // It starts with the first byte, whatever range was requested.
      if head.status == 200, !state.isBegun { state.end = nil }
      state.isBegun = true
    }
    keep(head, from: start)
    return state.isBegun ? nil : sink.begin(head, of: id)
  }

  /// Whether the response is an HTML page, such as a login page, instead of the file.
  private func isPageInstead(_ head: ResponseHead, _ state: State) -> Bool {
    guard head.mediaType == "text/html", let entry = state.entry else { return false }
    return transfers.store.entry(entry)?.origin.mediaType != "text/html"
  }

  /// The server confirmed the cached version.
  private func confirm(_ head: ResponseHead, _ state: State) -> NetworkError? {
    self.state.update { $0.leg.isMute = true }
    guard let entry = state.entry else {
      return .invalidResponse("no ETag or Last-Modified header to compare")
    }
    transfers.store.recordRevalidation(
      at: transfers.now(), freshness: CachePolicy.freshness(head), of: entry)
    return nil
  }

  /// The sink already has all bytes.
  private func confirmEnd(_ size: Int64, _ state: State) -> NetworkError? {
    self.state.update { $0.leg.isMute = true }
    if let entry = state.entry { transfers.store.setSize(size, of: entry) }
    return nil
  }

  /// Returns an error if the response does not continue the bytes delivered so far: it has to be of
  /// the same version.
  private func refusal(
    _ head: ResponseHead, from start: Int64, _ state: State
  ) -> NetworkError? {
    // A server that ignores ranges cannot continue after these bytes.
    let isPart = head.status == 206 || head.status == 200 && request.range == nil
    guard state.version.allow(head.validators), isPart else { return .changed }
    let known = state.entry.flatMap { transfers.store.entry($0)?.size }
    if let total = head.contentRange?.total, let known, total != known { return .changed }
    guard start <= state.place, head.status == 200 || head.contentRange?.range != nil else {
      return .invalidResponse("the response has a different range than requested")
    }
    return nil
  }

  /// Prepares to store the body.
  private func keep(_ head: ResponseHead, from start: Int64) {
    guard CachePolicy.mayCache(head) else { return }
    guard let id = transfers.entry(for: key, head, of: request.url) else { return }
    state.update { ($0.entry, $0.leg.collector) = (id, PieceCollector(at: start)) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    let (isCancelled, leg) = state.update { ($0.isCancelled, $0.leg) }
    if isCancelled { return .fail(.cancelled) }
    if leg.isMute { return .proceed }
    let skipped = Int(min(leg.skip, Int64(bytes.count)))
    let new = unsafe UnsafeRawBufferPointer(rebasing: bytes[skipped...])
    let step = unsafe new.isEmpty ? .proceed : sink.receive(new, of: id)
    if case .pause = step { return step }
    let pieces = state.update { state in
      state.leg.skip -|= Int64(skipped)
      state.place +|= Int64(new.count)
      if case .proceed = step {} else { state.leg.isAll = false }
      var pieces = unsafe state.leg.collector?.append(bytes) ?? []
      // A sink that has all bytes may leave before the transfer ends.
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
    for piece in pieces { transfers.store.write(piece.bytes, at: piece.start, of: entry) }
  }

  func end(_ transfer: TransferID, _ error: NetworkError?) {
    let (state, rest) = state.update { state in
      defer { state.leg.collector = nil }
      return (state, state.leg.collector?.finish())
    }
    if let rest { keep([rest]) }
    if state.leg.isValidating, error?.allowsCached ?? true {
      if error != nil { transfers.setAbsent(true, request.url.origin) }
      let known = state.entry.flatMap { transfers.store.entry($0) }
      let played = error == nil || state.isBegun ? known : known.map(withoutServer)
      self.state.update { ($0.isBelieved, $0.entry) = (true, played?.id ?? $0.entry) }
      return transfers.soon { [self] in proceed() }
    }
    guard error == nil, !state.isCancelled else {
      removeRest(state)
      return finish(error)
    }
    recordSize(state)
    // The bytes after this leg are on the disk.
    guard let end = state.leg.end, state.place >= end, end < state.end ?? .max else {
      return finish(nil)
    }
    transfers.soon { [self] in proceed() }
  }
}

extension CachedTransfer {
  /// Records the size of a complete body. A body that is shorter than announced is not complete.
  private func recordSize(_ state: State) {
    guard let id = state.entry, let place = state.leg.collector?.place else { return }
    let size = transfers.store.entry(id)?.size
    if state.leg.isAll, size == nil || size == place {
      transfers.store.setSize(place, of: id)
    } else {
      removeRest(state)
    }
  }

  /// Removes an incomplete entry that no range request could complete.
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
  /// Whether the cached version plays although the server could not be reached. A server that
  /// answers "not found" or "forbidden" is trusted.
  fileprivate var allowsCached: Bool {
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
