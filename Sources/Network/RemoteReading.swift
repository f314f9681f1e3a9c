internal import VitrineStreams
internal import VitrineTiming

/// What is known and held of a file that is read over the network, and what is to be asked for next.
/// A value: the threads that read and fetch share it behind a lock.
struct RemoteReading {
  /// How the server gives the file.
  enum Mode: Equatable {
    /// Nothing is known yet.
    case asking
    /// Any part of it.
    case parts
    /// From its beginning on, and nothing else.
    case stream
  }

  struct Flight {
    let id: TransferID
    var span: ReadAhead.Flight
    let start: Int64
    /// Behind the last byte that was asked for; nil where all were.
    let asked: Int64?
    /// Bytes that come again, and are dropped.
    var skip: Int64 = 0
    var isPaused = false
    var isAnswered = false
    /// From here on its bytes are new.
    var gainFrom: Int64

    var gain: Int64 { span.next -| gainFrom }
    /// Whether a part was asked for.
    var isRange: Bool { asked != nil }
    var isDone: Bool { span.next >= span.end }
  }

  /// What is to be done.
  enum Order: Equatable {
    case begin(ByteRange?, after: Duration, isAgain: Bool)
    case cancel(TransferID)
    case resume(TransferID)
  }

  private let policy: ReadAhead
  private(set) var store = ByteStore()
  private(set) var mode = Mode.asking
  private(set) var head: ResponseHead?
  /// Nil where the server does not say.
  private(set) var size: Int64?
  /// Where the reader is.
  private(set) var position: Int64 = 0
  private var flights: [Flight] = []
  /// It cannot be read, and will not be.
  private(set) var failure: NetworkError?
  /// Why it is not read at the moment.
  private(set) var trouble: NetworkError?
  private var backOff = BackOff()
  private var pause: Duration?
  /// Some servers refuse what asks for parts.
  private var asksParts = true
  /// Answers in a row that brought little or nothing.
  private var poorAnswers = 0
  /// Where answers ended before their end, and how often there.
  private var stop: (place: Int64, count: Int)?

  /// Less than this is little.
  private static let leastGain: Int64 = 16 << 10
  private static let mostPoorAnswers = 3
  /// A server that ends at the same byte for minutes does not have more.
  private static let mostStops = 30

  init(_ policy: ReadAhead) { self.policy = policy }

  /// Whether bytes are missing that the reader waits for.
  var isStarving: Bool { !isAtEnd && store.end(from: position) == position && failure == nil }
  var isAtEnd: Bool { size.map { position >= $0 } ?? false }
  /// How many bytes lie ahead of the reader without a gap.
  var ahead: Int64 { store.end(from: position) -| position }
  /// Whether all is there from the reader to the end.
  var isWhole: Bool { size.map { store.end(from: position) >= $0 } ?? false }
  /// Whether nothing more is fetched ahead.
  var isFull: Bool {
    isWhole || failure != nil || ahead > policy.most -| policy.piece
      || flights.contains(where: \.isPaused)
  }

  mutating func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    position = place
    return isAtEnd ? 0 : unsafe store.read(at: place, into: buffer)
  }

  /// What is to be done now.
  mutating func orders() -> [Order] {
    guard failure == nil else { return [] }
    if mode == .stream || !asksParts { return streamOrders() }
    let missing = store.end(from: position)
    let step = policy.step(
      position: position, missing: missing, known: store.start(after: missing), size: size,
      flights: flights.map(\.span))
    switch step {
    case .nothing: return []
    // Until the first answer nothing is known of the file.
    case .begin where mode == .asking && !flights.isEmpty: return []
    case .begin(let range): return [begin(range)]
    case .replace(let index, let range):
      return [.cancel(flights.remove(at: index).id), begin(range)]
    }
  }

  private func begin(_ range: Range<Int64>) -> Order {
    .begin(
      ByteRange(range.lowerBound, range.upperBound), after: pause ?? .zero, isAgain: pause != nil)
  }

  private mutating func streamOrders() -> [Order] {
    if let index = flights.indices.first {
      guard flights[index].isPaused, ahead <= policy.most / 2 else { return [] }
      flights[index].isPaused = false
      return [.resume(flights[index].id)]
    }
    // What broke off while enough is there has time: it begins anew, and all of it comes again.
    guard !isWhole, mode == .asking || ahead <= policy.most / 2 else { return [] }
    return [.begin(nil, after: pause ?? .zero, isAgain: pause != nil)]
  }

  /// An order to begin was given: this is its transfer.
  mutating func note(_ id: TransferID, for range: ByteRange?) {
    pause = nil
    let start = range?.start ?? 0
    flights.append(
      Flight(
        id: id, span: ReadAhead.Flight(next: start, end: range?.end ?? .max), start: start,
        asked: range.map { $0.end ?? .max }, gainFrom: start))
  }

  /// All transfers, which are forgotten.
  mutating func leaveAll() -> [TransferID] {
    defer { flights = [] }
    return flights.map(\.id)
  }

  private mutating func fail(_ error: NetworkError) { failure = failure ?? error }
}

// What transfers bring.
extension RemoteReading {
  mutating func begin(_ head: ResponseHead, of id: TransferID) -> NetworkError? {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return .cancelled }
    do throws(NetworkError) {
      if let known = self.head, !known.validators.allow(head.validators) { throw .changed }
      switch head.status {
      case 206: try beginPart(head, index)
      case 416: try beginNothing(head, index)
      case 200: try beginWhole(head, index)
      default: throw .lied("it answers a request for a file with status \(head.status)")
      }
    } catch {
      return error
    }
    flights[index].isAnswered = true
    self.head = self.head ?? head
    return nil
  }

  private mutating func beginPart(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard flights[index].isRange, let part = head.contentRange, let range = part.range else {
      throw .lied("it sends a part and does not say which")
    }
    guard range.lowerBound == flights[index].span.next else {
      throw .lied(
        "byte \(flights[index].span.next) was asked for, and it sends byte \(range.lowerBound)")
    }
    if let length = head.length, length != Int64(range.count) {
      throw .lied("it sends \(length) bytes and says that they are \(range.count)")
    }
    try note(size: part.total)
    mode = .parts
    flights[index].span.end = min(flights[index].span.end, range.upperBound)
  }

  /// Asked for what lies behind the end.
  private mutating func beginNothing(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard let total = head.contentRange?.total, total <= flights[index].start else {
      throw .status(416, head.url.host)
    }
    try note(size: total)
    mode = .parts
    // What follows are words for people.
    flights[index].span.end = flights[index].span.next
  }

  private mutating func beginWhole(_ head: ResponseHead, _ index: Int) throws(NetworkError) {
    guard mode != .parts else {
      // The version that was asked for is no longer there; or the server has changed its mind.
      throw flights[index].start == 0
        ? .lied("it gave parts of the file before, and gives none now") : .changed
    }
    try note(size: head.length)
    let read = mode == .asking ? 0 : store.end(from: position)
    mode = .stream
    flights[index].span = ReadAhead.Flight(next: 0, end: size ?? .max)
    let isFile = size != nil || head.validators != Validators()
    if isFile {
      // What was read comes again.
      (flights[index].skip, flights[index].gainFrom) = (read, read)
    } else {
      // Of what has neither a length nor a version it goes on with what is now.
      (flights[index].span.next, flights[index].gainFrom) = (read, read)
    }
  }

  private mutating func note(size new: Int64?) throws(NetworkError) {
    guard let new else { return }
    if let size, size != new { throw .changed }
    size = new
  }

  mutating func take(_ bytes: UnsafeRawBufferPointer, of id: TransferID) -> TransferStep {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return .fail(.cancelled) }
    guard !flights[index].isDone else { return .enough }
    if mode == .stream, ahead >= policy.most {
      flights[index].isPaused = true
      return .pause
    }
    let isMore = Int64(bytes.count) > flights[index].span.end -| flights[index].span.next
    unsafe keep(bytes, index)
    noteGain(flights[index])
    // Ended where nothing more comes, a connection could not be used again.
    return isMore ? .enough : .goOn
  }

  /// What is new beyond the place where it stopped before is progress.
  private mutating func noteGain(_ flight: Flight) {
    guard flight.gain > 0, flight.span.next > stop?.place ?? -1 else { return }
    (trouble, stop) = (nil, nil)
    backOff.succeed()
    if flight.gain > Self.leastGain { poorAnswers = 0 }
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

  /// A transfer has ended. `chance` is from 0 to 1.
  mutating func end(_ id: TransferID, _ error: NetworkError?, chance: Double) {
    guard let index = flights.firstIndex(where: { $0.id == id }) else { return }
    let flight = flights.remove(at: index)
    guard let error, !flight.isDone || !flight.isAnswered else { return finish(flight, chance) }
    if refusesParts(error, flight) {
      asksParts = false
    } else if error.isTransient {
      if case .cut = error { return noteStop(flight, error, chance) }
      wait(because: error, chance)
    } else {
      fail(error)
    }
  }

  private mutating func wait(because error: NetworkError, _ chance: Double) {
    trouble = error
    pause = backOff.fail(chance: chance)
  }

  /// The server ended before the end of what it had promised.
  private mutating func noteStop(_ flight: Flight, _ error: NetworkError, _ chance: Double) {
    guard flight.isAnswered else { return wait(because: error, chance) }
    let place = max(flight.span.next, stop?.place ?? 0)
    stop = (place, place == stop?.place ? (stop?.count ?? 0) + 1 : 1)
    if let stop, stop.count > Self.mostStops {
      return fail(.lied("it ends each time before byte \(stop.place +| 1)"))
    }
    wait(because: error, chance)
  }

  private mutating func finish(_ flight: Flight, _ chance: Double) {
    let cut = NetworkError.cut(head?.url.host ?? "the server")
    if mode == .stream {
      // Without a length its end is the end.
      if flight.span.end == .max { size = flight.span.next }
      if flight.span.end != .max, !flight.isDone { noteStop(flight, cut, chance) }
      return
    }
    guard flight.span.next < flight.asked ?? 0, flight.span.next < size ?? .max else { return }
    if flight.gain == 0 { return noteStop(flight, cut, chance) }
    // A server that gives next to nothing at a time would be asked again and again.
    poorAnswers += flight.gain < Self.leastGain ? 1 : 0
    if poorAnswers > Self.mostPoorAnswers { wait(because: cut, chance) }
  }

  /// Some servers refuse every request for a part, the one for the first among them.
  private func refusesParts(_ error: NetworkError, _ flight: Flight) -> Bool {
    guard mode == .asking, flight.isRange, case .status(let status, _) = error else { return false }
    return [400, 403, 405, 406, 416, 501].contains(status)
  }
}
