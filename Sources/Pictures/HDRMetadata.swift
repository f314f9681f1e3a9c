/// The metadata of HDR pictures: their transfer function and mastering display (CTA-861.3, static
/// metadata type 1). Uses the integers of streams and HDMI, so that nothing is rounded twice.
/// Unspecified numbers are 0.
public struct HDRMetadata: Hashable, Sendable {
  /// SMPTE ST 2084, as in HDR10, or ARIB STD-B67.
  public enum Transfer: String, Hashable, Sendable { case pq, hlg }

  /// A colour's position in the CIE 1931 diagram, in units of 0.00002.
  public struct Chromaticity: Hashable, Sendable {
    public var x: UInt16
    public var y: UInt16

    public init(x: UInt16 = 0, y: UInt16 = 0) {
      self.x = x
      self.y = y
    }
  }

  public var transfer: Transfer
  public var red = Chromaticity()
  public var green = Chromaticity()
  public var blue = Chromaticity()
  public var white = Chromaticity()
  /// The mastering display's maximum and minimum luminance, in cd/m² and in 0.0001 cd/m².
  public var maxLuminance: UInt16 = 0
  public var minLuminance: UInt16 = 0
  /// The brightest pixel of the content, and the highest average of a picture, in cd/m².
  public var maxContentLight: UInt16 = 0
  public var maxFrameAverageLight: UInt16 = 0

  public init(_ transfer: Transfer) {
    self.transfer = transfer
  }

  /// Whether anything but the transfer function is specified.
  public var isDetailed: Bool { self != HDRMetadata(transfer) }

  /// The peak luminance of the content in cd/m²: its own value, otherwise the mastering display's,
  /// otherwise the most common one. Implausible values are ignored.
  public var peak: Double {
    let stated = [maxContentLight, maxLuminance].first { 100...10_000 ~= $0 }
    return Double(stated ?? 1000)
  }
}
