import VitrinePictures

extension ModeTiming {
  /// A timing of CTA-861 or VESA DMT, which monitors are built for.
  private struct Standard {
    let rate: Int64
    let timing: ModeTiming
    /// CTA-861 also defines each rate divided by 1.001, by its pixel clock.
    let isTelevision: Bool
  }

  /// The standard timing of this size and rate; nil if there is none.
  static func standard(_ size: PixelSize, _ refresh: Refresh) -> ModeTiming? {
    for line in standards
    where [size.width, size.height] == [line.timing.across[0], line.timing.down[0]] {
      if refresh == Refresh(line.rate) { return line.timing }
      if line.isTelevision, refresh == Refresh(line.rate * 1000, 1001) {
        var timing = line.timing
        timing.clock = (timing.clock * 1000 + 500) / 1001
        return timing
      }
    }
    return nil
  }

  private static func television(
    _ rate: Int64, _ clock: Int, _ across: [Int], _ down: [Int], positive: Bool = true
  ) -> Standard {
    Standard(
      rate: rate,
      timing: ModeTiming(
        clock: clock, across: across, down: down, hsyncIsPositive: positive,
        vsyncIsPositive: positive),
      isTelevision: true)
  }

  private static func computer(
    _ clock: Int, _ across: [Int], _ down: [Int], h: Bool = true, v: Bool = true
  ) -> Standard {
    Standard(
      rate: 60,
      timing: ModeTiming(
        clock: clock, across: across, down: down, hsyncIsPositive: h, vsyncIsPositive: v),
      isTelevision: false)
  }

  private static let rows480 = [480, 489, 495, 525]
  private static let rows720 = [720, 725, 730, 750]
  private static let rows1080 = [1080, 1084, 1089, 1125]
  private static let rows2160 = [2160, 2168, 2178, 2250]

  private static let standards: [Standard] = [
    television(60, 25_200, [640, 656, 752, 800], [480, 490, 492, 525], positive: false),
    television(60, 27_027, [720, 736, 798, 858], rows480, positive: false),
    television(50, 27_000, [720, 732, 796, 864], [576, 581, 586, 625], positive: false),
    television(24, 59_400, [1280, 3040, 3080, 3300], rows720),
    television(25, 74_250, [1280, 3700, 3740, 3960], rows720),
    television(30, 74_250, [1280, 3040, 3080, 3300], rows720),
    television(50, 74_250, [1280, 1720, 1760, 1980], rows720),
    television(60, 74_250, [1280, 1390, 1430, 1650], rows720),
    television(24, 74_250, [1920, 2558, 2602, 2750], rows1080),
    television(25, 74_250, [1920, 2448, 2492, 2640], rows1080),
    television(30, 74_250, [1920, 2008, 2052, 2200], rows1080),
    television(50, 148_500, [1920, 2448, 2492, 2640], rows1080),
    television(60, 148_500, [1920, 2008, 2052, 2200], rows1080),
    television(24, 297_000, [3840, 5116, 5204, 5500], rows2160),
    television(25, 297_000, [3840, 4896, 4984, 5280], rows2160),
    television(30, 297_000, [3840, 4016, 4104, 4400], rows2160),
    television(50, 594_000, [3840, 4896, 4984, 5280], rows2160),
    television(60, 594_000, [3840, 4016, 4104, 4400], rows2160),
    // DMT's rates of 60 Hz are up to 0.4 % off.
    computer(40_000, [800, 840, 968, 1056], [600, 601, 605, 628]),
    computer(65_000, [1024, 1048, 1184, 1344], [768, 771, 777, 806], h: false, v: false),
    computer(71_000, [1280, 1328, 1360, 1440], [800, 803, 809, 823], v: false),
    computer(108_000, [1280, 1328, 1440, 1688], [1024, 1025, 1028, 1066]),
    computer(85_500, [1366, 1436, 1579, 1792], [768, 771, 774, 798]),
    computer(88_750, [1440, 1488, 1520, 1600], [900, 903, 909, 926], v: false),
    computer(108_000, [1600, 1624, 1704, 1800], [900, 901, 904, 1000]),
    computer(162_000, [1600, 1664, 1856, 2160], [1200, 1201, 1204, 1250]),
    computer(119_000, [1680, 1728, 1760, 1840], [1050, 1053, 1059, 1080], v: false),
    computer(154_000, [1920, 1968, 2000, 2080], [1200, 1203, 1209, 1235], v: false),
  ]
}

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
