import CVitrineFFmpeg
import VitrinePictures
import VitrineTiming

/// What the headers of containers may say: the one place where their numbers become ours. A number
/// that no film has counts as not told, so that nothing behind this has to doubt it.
enum ContainerValues {
  /// Ten years.
  private static let longest: Int64 = 315_360_000
  /// Pictures in a second: slides of an hour each, and cameras for science.
  private static let rates = 1.0 / 3600...100_000
  /// How much wider than high a pixel may be, or the other way round.
  private static let mostStretched: Int32 = 100
  /// Of a picture; no codec has more.
  static let longestSide = 65_535
  /// Samples in a second: telephones and more, recorders of single bits and less.
  static let sampleRates: ClosedRange<CInt> = 1000...1_600_000
  /// What the resampler mixes.
  static let channels: ClosedRange<CInt> = 1...64

  /// A length in FFmpeg's own unit; nil where it is not told.
  static func duration(_ ticks: Int64) -> MediaTime? {
    // bound: a constant of C
    guard ticks > 0, ticks / Int64(AV_TIME_BASE) <= longest else { return nil }
    return MediaTime(ticks, AV_TIME_BASE)
  }

  /// When the first packet is due, in FFmpeg's own unit.
  static func start(_ ticks: Int64) -> MediaTime {
    guard ticks != vitrine_no_pts else { return .zero }
    return Timebase(numerator: 1, denominator: AV_TIME_BASE)?.mediaTime(of: ticks) ?? .zero
  }

  /// A moment in a unit of the container's; nil where it is not told.
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

  /// In small numbers; nil where it is not told.
  static func pixelAspect(_ aspect: AVRational) -> PictureDescription.PixelAspect? {
    guard aspect.num > 0, aspect.den > 0 else { return nil }
    var (across, down): (CInt, CInt) = (0, 0)
    unsafe av_reduce(&across, &down, Int64(aspect.num), Int64(aspect.den), 0xFFFF)
    // bound: both are above 0
    guard across > 0, down > 0, across / down <= mostStretched, down / across <= mostStretched
    else { return nil }
    return .init(across: Int(across), down: Int(down))
  }

  /// Negative numbers are no size.
  static func size(_ width: CInt, _ height: CInt) -> PixelSize {
    PixelSize(max(0, Int(width)), max(0, Int(height)))
  }
}
