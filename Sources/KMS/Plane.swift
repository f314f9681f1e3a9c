import CVitrineDRM
public import VitrinePictures

/// A plane of a CRTC: it reads one framebuffer and places it on screen.
public struct Plane: Sendable {
  public enum Kind: UInt64, Sendable, CustomStringConvertible {
    case overlay = 0
    case primary = 1
    case cursor = 2

    public var description: String {
      switch self {
      case .overlay: "overlay"
      case .primary: "primary"
      case .cursor: "cursor"
      }
    }
  }

  public let id: ObjectID<Plane>
  public let kind: Kind
  public let possibleCRTCs: UInt32
  /// The formats with their modifiers; the list is empty if the driver reports no modifiers.
  public let formats: [PixelFormat: [UInt64]]
  public let properties: Properties

  public init(
    id: ObjectID<Plane>, kind: Kind, possibleCRTCs: UInt32, formats: [PixelFormat: [UInt64]],
    properties: Properties
  ) {
    self.id = id
    self.kind = kind
    self.possibleCRTCs = possibleCRTCs
    self.formats = formats
    self.properties = properties
  }

  /// Whether to try a linear buffer of this format.
  public func supportsLinear(_ format: PixelFormat) -> Bool {
    guard let modifiers = formats[format] else { return false }
    return modifiers.isEmpty || modifiers.contains(vitrine_modifier_linear)
  }

  /// The names of the supported rotations and reflections.
  public var rotations: [String] { properties["rotation"]?.names.keys.sorted() ?? [] }
}

extension Plane {
  /// The corresponding C function is `drmModeGetPlane`.
  init?(_ number: UInt32, on descriptor: CInt) {
    guard let id = ObjectID<Plane>(rawValue: number),
      let raw = unsafe drmModeGetPlane(descriptor, number)
    else { return nil }
    defer { unsafe drmModeFreePlane(raw) }
    let properties = Properties(of: number, type: UInt32(DRM_MODE_OBJECT_PLANE), on: descriptor)
    var formats: [PixelFormat: [UInt64]] = [:]
    for index in unsafe 0..<Int(raw.pointee.count_formats) {
      unsafe formats[PixelFormat(rawValue: raw.pointee.formats[index])] = []
    }
    if let blob = properties["IN_FORMATS"]?.value {
      let listed = Self.modifiers(inBlob: UInt32(truncatingIfNeeded: blob), on: descriptor)
      formats.merge(listed) { _, modifiers in modifiers }
    }
    self.init(
      id: id, kind: properties["type"].flatMap { Kind(rawValue: $0.value) } ?? .overlay,
      possibleCRTCs: unsafe raw.pointee.possible_crtcs, formats: formats, properties: properties)
  }

  private static func modifiers(
    inBlob blob: UInt32, on descriptor: CInt
  ) -> [PixelFormat: [UInt64]] {
    guard let raw = unsafe drmModeGetPropertyBlob(descriptor, blob) else { return [:] }
    defer { unsafe drmModeFreePropertyBlob(raw) }
    var found: [PixelFormat: [UInt64]] = [:]
    var iterator = drmModeFormatModifierIterator()
    while unsafe drmModeFormatModifierBlobIterNext(raw, &iterator) {
      guard iterator.mod != vitrine_modifier_invalid else { continue }
      found[PixelFormat(rawValue: iterator.fmt), default: []].append(iterator.mod)
    }
    return found
  }
}
