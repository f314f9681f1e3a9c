internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout

/// Which strips are wanted, and in which order. A value, which knows nothing of threads.
struct ThumbnailOrders: Sendable {
  /// One strip, as far as it is made.
  struct Order: Sendable {
    let request: ThumbnailRequest
    /// The first picture that has not had its turn.
    var next = 0
    /// How many are ready.
    var made = 0
    /// Why one of the others is not.
    var failure: PlaybackError?
    /// Ends what takes long once the order is dropped.
    let interrupter = Demuxer.Interrupter()
    /// The later it was wanted, the higher.
    fileprivate var rank: Int

    fileprivate init(_ request: ThumbnailRequest, rank: Int) {
      (self.request, self.rank) = (request, rank)
    }
  }

  /// How the strip stands that is being made.
  enum Standing: Sendable {
    case wanted
    /// Another one comes first.
    case overtaken
    case dropped
  }

  private var waiting: [Order] = []
  private var current: Order?
  private var latestRank = 0
  private var isClosed = false

  /// Whether all orders are done.
  var isEmpty: Bool { waiting.isEmpty && current == nil }

  /// False where there is nothing to be done for it: once closed.
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

  /// The first of them is made first. False as above.
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

  /// The order whose turn it is, which is then the current one. Nil when there is none.
  mutating func take() -> Order? {
    guard let next = waiting.indices.max(by: { waiting[$0].rank < waiting[$1].rank }) else {
      return nil
    }
    current = waiting.remove(at: next)
    return current
  }

  /// Whether to go on with an order that was taken.
  func standing(of order: Order) -> Standing {
    guard let current, isCurrent(order) else { return .dropped }
    return waiting.contains { $0.rank > current.rank } ? .overtaken : .wanted
  }

  /// Takes back an order that was overtaken, to go on with it later from where it is.
  mutating func putBack(_ order: Order) {
    guard let current, isCurrent(order) else { return }
    var order = order
    order.rank = current.rank
    waiting.append(order)
    self.current = nil
  }

  /// Notes that an order is done with. False where it was dropped before: its news is wanted no more.
  mutating func finish(_ order: Order) -> Bool {
    guard isCurrent(order) else { return false }
    current = nil
    return true
  }

  /// The same request may have been cancelled and wanted anew: that is another order.
  private func isCurrent(_ order: Order) -> Bool { current?.interrupter === order.interrupter }

  private mutating func dropCurrent() {
    current?.interrupter.interrupt()
    current = nil
  }
}
