import VitrinePictures

extension ModeTiming {
  /// A timing for any size and rate, by VESA CVT 1.2 with reduced blanking (version 1, which
  /// monitors of all ages accept). The pixel clock has a precision of 1 kHz as in version 2,
  /// instead of 250 kHz, so that 59.94 does not become 59.93. Nil if no cable supports it.
  static func reduced(_ size: PixelSize, _ refresh: Refresh) -> ModeTiming? {
    let (columns, lines) = (size.width, size.height)
    guard 64...BufferLayout.largestSide ~= columns, 64...BufferLayout.largestSide ~= lines,
      1...1000 ~= refresh.value
    else { return nil }
    // At least 460 µs of vertical blanking.
    let linePeriod = (1e6 / refresh.value - 460) / Double(lines)
    guard linePeriod > 0 else { return nil }
    let (front, sync, leastBack) = (3, syncWidth(of: size), 6)
    let blank = max(Int(460 / linePeriod) + 1, front + sync + leastBack)
    guard blank < 65535 - lines else { return nil }
    var best = (timing: ModeTiming?.none, error: Double.infinity)
    // At a low clock, whole kHz are coarse; more blank lines can give the exact rate.
    for extra in 0..<64 {
      let total = lines + blank + extra
      let wanted = refresh.value * Double((columns + 160) * total) / 1000
      guard wanted < 4_000_000 else { break }
      let error = abs(wanted.rounded() / wanted - 1)
      guard error < best.error else { continue }
      best = (
        ModeTiming(
          clock: Int(wanted.rounded()),
          across: [columns, columns + 48, columns + 80, columns + 160],
          down: [lines, lines + front, lines + front + sync, total], vsyncIsPositive: false), error
      )
      if error < 5e-6 { break }
    }
    return best.timing
  }

  /// The length of the vertical pulse encodes the aspect ratio.
  private static func syncWidth(of size: PixelSize) -> Int {
    let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
    return shapes.first { size.width * $0.1 == size.height * $0.0 }?.2 ?? 10
  }
}
