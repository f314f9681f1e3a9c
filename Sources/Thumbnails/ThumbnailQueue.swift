internal import VitrineMedia
internal import VitrinePlayback
internal import VitrineScanout

/// The requested strips, and their order. Not aware of threads.
struct ThumbnailQueue: Sendable {
  /// A strip and its progress.
  struct Job: Sendable {
    let request: ThumbnailRequest
    /// The first picture that was not tried yet.
    var next = 0
    /// The number of finished pictures.
    var made = 0
    /// Why one of the others failed.
    var failure: PlaybackError?
    /// Interrupts slow operations once the job is dropped.
    fileprivate(set) var interrupter = Demuxer.Interrupter()
    /// Why the interrupter was used. That is final: the job is put back even if the other one is
    /// cancelled.
    fileprivate var interruption: Interruption?
    /// How often its server was too slow.
    fileprivate var timeouts = 0
    /// Higher for later requests.
    fileprivate var rank: Int
    /// Jobs with local files come before those that may wait for a server.
    fileprivate var order: (Int, Int) { (request.isRemote ? 0 : 1, rank) }

    fileprivate init(_ request: ThumbnailRequest, rank: Int) {
      self.request = request
      self.rank = rank
    }
  }

  fileprivate enum Interruption: Sendable {
    case overtaken
    case late
  }

  /// The state of the strip that is being made.
  enum Status: Sendable {
    case wanted
    /// Another strip has, or had, a higher rank: the job is put back.
    case overtaken
    /// Its server is too slow: the job is put behind all others.
    case late
    case dropped
  }

  private var waiting: [Job] = []
  private var current: Job?
  private var latestRank = 0
  private var isClosed = false

  /// Whether all jobs are finished.
  var isEmpty: Bool { waiting.isEmpty && current == nil }

  /// Adds a request, or raises its rank. Returns false once closed.
  mutating func add(_ request: ThumbnailRequest) -> Bool {
    guard !isClosed else { return false }
    latestRank += 1
    if current?.request == request {
      current?.rank = latestRank
    } else if let index = waiting.firstIndex(where: { $0.request == request }) {
      waiting[index].rank = latestRank
    } else {
      waiting.append(Job(request, rank: latestRank))
    }
    // It may be waiting for a server.
    if let current, current.request.isRemote, isOvertaken { interruptCurrent(.overtaken) }
    return true
  }

  /// Whether another job should be made before the current one.
  private var isOvertaken: Bool {
    guard let current else { return false }
    return waiting.contains { $0.order > current.order }
  }

  /// Adds requests; the first of them is made first. Returns false once closed.
  mutating func add(_ requests: [ThumbnailRequest]) -> Bool {
    requests.reversed().reduce(false) { add($1) || $0 }
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

  /// Makes the job with the highest rank the current one; nil if there is none.
  mutating func next() -> Job? {
    guard let next = waiting.indices.max(by: { waiting[$0].order < waiting[$1].order }) else {
      return nil
    }
    current = waiting.remove(at: next)
    return current
  }

  /// Returns whether to continue with the current job.
  func status(of job: Job) -> Status {
    guard isCurrent(job) else { return .dropped }
    return switch current?.interruption {
    case .overtaken: .overtaken
    case .late: .late
    case nil: isOvertaken ? .overtaken : .wanted
    }
  }

  /// Interrupts a job whose server is too slow, because others wait.
  mutating func expire(_ job: Job) {
    if isCurrent(job) { interruptCurrent(.late) }
  }

  private mutating func interruptCurrent(_ reason: Interruption) {
    guard current?.interruption == nil else { return }
    current?.interruption = reason
    current?.interrupter.interrupt()
  }

  /// How often a job is tried if its server is too slow.
  private static let attempts = 3

  /// Puts back a job whose server is too slow, behind all others. Returns false if that was the
  /// last attempt.
  mutating func putBehind(_ job: Job) -> Bool {
    guard isCurrent(job) else { return true }
    var job = job
    // bound: at most the number of attempts
    job.timeouts += 1
    guard job.timeouts < Self.attempts else { return false }
    // bound: one less for each attempt of a job
    current?.rank = (waiting.map(\.rank).min() ?? job.rank) - 1
    putBack(job)
    return true
  }

  /// Puts back a job, to continue it later.
  mutating func putBack(_ job: Job) {
    guard let current, isCurrent(job) else { return }
    var job = job
    job.rank = current.rank
    (job.interrupter, job.interruption) = (Demuxer.Interrupter(), nil)
    waiting.append(job)
    self.current = nil
  }

  /// Finishes a job. Returns false if it was dropped: its result is no longer needed.
  mutating func finish(_ job: Job) -> Bool {
    guard isCurrent(job) else { return false }
    current = nil
    return true
  }

  /// The request may have been cancelled and repeated, which is another job.
  private func isCurrent(_ job: Job) -> Bool { current?.interrupter === job.interrupter }

  private mutating func dropCurrent() {
    current?.interrupter.interrupt()
    current = nil
  }
}
