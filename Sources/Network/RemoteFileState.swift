internal import VitrineAddresses
internal import VitrineTiming

/// The state of a file that is read over the network, and the choice of the next request. The
/// reader and the download thread share it behind a lock.
struct RemoteFileState {
  /// How the server delivers the file.
  enum Mode: Equatable {
    /// Not known yet.
    case asking
    /// In ranges.
    case parts
    /// Only from the beginning.
    case stream
  }

  struct Flight {
    let id: TransferID
    var span: ReadAhead.Flight
    let start: Int64
    /// The end of the requested range; nil for the whole file.
    let asked: Int64?
    /// The number of repeated bytes to drop.
    var skip: Int64 = 0
    var isPaused = false
    var hasResponse = false
    /// The position from which its bytes are new.
    var gainFrom: Int64

    var gain: Int64 { span.next -| gainFrom }
    /// Whether a range was requested.
    var isRange: Bool { asked != nil }
    var isDone: Bool { span.next >= span.end }
  }

  /// An action for the owner.
  enum Action: Equatable {
    case begin(ByteRange?, after: Duration, isRetry: Bool)
    case cancel(TransferID)
    case resume(TransferID)
  }

  private let policy: ReadAhead
  private(set) var store = ByteStore()
  private(set) var mode = Mode.asking
  private(set) var head: ResponseHead?
  /// Nil if the server does not send it.
  private(set) var size: Int64?
  /// The reader's position.
  private(set) var position: Int64 = 0
  private var flights: [Flight] = []
  /// The permanent error.
  private(set) var failure: NetworkError?
  private var retries = DownloadRetries()
  /// False if the server refuses range requests.
  private var asksParts = true

  init(_ policy: ReadAhead) { self.policy = policy }

  /// The current transient error.
  var trouble: NetworkError? { retries.trouble }

  /// Whether the reader is waiting for missing bytes.
  var isStarving: Bool { !isAtEnd && store.end(from: position) == position && failure == nil }
  var isAtEnd: Bool { size.map { position >= $0 } ?? false }
  /// The number of bytes ahead of the reader without a gap.
  var ahead: Int64 { store.end(from: position) -| position }
  /// Whether everything from the reader to the end is in memory.
  var isWhole: Bool { size.map { store.end(from: position) >= $0 } ?? false }
  /// Whether nothing more is read ahead.
  var isFull: Bool {
    isWhole || failure != nil || ahead > policy.most -| policy.piece
      || flights.contains(where: \.isPaused)
  }

  mutating func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    position = place
    return isAtEnd ? 0 : unsafe store.read(at: place, into: buffer)
  }

  /// Returns the actions to take now.
  mutating func actions() -> [Action] {
    guard failure == nil else { return [] }
    if mode == .stream || !asksParts { return streamOrders() }
    let missing = store.end(from: position)
    let step = policy.step(
      position: position, missing: missing, known: store.start(after: missing), size: size,
      flights: flights.map(\.span))
    switch step {
    case .nothing: return []
    // Until the first response, nothing is known about the file.
    case .begin where mode == .asking && !flights.isEmpty: return []
    case .begin(let range): return [begin(range)]
    case .replace(let index, let range):
      return [.cancel(flights.remove(at: index).id), begin(range)]
    }
  }

  private func begin(_ range: Range<Int64>) -> Action {
    begin(ByteRange(range.lowerBound, range.upperBound))
  }

  private func begin(_ range: ByteRange?) -> Action {
    .begin(range, after: retries.pause ?? .zero, isRetry: retries.pause != nil)
  }

  private mutating func streamOrders() -> [Action] {
    if let index = flights.indices.first {
      guard flights[index].isPaused, ahead <= policy.most / 2 else { return [] }
      flights[index].isPaused = false
      return [.resume(flights[index].id)]
    }
    // While enough is buffered, a broken download can wait: it starts over, and everything is sent
    // again.
    guard !isWhole, mode == .asking || ahead <= policy.most / 2 else { return [] }
    return [begin(nil)]
  }

  /// Records the transfer of a `begin` action.
  mutating func recordTransfer(_ id: TransferID, for range: ByteRange?) {
    retries.begin()
    let start = range?.start ?? 0
    flights.append(
      Flight(
        id: id, span: ReadAhead.Flight(next: start, end: range?.end ?? .max), start: start,
        asked: range.map { $0.end ?? .max }, gainFrom: start))
  }

  /// Removes all transfers and returns them.
  mutating func leaveAll() -> [TransferID] {
    defer { flights = [] }
    return flights.map(\.id)
  }

  private mutating func fail(_ error: NetworkError) { failure = failure ?? error }
}

// The results of transfers.
extension RemoteFileState {
  mutating func begin(_ head: ResponseHead, of id: TransferID) -> NetworkError? {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return .cancelled }
    do throws(NetworkError) {
      if let known = self.head, !known.validators.allow(head.validators) { throw .changed }
      switch head.status {
      case 206: try beginPart(head, index)
      case 416: try beginNothing(head, index)
      case 200: try beginWhole(head, index)
      default: throw .invalidResponse("unexpected status \(head.status)")
      }
    } catch {
      return error
    }
    flights[index].hasResponse = true
    self.head = self.head ?? head
    return nil
  }

  private mutating func beginPart(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard flights[index].isRange, let part = head.contentRange, let range = part.range else {
      throw .invalidResponse("partial response without Content-Range")
    }
    guard range.lowerBound == flights[index].span.next else {
      throw .invalidResponse(
        "requested byte \(flights[index].span.next), received byte \(range.lowerBound)")
    }
    if let length = head.length, length != Int64(range.count) {
      throw .invalidResponse("received \(length) bytes for a range of \(range.count)")
    }
    try setSize(part.total)
    mode = .parts
    flights[index].span.end = min(flights[index].span.end, range.upperBound)
  }

  /// Handles a response to a range beyond the end.
  private mutating func beginNothing(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard let total = head.contentRange?.total, total <= flights[index].start else {
      throw .status(416, head.url.host)
    }
    try setSize(total)
    mode = .parts
    // The body is only an error page.
    flights[index].span.end = flights[index].span.next
  }

  private mutating func beginWhole(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard mode != .parts else {
      // The requested version no longer exists, or the server's range support has changed.
      throw flights[index].start == 0
        ? .invalidResponse("the server no longer supports range requests") : .changed
    }
    try setSize(head.length)
    let read = mode == .asking ? 0 : store.end(from: position)
    mode = .stream
    flights[index].span = ReadAhead.Flight(next: 0, end: size ?? .max)
    let isFile = size != nil || head.validators != Validators()
    if isFile {
      // The bytes that were read are sent again.
      (flights[index].skip, flights[index].gainFrom) = (read, read)
    } else {
      // A stream without a length or version continues with the present.
      (flights[index].span.next, flights[index].gainFrom) = (read, read)
    }
  }

  private mutating func setSize(_ new: Int64?) throws(NetworkError) {
    guard let new else { return }
    if let size, size != new { throw .changed }
    size = new
  }

  mutating func receive(_ bytes: UnsafeRawBufferPointer, of id: TransferID) -> TransferStep {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return .fail(.cancelled) }
    guard !flights[index].isDone else { return .enough }
    if mode == .stream, ahead >= policy.most {
      flights[index].isPaused = true
      return .pause
    }
    let isMore = Int64(bytes.count) > flights[index].span.end -| flights[index].span.next
    unsafe keep(bytes, index)
    retries.recordProgress(to: flights[index].span.next, gain: flights[index].gain)
    // Cancelling after the last byte would prevent reuse of the connection.
    return isMore ? .enough : .proceed
  }

  private mutating func keep(_ bytes: UnsafeRawBufferPointer, _ index: Int) {
    let room = flights[index].span.end -| flights[index].span.next
    var part = unsafe UnsafeRawBufferPointer(
      rebasing: bytes.prefix(Int(min(room, Int64(bytes.count)))))
    let skipped = Int(min(flights[index].skip, Int64(part.count)))
    flights[index].skip -|= Int64(skipped)
    flights[index].span.next +|= Int64(skipped)
    unsafe part = unsafe UnsafeRawBufferPointer(rebasing: part[skipped...])
    unsafe store.write(part, at: flights[index].span.next)
    flights[index].span.next +|= Int64(part.count)
    store.trim(to: policy.capacity, keeping: position)
  }

  /// Handles the end of a transfer. `chance` is from 0 to 1.
  mutating func end(_ id: TransferID, _ error: NetworkError?, chance: Double) {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return }
    let flight = flights.remove(at: index)
    guard let error, !flight.isDone || !flight.hasResponse else { return finish(flight, chance) }
    if refusesParts(error, flight) {
      asksParts = false
    } else if error.isTransient {
      if case .cut = error { return recordEarlyEnd(flight, error, chance) }
      retries.fail(error, chance: chance)
    } else {
      fail(error)
    }
  }

  /// Records a response that ended early.
  private mutating func recordEarlyEnd(_ flight: Flight, _ error: NetworkError, _ chance: Double) {
    guard flight.hasResponse else { return retries.fail(error, chance: chance) }
    let failure = retries.recordEarlyEnd(before: flight.span.next, error, chance: chance)
    if let failure { fail(failure) }
  }

  private mutating func finish(_ flight: Flight, _ chance: Double) {
    let cut = NetworkError.cut(head?.url.host ?? "the server")
    if mode == .stream {
      // Without a length, the end of the response is the end of the file.
      if flight.span.end == .max { size = flight.span.next }
      if flight.span.end != .max, !flight.isDone { recordEarlyEnd(flight, cut, chance) }
      return
    }
    guard flight.span.next < flight.asked ?? 0, flight.span.next < size ?? .max else { return }
    if flight.gain == 0 { return recordEarlyEnd(flight, cut, chance) }
    retries.recordResponse(gain: flight.gain, cut, chance: chance)
  }

  /// Whether the server refuses all range requests, including one for the beginning.
  private func refusesParts(_ error: NetworkError, _ flight: Flight) -> Bool {
    guard mode == .asking, flight.isRange, case .status(let status, _) = error else { return false }
    return [400, 403, 405, 406, 416, 501].contains(status)
  }
}
