import VitrineTiming

/// How many requests an address may make: so many at once, and so many a second after that. A value.
struct RequestAllowance {
  private struct Bucket {
    var left: Double
    var time: HostTime
  }

  private let burst: Double
  private let rate: Double
  private var buckets: [String: Bucket] = [:]
  private static let most = 1024

  init(burst: Int, rate: Int) { (self.burst, self.rate) = (Double(burst), Double(rate)) }

  /// Whether one more may be made now.
  mutating func spend(_ address: String, at now: HostTime) -> Bool {
    if buckets.count >= Self.most {
      // Those that are full again say nothing.
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
