internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout

/// The requested strips, and their order. Not aware of threads.
struct ThumbnailOrders: Sendable {
  /// A strip and its progress.
  struct Order: Sendable {
    let request: ThumbnailRequest
    /// The first picture that was not tried yet.
    var next = 0
    /// The number of finished pictures.
    var made = 0
    /// Why one of the others failed.
    var failure: PlaybackError?
    /// Interrupts slow operations once the order is dropped.
    let interrupter = Demuxer.Interrupter()
    /// Higher for later requests.
    fileprivate var rank: Int

    fileprivate init(_ request: ThumbnailRequest, rank: Int) {
      self.request = request
      self.rank = rank
    }
  }

  /// The state of the strip that is being made.
  enum Standing: Sendable {
    case wanted
    /// Another strip has a higher rank.
    case overtaken
    case dropped
  }

  private var waiting: [Order] = []
  private var current: Order?
  private var latestRank = 0
  private var isClosed = false

  /// Whether all orders are finished.
  var isEmpty: Bool { waiting.isEmpty && current == nil }

  /// Adds a request, or raises its rank. Returns false once closed.
  mutating func want(_ request: ThumbnailRequest) -> Bool {
    guard !isClosed else { return false }
    latestRank += 1
    if current?.request == request {
      current?.rank = latestRank
    } else if let index = waiting.firstIndex(where: { $0.request == request }) {
      waiting[index].rank = latestRank
    } else {
      waiting.append(Order(request, rank: latestRank))
    }
    return true
  }

  /// Adds requests; the first of them is made first. Returns false once closed.
  mutating func want(_ requests: [ThumbnailRequest]) -> Bool {
    requests.reversed().reduce(false) { want($1) || $0 }
  }

  mutating func cancel(_ request: ThumbnailRequest) {
    waiting.removeAll { $0.request == request }
    if current?.request == request { dropCurrent() }
  }

  mutating func close() {
    isClosed = true
    waiting = []
    dropCurrent()
  }

  /// Makes the order with the highest rank the current one; nil if there is none.
  mutating func next() -> Order? {
    guard let next = waiting.indices.max(by: { waiting[$0].rank < waiting[$1].rank }) else {
      return nil
    }
    current = waiting.remove(at: next)
    return current
  }

  /// Returns whether to continue with the current order.
  func standing(of order: Order) -> Standing {
    guard let current, isCurrent(order) else { return .dropped }
    return waiting.contains { $0.rank > current.rank } ? .overtaken : .wanted
  }

  /// Puts back an order with a lower rank, to continue it later.
  mutating func putBack(_ order: Order) {
    guard let current, isCurrent(order) else { return }
    var order = order
    order.rank = current.rank
    waiting.append(order)
    self.current = nil
  }

  /// Finishes an order. Returns false if it was dropped: its result is no longer needed.
  mutating func finish(_ order: Order) -> Bool {
    guard isCurrent(order) else { return false }
    current = nil
    return true
  }

  /// The request may have been cancelled and repeated, which is another order.
  private func isCurrent(_ order: Order) -> Bool { current?.interrupter === order.interrupter }

  private mutating func dropCurrent() {
    current?.interrupter.interrupt()
    current = nil
  }
}
