import Glibc

/// The colour formats that a monitor supports (CTA-861 data blocks of its EDID).
package struct MonitorCapabilities: Hashable, Sendable {
  /// HDR by SMPTE ST 2084 (PQ), as in HDR10, and by ARIB STD-B67 (HLG).
  package var supportsPQ = false
  package var supportsHLG = false
  /// BT.2020 as RGB, and as YCbCr with non-constant luminance.
  package var supportsBT2020RGB = false
  package var supportsBT2020YCC = false
  /// The recommended range of pictures in cd/m²; nil if not specified.
  package var maxLuminance: Double?
  package var maxFrameAverageLuminance: Double?
  package var minLuminance: Double?

  /// The capabilities of an unknown monitor: SDR.
  package init() {}

  /// An invalid EDID gives no capabilities.
  package init(edid bytes: [UInt8]) {
    guard let edid = EDID(bytes) else { return }
    if let colors = edid.extendedData(5)?.first {
      supportsBT2020YCC = colors & 0x40 != 0
      supportsBT2020RGB = colors & 0x80 != 0
    }
    if let metadata = edid.extendedData(6) { read(staticMetadata: metadata) }
  }

  private mutating func read(staticMetadata bytes: [UInt8]) {
    // Without type 1, there is no metadata to send with the pictures.
    guard bytes.count >= 2, bytes[1] & 1 != 0 else { return }
    supportsPQ = bytes[0] & 0x04 != 0
    supportsHLG = bytes[0] & 0x08 != 0
    func luminance(_ index: Int) -> Double? {
      guard bytes.count > index, bytes[index] > 0 else { return nil }
      return 50 * exp2(Double(bytes[index]) / 32)
    }
    maxLuminance = luminance(2)
    maxFrameAverageLuminance = luminance(3)
    guard let maxLuminance, bytes.count > 4 else { return }
    let share = Double(bytes[4]) / 255
    minLuminance = maxLuminance * share * share / 100
  }
}
