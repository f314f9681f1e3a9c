internal import VitrineLinux
internal import VitrineThumbnails

/// The pending requests for thumbnails and their readers. Thread-safe.
final class ThumbnailReaders: Sendable {
  typealias Reader = AsyncThrowingStream<Thumbnails.Thumbnail, any Error>.Continuation

  private struct PendingRequest {
    /// Tells the request apart from an earlier one for the same thumbnails, whose results may still
    /// arrive.
    let ticket: Int
    var readers: [Int: Reader] = [:]
    /// The thumbnails so far, for later readers of the same request.
    var pictures: [Thumbnails.Thumbnail] = []
  }

  private struct State {
    var last = 0
    /// By request, without a ticket.
    var pending: [ThumbnailRequest: PendingRequest] = [:]

    /// Returns false for results of a request that all readers have left.
    func isWanted(_ request: ThumbnailRequest) -> Bool {
      pending[request.with(0)]?.ticket == request.ticket
    }
  }

  private let state = Shared(State())

  /// Adds a reader. Returns its number, and the request to start if it is the first reader.
  func add(
    _ reader: Reader, for request: ThumbnailRequest
  ) -> (id: Int, start: ThumbnailRequest?) {
    state.update { state in
      state.last += 1
      let known = state.pending[request]
      for picture in known?.pictures ?? [] { reader.yield(picture) }
      state.pending[request, default: PendingRequest(ticket: state.last)].readers[state.last] =
        reader
      return (state.last, known == nil ? request.with(state.last) : nil)
    }
  }

  /// Removes a reader. Returns the request to cancel if it was the last reader.
  func remove(_ id: Int, of request: ThumbnailRequest) -> ThumbnailRequest? {
    state.update { state in
      guard state.pending[request]?.readers.removeValue(forKey: id) != nil,
        let left = state.pending[request], left.readers.isEmpty
      else { return nil }
      state.pending[request] = nil
      return request.with(left.ticket)
    }
  }

  func handle(_ event: ThumbnailEvent) {
    switch event {
    case .ready(let request, let thumbnail): add(Thumbnails.Thumbnail(thumbnail), to: request)
    case .finished(let request, _): end(request, nil)
    case .failed(let request, let error): end(request, PlayerError(error))
    case .elsewhere: break
    }
  }

  private func add(_ picture: Thumbnails.Thumbnail, to request: ThumbnailRequest) {
    let readers = state.update { state -> [Int: Reader] in
      guard state.isWanted(request) else { return [:] }
      state.pending[request.with(0)]?.pictures.append(picture)
      return state.pending[request.with(0)]?.readers ?? [:]
    }
    for reader in readers.values { reader.yield(picture) }
  }

  private func end(_ request: ThumbnailRequest, _ error: PlayerError?) {
    let readers = state.update { state -> [Int: Reader] in
      guard state.isWanted(request) else { return [:] }
      return state.pending.removeValue(forKey: request.with(0))?.readers ?? [:]
    }
    for reader in readers.values { reader.finish(throwing: error) }
  }

  /// Ends all streams.
  func end() {
    let pending = state.update { state in
      defer { state.pending = [:] }
      return state.pending
    }
    for reader in pending.values.flatMap(\.readers.values) { reader.finish() }
  }
}

extension ThumbnailRequest {
  fileprivate func with(_ ticket: Int) -> ThumbnailRequest {
    var request = self
    request.ticket = ticket
    return request
  }
}
