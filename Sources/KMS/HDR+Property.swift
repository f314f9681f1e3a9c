import CDRM
import Linux
public import Pictures

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

extension PropertyBlob {
  /// Metadata for `HDR_OUTPUT_METADATA`. The corresponding C function is
  /// `drmModeCreatePropertyBlob`.
  init(of metadata: HDRMetadata, on device: DRMDevice) throws(KMSError) {
    try self.init(bytes: metadata.outputMetadata, called: "HDR metadata", on: device)
  }
}

extension DRMDevice {
  /// Makes a property blob of what a display is told of HDR pictures.
  public func makeBlob(of metadata: HDRMetadata) throws(KMSError) -> PropertyBlob {
    try PropertyBlob(of: metadata, on: self)
  }
}
