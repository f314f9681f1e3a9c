import Glibc
import VitrinePictures

/// A table of SDR colours for HDR colours: from BT.2020 RGB codes to 8-bit BT.709 Y'CbCr with
/// limited range. It contains the corners of a grid, between which a pass interpolates. Computed
/// once for a clip's metadata, in a few milliseconds.
///
/// The grid is in RGB and not in Y'CbCr: the bends of the map, at the largest channel and at the
/// edge of the gamut, then run along the grid.
struct ToneTable: Sendable {
  /// The number of cells from black to the maximum, and of corners.
  static var cells: Int { 32 }
  static var count: Int { cells + 1 }
  /// The fractional bits.
  static var places: Int { 6 }

  let hdr: HDRMetadata
  /// Y', Cb, Cr and padding, by red, green and blue, the last one fastest.
  let corners: [Int16]

  init(_ hdr: HDRMetadata) {
    self.hdr = hdr
    let curve = ToneCurve(hdr)
    let levels = (0..<Self.count).map { Double($0) / Double(Self.cells) }
    var corners: [Int16] = []
    corners.reserveCapacity(Self.count * Self.count * Self.count * 4)
    for red in levels {
      for green in levels {
        for blue in levels {
          let code = Self.exact(curve, SIMD3(red, green, blue)) * Double(1 << Self.places)
          corners += [code.x, code.y, code.z, 0].map { Int16($0.rounded()) }
        }
      }
    }
    self.corners = corners
  }

  /// Returns the SDR colour without interpolation.
  static func exact(_ curve: ToneCurve, _ signal: SIMD3<Double>) -> SIMD3<Double> {
    let light = curve.light(signal)
    // Scaled by the largest channel, so that the hue stays and no channel clips.
    let brightest = max(light.x, light.y, light.z, 1e-6)
    let shown = inGamut(narrow(light * (curve.mapped(brightest) / brightest)))
    // SDR displays have a gamma of 2.4 (ITU-R BT.1886).
    let (red, green, blue) = (
      pow(shown.x, 1 / 2.4), pow(shown.y, 1 / 2.4), pow(shown.z, 1 / 2.4)
    )
    let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return SIMD3(16 + 219 * y, 128 + 224 * (blue - y) / 1.8556, 128 + 224 * (red - y) / 1.5748)
  }

  /// Converts BT.2020 light to BT.709 (ITU-R BT.2087). Each row sums up to one: grey stays grey.
  private static func narrow(_ wide: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (wide * SIMD3(1.6605, -0.5876, -0.0729)).sum(),
      (wide * SIMD3(-0.1246, 1.1329, -0.0083)).sum(),
      (wide * SIMD3(-0.0182, -0.1006, 1.1188)).sum())
  }

  /// Moves colours outside of BT.709 to its edge: negative light becomes 0, and bright colours are
  /// desaturated, so that hue and luminance stay.
  private static func inGamut(_ color: SIMD3<Double>) -> SIMD3<Double> {
    let lit = color.clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: .infinity))
    let brightest = max(lit.x, lit.y, lit.z)
    guard brightest > 1 else { return lit }
    let grey = min((lit * SIMD3(0.2126, 0.7152, 0.0722)).sum(), 1)
    let share = brightest > grey ? (1 - grey) / (brightest - grey) : 0
    return SIMD3(repeating: grey) + (lit - SIMD3(repeating: grey)) * share
  }
}
