internal import VitrineLinux
internal import VitrineThumbnails

/// The pending requests for thumbnails and their readers. Thread-safe.
final class ThumbnailDesk: Sendable {
  typealias Reader = AsyncThrowingStream<Thumbnails.Thumbnail, any Error>.Continuation

  private struct Order {
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
    var orders: [ThumbnailRequest: Order] = [:]

    /// Returns false for results of a request that all readers have left.
    func isWanted(_ order: ThumbnailRequest) -> Bool {
      orders[order.with(0)]?.ticket == order.ticket
    }
  }

  private let state = Shared(State())

  /// Adds a reader. Returns its number, and the request to start if it is the first reader.
  func add(
    _ reader: Reader, for request: ThumbnailRequest
  ) -> (seat: Int, order: ThumbnailRequest?) {
    state.update { state in
      state.last += 1
      let known = state.orders[request]
      for picture in known?.pictures ?? [] { reader.yield(picture) }
      state.orders[request, default: Order(ticket: state.last)].readers[state.last] = reader
      return (state.last, known == nil ? request.with(state.last) : nil)
    }
  }

  /// Removes a reader. Returns the request to cancel if it was the last reader.
  func remove(_ seat: Int, of request: ThumbnailRequest) -> ThumbnailRequest? {
    state.update { state in
      guard state.orders[request]?.readers.removeValue(forKey: seat) != nil,
        let order = state.orders[request], order.readers.isEmpty
      else { return nil }
      state.orders[request] = nil
      return request.with(order.ticket)
    }
  }

  func take(_ news: ThumbnailEvent) {
    switch news {
    case .ready(let request, let thumbnail): add(Thumbnails.Thumbnail(thumbnail), to: request)
    case .finished(let request, _): end(request, nil)
    case .failed(let request, let error): end(request, PlayerError(error))
    case .elsewhere: break
    }
  }

  private func add(_ picture: Thumbnails.Thumbnail, to order: ThumbnailRequest) {
    let readers = state.update { state -> [Int: Reader] in
      guard state.isWanted(order) else { return [:] }
      state.orders[order.with(0)]?.pictures.append(picture)
      return state.orders[order.with(0)]?.readers ?? [:]
    }
    for reader in readers.values { reader.yield(picture) }
  }

  private func end(_ order: ThumbnailRequest, _ error: PlayerError?) {
    let readers = state.update { state -> [Int: Reader] in
      guard state.isWanted(order) else { return [:] }
      return state.orders.removeValue(forKey: order.with(0))?.readers ?? [:]
    }
    for reader in readers.values { reader.finish(throwing: error) }
  }

  /// Ends all streams.
  func end() {
    let orders = state.update { state in
      defer { state.orders = [:] }
      return state.orders
    }
    for reader in orders.values.flatMap(\.readers.values) { reader.finish() }
  }
}

extension ThumbnailRequest {
  fileprivate func with(_ ticket: Int) -> ThumbnailRequest {
    var request = self
    request.ticket = ticket
    return request
  }
}
