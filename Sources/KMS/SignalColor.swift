public import VitrinePictures

/// The colours of the signal on the cable.
public struct SignalColor: Hashable, Sendable {
  /// How BT.2020 is sent; nil is the display's default.
  public enum Wide: String, Hashable, Sendable {
    case rgb = "BT2020_RGB"
    case ycc = "BT2020_YCC"
  }

  public var hdr: HDRMetadata?
  public var wide: Wide?
  /// The most bits that a component may have; nil leaves it as it is.
  public var bitsPerComponent: UInt64?

  /// What every display takes.
  public static let standard = SignalColor(hdr: nil, wide: nil, bitsPerComponent: nil)

  /// What every display takes, with as many bits as a connector had before us.
  public static func standard(over connector: Properties) -> SignalColor {
    SignalColor(hdr: nil, wide: nil, bitsPerComponent: connector["max bpc"]?.value)
  }

  private init(hdr: HDRMetadata?, wide: Wide?, bitsPerComponent: UInt64?) {
    (self.hdr, self.wide, self.bitsPerComponent) = (hdr, wide, bitsPerComponent)
  }

  /// For HDR pictures as they are; nil where the display does not take them, or the connector
  /// cannot tell it: they are then to be mapped to SDR.
  ///
  /// Drivers turn RGB into YCbCr themselves where the link needs it, so RGB goes first.
  public init?(
    for metadata: HDRMetadata, to monitor: MonitorCapabilities, over connector: Properties
  ) {
    guard connector["HDR_OUTPUT_METADATA"]?.isImmutable == false,
      metadata.transfer == .pq ? monitor.takesPQ : monitor.takesHLG
    else { return nil }
    let names = connector["Colorspace"]?.names ?? [:]
    let ways: [(Wide, Bool)] = [(.rgb, monitor.takesBT2020RGB), (.ycc, monitor.takesBT2020YCC)]
    guard let way = ways.first(where: { $0.1 && names[$0.0.rawValue] != nil }) else { return nil }
    // PQ in 8 bits shows bands. The property is a limit; drivers go below it by themselves.
    self.init(hdr: metadata, wide: way.0, bitsPerComponent: 10)
  }
}

extension AtomicRequest {
  /// Sets the signal's colours where the connector has the properties; `blob` holds
  /// `color.hdr` and is nil without. Changes of them need leave for a modeset on most drivers.
  public mutating func setColor(
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
