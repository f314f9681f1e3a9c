import CVitrineDRM
package import VitrinePictures

/// A connector for a monitor, or the writeback connector for screenshots.
package struct Connector: Sendable {
  package let id: ObjectID<Connector>
  /// As on the kernel's command line and in sysfs: `HDMI-A-1`.
  package let name: String
  package let isConnected: Bool
  package let isWriteback: Bool
  package let modes: [Mode]
  /// In millimetres; nil if the monitor does not specify it.
  package let physicalSize: PixelSize?
  /// Indices of the CRTCs that can drive it.
  package let possibleCRTCs: UInt32
  package let properties: Properties
  /// The monitor's EDID; empty if there is none.
  package let edid: [UInt8]

  package init(
    id: ObjectID<Connector>, name: String, isConnected: Bool, isWriteback: Bool, modes: [Mode],
    physicalSize: PixelSize?, possibleCRTCs: UInt32, properties: Properties, edid: [UInt8]
  ) {
    self.id = id
    self.name = name
    self.isConnected = isConnected
    self.isWriteback = isWriteback
    self.modes = modes
    self.physicalSize = physicalSize
    self.possibleCRTCs = possibleCRTCs
    self.properties = properties
    self.edid = edid
  }

  /// Whether link training has failed and must be repeated, maybe at a lower rate.
  package var isLinkBad: Bool {
    guard let property = properties["link-status"] else { return false }
    return property.value == property.names["Bad"]
  }

  /// Whether it is a built-in panel, which may have a backlight of the machine.
  package var isBuiltIn: Bool { Self.isBuiltIn(name) }

  /// The same, by the connector's name.
  package static func isBuiltIn(_ name: String) -> Bool {
    ["eDP-", "LVDS-", "DSI-", "DPI-"].contains { name.hasPrefix($0) }
  }

  /// Whether it is a port of a DisplayPort hub, which is removed with the hub and reappears as
  /// another object.
  package var isBehindHub: Bool { properties["PATH"].map { $0.value != 0 } ?? false }
}

extension Connector {
  /// Queries the kernel, which may read the monitor's EDID: up to seconds on a bad cable. Wraps
  /// `drmModeGetConnector` and `drmModeGetConnectorCurrent`.
  init?(_ number: UInt32, on descriptor: CInt, probing: Bool = true) {
    guard let id = ObjectID<Connector>(rawValue: number),
      let raw = unsafe probing
        ? drmModeGetConnector(descriptor, number) : drmModeGetConnectorCurrent(descriptor, number)
    else { return nil }
    defer { unsafe drmModeFreeConnector(raw) }
    self.id = id
    let connector = unsafe raw.pointee
    let type = unsafe drmModeGetConnectorTypeName(connector.connector_type).map {
      unsafe String(cString: $0)
    }
    name = unsafe "\(type ?? "Unknown")-\(connector.connector_type_id)"
    isWriteback = unsafe connector.connector_type == UInt32(DRM_MODE_CONNECTOR_WRITEBACK)
    modes = unsafe (0..<Int(connector.count_modes)).map { unsafe Mode(connector.modes[$0]) }
    // Some bridges cannot detect a monitor; modes are then the best indication.
    isConnected =
      unsafe connector.connection == DRM_MODE_CONNECTED
      || (connector.connection == DRM_MODE_UNKNOWNCONNECTION && connector.count_modes > 0)
    physicalSize =
      unsafe connector.mmWidth > 0 && connector.mmHeight > 0
      ? PixelSize(Int(connector.mmWidth), Int(connector.mmHeight)) : nil
    possibleCRTCs = unsafe (0..<Int(connector.count_encoders)).reduce(0) { mask, index in
      guard let encoder = unsafe drmModeGetEncoder(descriptor, connector.encoders[index]) else {
        return mask
      }
      defer { unsafe drmModeFreeEncoder(encoder) }
      return unsafe mask | encoder.pointee.possible_crtcs
    }
    let properties = Properties(
      of: number, type: UInt32(DRM_MODE_OBJECT_CONNECTOR), on: descriptor)
    self.properties = properties
    edid = properties["EDID"].map { Self.bytes(ofBlob: $0.value, on: descriptor) } ?? []
  }

  /// Wraps `drmModeGetPropertyBlob`.
  private static func bytes(ofBlob number: UInt64, on descriptor: CInt) -> [UInt8] {
    guard number != 0,
      let raw = unsafe drmModeGetPropertyBlob(descriptor, UInt32(truncatingIfNeeded: number))
    else { return [] }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: raw.pointee.data, count: Int(raw.pointee.length))
    return unsafe Array(bytes.prefix(EDID.largestByteCount))
  }
}

/// Composes planes and feeds them to a connector.
package struct CRTC: Sendable {
  package let id: ObjectID<CRTC>
  /// The index in the kernel's list, which the masks of possible CRTCs refer to.
  package let index: Int
  package let properties: Properties

  /// The properties that change colours at the output.
  static let colorTables = ["DEGAMMA_LUT", "CTM", gammaTable]
  static let gammaTable = "GAMMA_LUT"

  package init(id: ObjectID<CRTC>, index: Int, properties: Properties) {
    self.id = id
    self.index = index
    self.properties = properties
  }

  init?(_ number: UInt32, index: Int, on descriptor: CInt) {
    guard let id = ObjectID<CRTC>(rawValue: number) else { return nil }
    self.id = id
    self.index = index
    properties = Properties(of: number, type: UInt32(DRM_MODE_OBJECT_CRTC), on: descriptor)
  }
}
