/// What HDR pictures are meant for: how their numbers become light, and which display they were
/// mastered on (CTA-861.3, static metadata type 1). In the integers in which streams and HDMI
/// carry it, so that nothing is rounded twice. Where the stream does not say, a number is 0.
public struct HDRMetadata: Hashable, Sendable {
  /// SMPTE ST 2084, which HDR10 has, or ARIB STD-B67.
  public enum Transfer: String, Hashable, Sendable { case pq, hlg }

  /// A colour's place in CIE 1931's diagram, in units of 0.00002.
  public struct Chromaticity: Hashable, Sendable {
    public var x: UInt16
    public var y: UInt16

    public init(x: UInt16 = 0, y: UInt16 = 0) {
      (self.x, self.y) = (x, y)
    }
  }

  public var transfer: Transfer
  public var red = Chromaticity()
  public var green = Chromaticity()
  public var blue = Chromaticity()
  public var white = Chromaticity()
  /// The mastering display's brightest and darkest, in cd/m² and in 0.0001 cd/m².
  public var maxLuminance: UInt16 = 0
  public var minLuminance: UInt16 = 0
  /// The brightest pixel of all the content, and the brightest picture's average, in cd/m².
  public var maxContentLight: UInt16 = 0
  public var maxFrameAverageLight: UInt16 = 0

  public init(_ transfer: Transfer) {
    self.transfer = transfer
  }

  /// Whether anything is said beyond the transfer.
  public var isDetailed: Bool { self != HDRMetadata(transfer) }

  /// The brightest that the content can be, in cd/m²: its own word, else the mastering
  /// display's, else what most is graded for. Words that no display could have said are not
  /// believed.
  public var peak: Double {
    let said = [maxContentLight, maxLuminance].first { 100...10_000 ~= $0 }
    return Double(said ?? 1000)
  }
}
