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
    /// Whether the interrupter was used for another job. That is final, even if the other job is
    /// cancelled.
    fileprivate var wasInterrupted = false
    /// Higher for later requests.
    fileprivate var rank: Int
    /// Jobs with local files come before those that may wait for a server.
    fileprivate var order: (Int, Int) { (request.isRemote ? 0 : 1, rank) }

    fileprivate init(_ request: ThumbnailRequest, rank: Int) {
      self.request = request
      self.rank = rank
    }
  }

  /// The state of the strip that is being made.
  enum Status: Sendable {
    case wanted
    /// Another strip has, or had, a higher rank: the job is put back.
    case overtaken
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
    if let current, current.request.isRemote, isOvertaken {
      self.current?.wasInterrupted = true
      current.interrupter.interrupt()
    }
    return true
  }

  /// Whether another job should be made before the current one, or the current one was interrupted
  /// for another.
  private var isOvertaken: Bool {
    guard let current else { return false }
    return current.wasInterrupted || waiting.contains { $0.order > current.order }
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
    return isOvertaken ? .overtaken : .wanted
  }

  /// Puts back a job, to continue it later.
  mutating func putBack(_ job: Job) {
    guard let current, isCurrent(job) else { return }
    var job = job
    job.rank = current.rank
    (job.interrupter, job.wasInterrupted) = (Demuxer.Interrupter(), false)
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
