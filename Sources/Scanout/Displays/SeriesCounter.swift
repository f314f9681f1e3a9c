/// Numbers the series of vblanks of displays that follow each other.
struct SeriesCounter {
  private var count = 0
  private var latest: (Epoch, Int)?

  /// The number of a sink's series over all sinks.
  mutating func number(_ epoch: Epoch, _ series: Int) -> Int {
    if latest.map({ $0 != (epoch, series) }) ?? true { count += 1 }
    latest = (epoch, series)
    return count
  }
}
