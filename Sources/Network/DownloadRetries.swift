internal import VitrineTiming

/// The failures of a file's transfers, and the pauses before further attempts.
struct DownloadRetries {
  /// The error that delays the download now.
  private(set) var trouble: NetworkError?
  /// The pause before the next attempt; nil unless the last one failed.
  private(set) var pause: Duration?
  private var backOff = BackOff()
  /// The number of consecutive responses with little or no data.
  private var poorResponses = 0
  /// The position where responses ended early, and how often.
  private var stop: (place: Int64, count: Int)?

  /// Less data than this is little.
  private static let leastGain: Int64 = 16 << 10
  private static let maxPoorResponses = 3
  /// A server that repeatedly ends at the same byte for minutes has no more data.
  private static let maxStops = 30

  /// Records the beginning of an attempt.
  mutating func begin() { pause = nil }

  /// Records that the bytes before `next` arrived, `gain` of them new in this response.
  mutating func recordProgress(to next: Int64, gain: Int64) {
    guard gain > 0, next > stop?.place ?? -1 else { return }
    (trouble, stop) = (nil, nil)
    backOff.succeed()
    if gain > Self.leastGain { poorResponses = 0 }
  }

  /// Records a transient error. `chance` is from 0 to 1.
  mutating func fail(_ error: NetworkError, chance: Double) {
    trouble = error
    pause = backOff.fail(chance: chance)
  }

  /// Records a response that ended before `next`. Returns an error if the server always stops there.
  mutating func recordEarlyEnd(
    before next: Int64, _ error: NetworkError, chance: Double
  ) -> NetworkError? {
    let place = max(next, stop?.place ?? 0)
    let count = place == stop?.place ? (stop?.count ?? 0) + 1 : 1
    stop = (place, count)
    if count > Self.maxStops {
      return .invalidResponse("the server always stops before byte \(place +| 1)")
    }
    fail(error, chance: chance)
    return nil
  }

  /// Records a complete response with `gain` new bytes. A server that sends next to nothing each
  /// time would be contacted continuously.
  mutating func recordResponse(gain: Int64, _ error: NetworkError, chance: Double) {
    poorResponses += gain < Self.leastGain ? 1 : 0
    if poorResponses > Self.maxPoorResponses { fail(error, chance: chance) }
  }
}
