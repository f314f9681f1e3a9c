import VitrineTiming

/// A rate limit per address: a burst, and then a number of requests per second. A value type.
struct RateLimiter {
  private struct Bucket {
    var left: Double
    var time: HostTime
  }

  private let burst: Double
  private let rate: Double
  private var buckets: [String: Bucket] = [:]
  private static let most = 1024

  init(burst: Int, rate: Int) { (self.burst, self.rate) = (Double(burst), Double(rate)) }

  /// Takes one request from the bucket; returns false if none is left.
  mutating func allowRequest(from address: String, at now: HostTime) -> Bool {
    if buckets.count >= Self.most {
      // Full buckets hold no information.
      buckets = buckets.filter { seconds(now - $0.value.time) * rate + $0.value.left < burst }
      if buckets.count >= Self.most { buckets.removeAll() }
    }
    var bucket = buckets[address] ?? Bucket(left: burst, time: now)
    bucket.left = min(burst, bucket.left + seconds(now - bucket.time) * rate)
    bucket.time = now
    let isAllowed = bucket.left >= 1
    if isAllowed { bucket.left -= 1 }
    buckets[address] = bucket
    return isAllowed
  }

  private func seconds(_ duration: Duration) -> Double { Double(duration.nanoseconds) / 1e9 }
}
