import CVitrineFFmpeg
import VitrinePictures
import VitrineTiming

/// The validation of numbers in container headers. Implausible values count as missing, so that the
/// rest of the code need not check them.
enum ContainerValues {
  /// Ten years.
  private static let longest: Int64 = 315_360_000
  /// Frames per second: from slides of an hour each to high-speed cameras.
  private static let rates = 1.0 / 3600...100_000
  /// The most that a pixel may be wider than high, or higher than wide.
  private static let mostStretched: Int32 = 100
  /// In pixels; no codec supports more.
  static let longestSide = 65_535
  /// Samples per second: from below telephones to above one-bit recorders.
  static let sampleRates: ClosedRange<CInt> = 1000...1_600_000
  /// The number of channels that the resampler supports.
  static let channels: ClosedRange<CInt> = 1...64

  /// Converts a duration in FFmpeg's time base; nil if it is missing.
  static func duration(_ ticks: Int64) -> MediaTime? {
    // bound: a constant of C
    guard ticks > 0, ticks / Int64(AV_TIME_BASE) <= longest else { return nil }
    return MediaTime(ticks, AV_TIME_BASE)
  }

  /// Converts the time of the first packet in FFmpeg's time base.
  static func start(_ ticks: Int64) -> MediaTime {
    guard ticks != vitrine_no_pts else { return .zero }
    return Timebase(numerator: 1, denominator: AV_TIME_BASE)?.mediaTime(of: ticks) ?? .zero
  }

  /// Converts a timestamp in the container's time base; nil if it is missing.
  static func time(_ ticks: Int64, _ unit: AVRational) -> MediaTime? {
    guard ticks != vitrine_no_pts, unit.num > 0, unit.den > 0 else { return nil }
    return Timebase(numerator: unit.num, denominator: unit.den)?.mediaTime(of: ticks)
  }

  static func frameDuration(_ rate: AVRational) -> MediaTime? {
    guard rate.num > 0, rate.den > 0, rates.contains(Double(rate.num) / Double(rate.den)) else {
      return nil
    }
    return MediaTime(Int64(rate.den), rate.num)
  }

  /// Reduces the fraction; nil if it is missing.
  static func pixelAspect(_ aspect: AVRational) -> PictureDescription.PixelAspect? {
    guard aspect.num > 0, aspect.den > 0 else { return nil }
    var (across, down): (CInt, CInt) = (0, 0)
    unsafe av_reduce(&across, &down, Int64(aspect.num), Int64(aspect.den), 0xFFFF)
    // bound: both are above 0
    guard across > 0, down > 0, across / down <= mostStretched, down / across <= mostStretched
    else { return nil }
    return .init(across: Int(across), down: Int(down))
  }

  /// Negative numbers count as 0.
  static func size(_ width: CInt, _ height: CInt) -> PixelSize {
    PixelSize(max(0, Int(width)), max(0, Int(height)))
  }
}
