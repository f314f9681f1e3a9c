package import VitrineAddresses
internal import VitrineTiming

/// The download of a resource, or of a range of it, which resumes after errors. Its owner passes
/// the results of transfers to it.
package struct ResourceFetch: Sendable {
  package enum Outcome: Hashable, Sendable {
    case complete
    /// A retry after a pause may succeed.
    case retry(after: Duration, NetworkError)
    case failed(NetworkError)
  }

  /// The requested resource.
  package let url: RemoteURL
  package let range: Range<Int64>?
  /// The number of bytes received from the beginning.
  package private(set) var received: Int64 = 0
  /// The total number; nil if the server does not send it.
  package private(set) var size: Int64?
  /// The head of the latest response.
  package private(set) var head: ResponseHead?
  private let most: Int64
  private let allowsCompression: Bool
  /// Bytes to skip, because they are known or were not requested.
  private var skip: Int64 = 0
  private var backOff = BackOff()
  private var isRetry = false
  private var restarts = 0
  /// The position where the response was cut, and how often.
  private var stop: (place: Int64, count: Int)?

  private static let maxRestarts = 2
  private static let maxStops = 10

  /// Refuses more than `most` bytes. A download that may be compressed restarts from the beginning.
  /// A range may extend beyond the end of the resource.
  package init(
    _ url: RemoteURL, range: Range<Int64>? = nil, most: Int64, allowsCompression: Bool = false
  ) {
    self.url = url
    self.range = range
    self.most = most
    self.allowsCompression = allowsCompression && range == nil
    size = range.map { Int64($0.count) }
  }

  /// The next request; the caller adds the scope and the credentials.
  package var request: TransferRequest {
    var request = TransferRequest(url)
    request.allowsCompression = allowsCompression
    // A server without range support repeats earlier bytes.
    request.limits.bytes = most.addingReportingOverflow(range?.lowerBound ?? 0).partialValue
    if let range {
      request.range = ByteRange(range.lowerBound +| received, range.upperBound)
    } else if received > 0 {
      request.range = ByteRange(received, nil)
    }
    if received > 0 { request.ifRange = head?.validators }
    request.mayReuseConnection = !isRetry
    return request
  }

  private var isWhole: Bool { size.map { received >= $0 } ?? false }

  /// Handles the head of a response.
  package mutating func begin(_ head: ResponseHead) -> NetworkError? {
    if let known = self.head, received > 0, !known.validators.allow(head.validators) {
      return .changed
    }
    let start = (range?.lowerBound ?? 0) +| received
    switch head.status {
    case 206:
      guard let part = head.contentRange?.range, part.lowerBound == start,
        range != nil || received > 0
      else {
        return .invalidResponse("the response has a different range than requested")
      }
      skip = 0
      if range == nil { size = head.contentRange?.total ?? size }
      cut(to: head.contentRange?.total)
    case 200:
      cut(to: head.isCompressed ? nil : head.length)
      if range == nil, let length = head.length, length < received { return .changed }
      skip = start
      if range == nil, !head.isCompressed { size = head.length ?? size }
    default: return .invalidResponse("unexpected status \(head.status)")
    }
    if let size, size > most { return limitExceeded }
    self.head = head
    return nil
  }

  /// Manifests may contain ranges that extend beyond the end of the file.
  private mutating func cut(to total: Int64?) {
    guard let range, let total, total > range.lowerBound else { return }
    size = max(0, min(range.upperBound, total) -| range.lowerBound)
  }

  private var limitExceeded: NetworkError {
    .limitExceeded("too large (limit: \(most) bytes)")
  }

  /// Counts received bytes, and returns how many to skip and how many are new.
  package mutating func receive(_ count: Int) -> (skipped: Int, new: Int, step: TransferStep) {
    let skipped = Int(min(skip, Int64(count)))
    skip -|= Int64(skipped)
    let room = (size ?? .max) -| received
    let new = Int(max(0, min(Int64(count - skipped), room)))
    received +|= Int64(new)
    if received > most { return (skipped, new, .fail(limitExceeded)) }
    if new > 0 { backOff.succeed() }
    // Cancelling after the last byte would prevent reuse of the connection.
    return (skipped, new, new < count - skipped ? .enough : .proceed)
  }

  /// Handles the end of a transfer. `chance` is from 0 to 1.
  package mutating func end(_ error: NetworkError?, chance: Double) -> Outcome {
    guard !isWhole || received == 0 else { return .complete }
    if error == nil, size == nil || isWhole { return .complete }
    let error = error ?? .cut(url.host)
    if error == .changed, received > 0, restarts < Self.maxRestarts {
      // It is another version: restart from the beginning.
      restarts += 1
      (received, head, isRetry, size) = (0, nil, true, range.map { Int64($0.count) })
      return .retry(after: backOff.fail(chance: chance), error)
    }
    guard error.isTransient else { return .failed(error) }
    if case .cut = error {
      stop = (received, received == stop?.place ? (stop?.count ?? 0) + 1 : 1)
      if let stop, stop.count > Self.maxStops {
        return .failed(.invalidResponse("the server always stops before byte \(stop.place +| 1)"))
      }
    }
    isRetry = true
    if allowsCompression { received = 0 }
    return .retry(after: backOff.fail(chance: chance), error)
  }
}
