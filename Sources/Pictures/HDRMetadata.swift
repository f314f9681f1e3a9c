/// The metadata of HDR pictures: their transfer function and mastering display (CTA-861.3, static
/// metadata type 1). Uses the integers of streams and HDMI, so that nothing is rounded twice.
/// Unspecified numbers are 0.
package struct HDRMetadata: Hashable, Sendable {
  /// SMPTE ST 2084, as in HDR10, or ARIB STD-B67.
  package enum Transfer: String, Hashable, Sendable { case pq, hlg }

  /// A colour's position in the CIE 1931 diagram, in units of 0.00002.
  package struct Chromaticity: Hashable, Sendable {
    package var x: UInt16
    package var y: UInt16

    package init(x: UInt16 = 0, y: UInt16 = 0) {
      self.x = x
      self.y = y
    }
  }

  package var transfer: Transfer
  package var red = Chromaticity()
  package var green = Chromaticity()
  package var blue = Chromaticity()
  package var white = Chromaticity()
  /// The mastering display's maximum and minimum luminance, in cd/m² and in 0.0001 cd/m².
  package var maxLuminance: UInt16 = 0
  package var minLuminance: UInt16 = 0
  /// The brightest pixel of the content, and the highest average of a picture, in cd/m².
  package var maxContentLight: UInt16 = 0
  package var maxFrameAverageLight: UInt16 = 0

  package init(_ transfer: Transfer) {
    self.transfer = transfer
  }

  /// Whether anything but the transfer function is specified.
  package var isDetailed: Bool { self != HDRMetadata(transfer) }

  /// The peak luminance of the content in cd/m²: its own value, otherwise the mastering display's,
  /// otherwise the most common one. Implausible values are ignored.
  package var peak: Double {
    let stated = [maxContentLight, maxLuminance].first { 100...10_000 ~= $0 }
    return Double(stated ?? 1000)
  }
}
