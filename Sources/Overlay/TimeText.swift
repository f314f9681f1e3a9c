package import VitrineTiming

/// A time for the interface: `3:07`, or `1:02:03` if it or the total is an hour or more. Fractions
/// are cut off; a time that is negative or implausibly long reads `0:00`.
package func timeText(_ time: MediaTime, _ total: MediaTime? = nil) -> String {
  let seconds = wholeSeconds(time)
  let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
  let tail = twoDigits(seconds % 60)
  let hasHours = hours > 0 || total.map { wholeSeconds($0) >= 3600 } ?? false
  return hasHours ? "\(hours):\(twoDigits(minutes)):\(tail)" : "\(minutes):\(tail)"
}

/// A century; damaged files claim more.
private let longest: Int64 = 100 * 366 * 86_400

private func wholeSeconds(_ time: MediaTime) -> Int64 {
  let seconds = time.value / Int64(time.timescale)
  return (0...longest).contains(seconds) ? seconds : 0
}

private func twoDigits(_ number: Int64) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
