/// Numbers the vblank series of successive displays.
struct SeriesCounter {
  private var count = 0
  private var latest: (Epoch, Int)?

  /// The number of a sink's series across all sinks.
  mutating func number(_ epoch: Epoch, _ series: Int) -> Int {
    if latest.map({ $0 != (epoch, series) }) ?? true { count += 1 }
    latest = (epoch, series)
    return count
  }
}
