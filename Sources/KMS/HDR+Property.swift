import CVitrineDRM
import VitrineLinux
import VitrinePictures

extension HDRMetadata {
  /// Of what `outputMetadata` gives.
  static let outputByteCount = MemoryLayout<hdr_output_metadata>.size

  /// `struct hdr_output_metadata` of drm_mode.h, byte for byte: the kernel takes no other size.
  var outputMetadata: [UInt8] {
    // Metadata type 1, once for the kernel and once for the HDMI info frame.
    var bytes: [UInt8] = [0, 0, 0, 0, transfer == .pq ? 2 : 3, 0]
    let numbers = [
      red.x, red.y, green.x, green.y, blue.x, blue.y, white.x, white.y, maxLuminance,
      minLuminance, maxContentLight, maxFrameAverageLight,
    ]
    for number in numbers {
      // In this machine's order, as C has it.
      unsafe withUnsafeBytes(of: number) { unsafe bytes += Array($0) }
    }
    // C rounds the size up to its widest member's.
    let padding = Self.outputByteCount - bytes.count
    return bytes + [UInt8](repeating: 0, count: padding)
  }
}
