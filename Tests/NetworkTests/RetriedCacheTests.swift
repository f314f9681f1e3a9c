import Testing
import VitrineAddresses
import VitrineContent
import VitrineLinux
import VitrineTiming

@testable import VitrineNetwork
@testable import VitrineRemoteMedia

@Suite("A cache that cannot be opened at the start")
struct RetriedCacheTests {
  private static let start = HostTime(nanoseconds: 1_000_000_000_000)
  private static let full = ContentError.notWritten(cause: "no space left")
  private static let readOnly = ContentError.unusable("/cache", cause: "read-only file system")

  @Test("Attempts are due after a delay that doubles up to ten minutes")
  func schedule() {
    var schedule = CacheRetrySchedule(after: Self.full, at: Self.start)
    var attempts: [Int] = []
    for second in 0..<3000 {
      let now = Self.start + .seconds(second)
      guard schedule.consumeDue(at: now) else { continue }
      #expect(schedule.due == nil && !schedule.consumeDue(at: now))
      schedule.recordFailure(Self.full, at: now)
      attempts.append(second)
    }
    #expect(attempts == [30, 90, 210, 450, 930, 1530, 2130, 2730])
  }

  @Test(
    "An error is reported if it differs from the previous one",
    arguments: [
      ([full, full], [false, false]), ([full, readOnly, readOnly], [false, true, false]),
      ([readOnly, full], [true, true]), ([nil, full, nil, readOnly], [false, false, false, true]),
    ] as [([ContentError?], [Bool])])
  func reports(errors: [ContentError?], isReported: [Bool]) {
    var schedule = CacheRetrySchedule(after: Self.full, at: Self.start)
    #expect(errors.map { schedule.recordFailure($0, at: Self.start) } == isReported)
  }

  @Test("Downloads do without it, and use it once a later request could open it")
  func opens() throws {
    let (loop, cache) = (RecordingTransfers(), RecordingTransfers(isCaching: true))
    let now = Shared(Self.start)
    let results = Shared<[ContentError?]>([Self.full, Self.readOnly, nil])
    let reports = BoundedQueue<ContentError?>(limit: .max)
    let retried = RetriedCache(over: loop, after: Self.full, now: { now.value }) {
      () throws(ContentError) in
      if let error = results.update({ $0.removeFirst() }) { throw error }
      return cache
    } report: {
      reports.push($0)
    }
    func request(after seconds: Int) throws {
      now.update { $0 = Self.start + .seconds(seconds) }
      _ = retried.begin(
        TransferRequest(try RemoteURL("http://films.example/a.mp4")), for: IgnoringSink())
    }
    for second in [0, 29] { try request(after: second) }
    #expect(results.value.count == 3 && !retried.isCaching)
    // The first attempt fails as at the start, which is not reported.
    try request(after: 30)
    retried.awaitAttempt()
    try request(after: 89)
    #expect(results.value.count == 2)
    try request(after: 90)
    #expect(reports.pop() == Self.readOnly)
    try request(after: 210)
    #expect(reports.pop() == .some(nil))
    #expect(retried.isCaching && loop.begun == 6 && cache.begun == 0)
    try request(after: 211)
    #expect(loop.begun == 6 && cache.begun == 1)
    retried.close()
  }

  @Test("Once closed, it is not opened any more")
  func closed() throws {
    let now = Shared(Self.start)
    let retried = RetriedCache(
      over: RecordingTransfers(), after: Self.full, now: { now.value }
    ) { () throws(ContentError) in
      Issue.record("opened")
      throw Self.full
    } report: { _ in
    }
    retried.close()
    now.update { $0 = Self.start + .seconds(1000) }
    _ = retried.begin(
      TransferRequest(try RemoteURL("http://films.example/a.mp4")), for: IgnoringSink())
    retried.close()
  }
}

/// Transfers that are only counted.
private final class RecordingTransfers: Transfers {
  let isCaching: Bool
  private let count = Shared(0)

  init(isCaching: Bool = false) { self.isCaching = isCaching }

  var begun: Int { count.value }

  func begin(_ request: TransferRequest, for sink: any TransferSink) -> TransferID {
    TransferID(
      number: count.update { count in
        count += 1
        return count
      })
  }

  func cancel(_ transfer: TransferID) {}
  func resume(_ transfer: TransferID) {}
}

private final class IgnoringSink: TransferSink {
  func begin(_ head: ResponseHead, of transfer: TransferID) -> NetworkError? { nil }
  func receive(_ bytes: UnsafeRawBufferPointer, of transfer: TransferID) -> TransferStep { .enough }
  func end(_ transfer: TransferID, _ error: NetworkError?) {}
}
