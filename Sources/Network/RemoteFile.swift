internal import VitrineLinux
public import VitrineStreams
internal import VitrineTiming

/// A file on a server, read at any place: what is needed next is fetched ahead, what was read stays
/// for a while. Thread-safe; `read` waits. To be ended by `interrupt`.
public final class RemoteFile: Sendable {
  private let url: RemoteURL
  private let access: AccessRules
  private let isHeld: Bool
  private let loop: any Transfers
  private let state: Waitable<State>

  private struct State {
    var reading: RemoteReading
    var isInterrupted = false
    var received: Int64 = 0
  }

  /// What the server says of the file.
  public struct Description: Hashable, Sendable {
    /// In bytes; nil where it does not say.
    public let size: Int64?
    /// Whether any part can be had, or else only the beginning and what follows it.
    public let isSeekable: Bool
    /// As in `video/mp4`.
    public let mediaType: String?
    /// After redirects.
    public let url: RemoteURL
    /// In which network the machine is that answered.
    public let scope: AddressScope
    /// What the server's clock said, in seconds since 1970.
    public let date: Double?
  }

  /// How far the fetching is.
  public struct Progress: Hashable, Sendable {
    /// Bytes that lie ahead of the reader without a gap.
    public let ahead: Int64
    /// Whether nothing more is fetched ahead: everything up to the end is there, or as much as is kept,
    /// or the rest cannot be had.
    public let isFull: Bool
    /// Whether the reader waits for bytes.
    public let isStarving: Bool
    /// Why they do not come, where something is wrong.
    public let trouble: NetworkError?
    /// In bytes; nil where the server does not say.
    public let size: Int64?
    /// How many came, twice those that came again.
    public let received: Int64
  }

  /// Fetching begins at once.
  public init(
    _ url: RemoteURL, access: AccessRules = AccessRules(), over loop: any Transfers,
    policy: ReadAhead = ReadAhead(), isHeld: Bool = false
  ) {
    (self.url, self.access, self.loop, self.isHeld) = (url, access, loop, isHeld)
    state = Waitable(State(reading: RemoteReading(policy)))
    state.update { obey(&$0) }
  }

  /// Waits until the server has said what the file is.
  public func describe() throws(NetworkError) -> Description {
    let head = try wait { reading in reading.head }
    let reading = state.value.reading
    return Description(
      size: reading.size, isSeekable: reading.mode == .parts, mediaType: head.mediaType,
      url: head.url, scope: head.scope, date: head.date)
  }

  /// Copies bytes from `position` on into `buffer`, and waits for the first of them: how many, 0 at
  /// the end.
  public func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    try wait { reading in
      let count = unsafe reading.read(at: position, into: buffer)
      return unsafe count > 0 || reading.isAtEnd || buffer.isEmpty ? count : nil
    }
  }

  /// As above.
  public func read(at position: Int64, into bytes: inout [UInt8]) throws(NetworkError) -> Int {
    let result = unsafe bytes.withUnsafeMutableBytes { buffer -> Result<Int, NetworkError> in
      Result { () throws(NetworkError) in unsafe try read(at: position, into: buffer) }
    }
    return try result.get()
  }

  /// Waits until `look` gives something, with the fetching going on.
  private func wait<Result>(
    _ look: (inout RemoteReading) -> Result?
  ) throws(NetworkError) -> Result {
    let result = state.wait { state -> Swift.Result<Result, NetworkError>? in
      if state.isInterrupted { return .failure(.cancelled) }
      let found = look(&state.reading)
      obey(&state)
      if let found { return .success(found) }
      return state.reading.failure.map { .failure($0) }
    }
    return try result.get()
  }

  /// Ends all waiting, now and later, and all fetching, which keeps the file until then.
  public func interrupt() {
    let left = state.update { state in
      state.isInterrupted = true
      return state.reading.leaveAll()
    }
    for id in left { loop.cancel(id) }
  }

  public var progress: Progress {
    // A copy: looking is no news for the reader.
    let state = state.value
    let reading = state.reading
    return Progress(
      ahead: reading.ahead, isFull: reading.isFull, isStarving: reading.isStarving,
      trouble: reading.trouble, size: reading.size, received: state.received)
  }

  private func obey(_ state: inout State) {
    guard !state.isInterrupted else { return }
    for order in state.reading.orders() {
      switch order {
      case .begin(let range, let pause, let isAgain):
        let id = loop.begin(request(range, pause, isAgain, state.reading.head), for: self)
        state.reading.note(id, for: range)
      case .cancel(let id): loop.cancel(id)
      case .resume(let id): loop.resume(id)
      }
    }
  }

  private func request(
    _ range: ByteRange?, _ pause: Duration, _ isAgain: Bool, _ head: ResponseHead?
  ) -> TransferRequest {
    var request = TransferRequest(url)
    (request.range, request.access, request.isHeld) = (range, access, isHeld)
    request.ifRange = head?.validators
    if isAgain { (request.notBefore, request.mayReuseConnection) = (.now() + pause, false) }
    return request
  }
}

extension RemoteFile: TransferSink {
  public func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.reading.begin(head, of: transfer) }
  }

  public func take(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.update { state in
      state.received +|= Int64(bytes.count)
      return unsafe state.reading.take(bytes, of: transfer)
    }
  }

  public func end(_ transfer: TransferID, _ error: NetworkError?) {
    state.update { state in
      state.reading.end(transfer, error, chance: .random(in: 0...1))
      obey(&state)
    }
  }
}
