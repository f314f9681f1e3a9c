import CVitrineDRM
import VitrineLinux
package import VitrinePictures

/// The colours of the signal on the cable.
package struct SignalColor: Hashable, Sendable {
  /// The encoding of BT.2020; nil is the monitor's default.
  package enum Wide: String, Hashable, Sendable {
    case rgb = "BT2020_RGB"
    case ycc = "BT2020_YCC"
  }

  package var hdr: HDRMetadata?
  package var wide: Wide?
  /// The maximum bits per component; nil leaves it unchanged.
  package var bitsPerComponent: UInt64?

  /// Supported by all monitors.
  package static let standard = SignalColor(hdr: nil, wide: nil, bitsPerComponent: nil)

  /// Supported by all monitors, with the connector's initial number of bits.
  package static func standard(over connector: Properties) -> SignalColor {
    SignalColor(hdr: nil, wide: nil, bitsPerComponent: connector["max bpc"]?.value)
  }

  private init(hdr: HDRMetadata?, wide: Wide?, bitsPerComponent: UInt64?) {
    self.hdr = hdr
    self.wide = wide
    self.bitsPerComponent = bitsPerComponent
  }

  /// The signal for unchanged HDR pictures; nil if the monitor or the connector does not support
  /// it: they must then be mapped to SDR.
  ///
  /// RGB is preferred, because drivers convert it to YCbCr if the link needs it.
  package init?(
    for metadata: HDRMetadata, to monitor: MonitorCapabilities, over connector: Properties
  ) {
    guard connector["HDR_OUTPUT_METADATA"]?.isImmutable == false,
      metadata.transfer == .pq ? monitor.supportsPQ : monitor.supportsHLG
    else { return nil }
    let names = connector["Colorspace"]?.names ?? [:]
    let encodings: [(Wide, Bool)] = [
      (.rgb, monitor.supportsBT2020RGB), (.ycc, monitor.supportsBT2020YCC),
    ]
    guard let encoding = encodings.first(where: { $0.1 && names[$0.0.rawValue] != nil }) else {
      return nil
    }
    // PQ with 8 bits has visible bands. The property is a maximum; drivers choose less if
    // necessary.
    self.init(hdr: metadata, wide: encoding.0, bitsPerComponent: 10)
  }
}

extension AtomicRequest {
  /// Sets the signal's colours if the connector has the properties; `blob` contains `color.hdr`, or
  /// is nil without HDR. Most drivers allow changes only in a mode set.
  package mutating func setColor(
    _ color: SignalColor, blob: PropertyBlob?, of properties: Properties, object: UInt32
  ) {
    setIfPresent("HDR_OUTPUT_METADATA", of: properties, object: object, to: blob)
    if let value = properties["Colorspace"]?.names[color.wide?.rawValue ?? "Default"] {
      setIfPresent("Colorspace", of: properties, object: object, to: value)
    }
    if let range = properties["max bpc"]?.range, let wanted = color.bitsPerComponent {
      let bits = min(max(wanted, range.lowerBound), range.upperBound)
      setIfPresent("max bpc", of: properties, object: object, to: bits)
    }
  }
}

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
