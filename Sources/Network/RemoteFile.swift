package import VitrineAddresses
internal import VitrineLinux
internal import VitrineTiming

/// A file on a server with random access, which reads ahead and caches recent data in memory.
/// Thread-safe; `read` blocks. The owner ends it with `interrupt`.
package final class RemoteFile: Sendable {
  private let url: RemoteURL
  private let access: AccessRules
  private let isPinned: Bool
  private let loop: any Transfers
  private let state: Waitable<State>

  private struct State {
    var reading: RemoteFileState
    var isInterrupted = false
    var received: Int64 = 0
  }

  /// The properties of the file according to the server.
  package struct Description: Hashable, Sendable {
    /// In bytes, if the server sends it.
    package let size: Int64?
    /// Whether the server supports ranges.
    package let isSeekable: Bool
    /// For example `video/mp4`.
    package let mediaType: String?
    /// After redirects.
    package let url: RemoteURL
    /// The scope of the server's address.
    package let scope: AddressScope
    /// The server's clock, in seconds since 1970.
    package let date: Double?
  }

  /// The progress of the download.
  package struct Progress: Hashable, Sendable {
    /// The number of bytes ahead of the reader without a gap.
    package let ahead: Int64
    /// Whether nothing more is read ahead: the download is complete up to the end, the memory is
    /// full, or there was an error.
    package let isFull: Bool
    /// Whether the reader is waiting for bytes.
    package let isStarving: Bool
    /// The current error.
    package let trouble: NetworkError?
    /// In bytes, if the server sends it.
    package let size: Int64?
    /// The number of bytes received, including repeated ones.
    package let received: Int64
  }

  /// Starts the download.
  package init(
    _ url: RemoteURL, access: AccessRules = AccessRules(), over loop: any Transfers,
    policy: ReadAhead = ReadAhead(), isPinned: Bool = false
  ) {
    self.url = url
    self.access = access
    self.loop = loop
    self.isPinned = isPinned
    state = Waitable(State(reading: RemoteFileState(policy)))
    state.update { performActions(&$0) }
  }

  /// Waits for the first response.
  package func describe() throws(NetworkError) -> Description {
    let head = try wait { reading in reading.head }
    let reading = state.value.reading
    return Description(
      size: reading.size, isSeekable: reading.mode == .parts, mediaType: head.mediaType,
      url: head.url, scope: head.scope, date: head.date)
  }

  /// Copies bytes from `position` on into `buffer`, and waits for the first of them. Returns their
  /// number, or 0 at the end.
  package func read(
    at position: Int64, into buffer: UnsafeMutableRawBufferPointer
  ) throws(NetworkError) -> Int {
    try wait { reading in
      let count = unsafe reading.read(at: position, into: buffer)
      return unsafe count > 0 || reading.isAtEnd || buffer.isEmpty ? count : nil
    }
  }

  /// Reads into an array.
  package func read(at position: Int64, into bytes: inout [UInt8]) throws(NetworkError) -> Int {
    let result = unsafe bytes.withUnsafeMutableBytes { buffer -> Result<Int, NetworkError> in
      Result { () throws(NetworkError) in unsafe try read(at: position, into: buffer) }
    }
    return try result.get()
  }

  /// Waits until `look` returns a result, while the download continues.
  private func wait<Result>(
    _ look: (inout RemoteFileState) -> Result?
  ) throws(NetworkError) -> Result {
    let result = state.wait { state -> Swift.Result<Result, NetworkError>? in
      if state.isInterrupted { return .failure(.cancelled) }
      let found = look(&state.reading)
      performActions(&state)
      if let found { return .success(found) }
      return state.reading.failure.map { .failure($0) }
    }
    return try result.get()
  }

  /// Ends all waiting and all transfers. Transfers keep a reference to the file until then.
  package func interrupt() {
    let left = state.update { state in
      state.isInterrupted = true
      return state.reading.leaveAll()
    }
    for id in left { loop.cancel(id) }
  }

  package var progress: Progress {
    // A copy: reading it must not wake the reader.
    let state = state.value
    let reading = state.reading
    return Progress(
      ahead: reading.ahead, isFull: reading.isFull, isStarving: reading.isStarving,
      trouble: reading.trouble, size: reading.size, received: state.received)
  }

  private func performActions(_ state: inout State) {
    guard !state.isInterrupted else { return }
    for action in state.reading.actions() {
      switch action {
      case .begin(let range, let pause, let isRetry):
        let id = loop.begin(request(range, pause, isRetry, state.reading.head), for: self)
        state.reading.recordTransfer(id, for: range)
      case .cancel(let id): loop.cancel(id)
      case .resume(let id): loop.resume(id)
      }
    }
  }

  private func request(
    _ range: ByteRange?, _ pause: Duration, _ isRetry: Bool, _ head: ResponseHead?
  ) -> TransferRequest {
    var request = TransferRequest(url)
    (request.range, request.access, request.caching.isPinned) = (range, access, isPinned)
    request.ifRange = head?.validators
    if isRetry { (request.notBefore, request.mayReuseConnection) = (.now() + pause, false) }
    return request
  }
}

extension RemoteFile: TransferSink {
  package func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? {
    state.update { $0.reading.begin(head, of: transfer) }
  }

  package func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep {
    state.update { state in
      state.received +|= Int64(bytes.count)
      return unsafe state.reading.receive(bytes, of: transfer)
    }
  }

  package func end(_ transfer: TransferID, _ error: NetworkError?) {
    state.update { state in
      state.reading.end(transfer, error, chance: .random(in: 0...1))
      performActions(&state)
    }
  }
}
