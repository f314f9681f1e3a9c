import VitrinePictures

extension ModeTiming {
  /// A timing for any size and rate, by VESA CVT 1.2 with reduced blanking (version 1, which
  /// displays of all ages take). The pixel clock is to the kHz, as version 2 has it, and not in
  /// steps of 250 kHz: 59.94 shall not come out as 59.93. Nil where no cable carries it.
  static func reduced(_ size: PixelSize, _ refresh: Refresh) -> ModeTiming? {
    let (columns, lines) = (size.width, size.height)
    guard 64...BufferLayout.largestSide ~= columns, 64...BufferLayout.largestSide ~= lines,
      1...1000 ~= refresh.value
    else { return nil }
    // At least 460 µs from picture to picture.
    let linePeriod = (1e6 / refresh.value - 460) / Double(lines)
    guard linePeriod > 0 else { return nil }
    let (front, sync, leastBack) = (3, syncWidth(of: size), 6)
    let blank = max(Int(460 / linePeriod) + 1, front + sync + leastBack)
    guard blank < 65535 - lines else { return nil }
    var best = (timing: ModeTiming?.none, error: Double.infinity)
    // A low clock's kHz are coarse; some more blank lines find one that comes out.
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

  /// The length of the vertical pulse tells the picture's shape.
  private static func syncWidth(of size: PixelSize) -> Int {
    let shapes = [(4, 3, 4), (16, 9, 5), (16, 10, 6), (5, 4, 7), (15, 9, 7)]
    return shapes.first { size.width * $0.1 == size.height * $0.0 }?.2 ?? 10
  }
}
