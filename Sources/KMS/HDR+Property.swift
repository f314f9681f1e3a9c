import CVitrineDRM
import VitrineLinux
import VitrinePictures

extension HDRMetadata {
  /// The size of `outputMetadata`.
  static let outputByteCount = MemoryLayout<hdr_output_metadata>.size

  /// `struct hdr_output_metadata` of drm_mode.h, byte for byte: the kernel accepts no other size.
  var outputMetadata: [UInt8] {
    // Metadata type 1, once for the kernel and once for the HDMI info frame.
    var bytes: [UInt8] = [0, 0, 0, 0, transfer == .pq ? 2 : 3, 0]
    let numbers = [
      red.x, red.y, green.x, green.y, blue.x, blue.y, white.x, white.y, maxLuminance,
      minLuminance, maxContentLight, maxFrameAverageLight,
    ]
    for number in numbers {
      // In native byte order.
      unsafe withUnsafeBytes(of: number) { unsafe bytes += Array($0) }
    }
    // C rounds the size up to the alignment of the widest member.
    let padding = Self.outputByteCount - bytes.count
    return bytes + [UInt8](repeating: 0, count: padding)
  }
}
