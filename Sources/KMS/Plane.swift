import CVitrineDRM
package import VitrinePictures

/// A plane of a CRTC: it reads one framebuffer and places it on screen.
package struct Plane: Sendable {
  package enum Kind: UInt64, Sendable, CustomStringConvertible {
    case overlay = 0
    case primary = 1
    case cursor = 2

    package var description: String {
      switch self {
      case .overlay: "overlay"
      case .primary: "primary"
      case .cursor: "cursor"
      }
    }
  }

  package let id: ObjectID<Plane>
  package let kind: Kind
  package let possibleCRTCs: UInt32
  /// The formats with their modifiers; the list is empty if the driver reports no modifiers.
  package let formats: [PixelFormat: [UInt64]]
  package let properties: Properties

  package init(
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
  package func supportsLinear(_ format: PixelFormat) -> Bool {
    guard let modifiers = formats[format] else { return false }
    return modifiers.isEmpty || modifiers.contains(vitrine_modifier_linear)
  }

  /// The names of the supported rotations and reflections.
  package var rotations: [String] { properties["rotation"]?.names.keys.sorted() ?? [] }
}

extension Plane {
  /// Wraps `drmModeGetPlane`.
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

/// The YUV colour properties of planes.
extension Plane {
  /// The property value of a colour matrix; nil if the plane's matrix is fixed, or if it lacks this
  /// one.
  package func value(of matrix: ColorDescription.Matrix) -> UInt64? {
    let name =
      switch matrix {
      case .bt601: "ITU-R BT.601 YCbCr"
      case .bt709: "ITU-R BT.709 YCbCr"
      case .bt2020: "ITU-R BT.2020 YCbCr"
      }
    return properties["COLOR_ENCODING"]?.names[name]
  }

  package func value(of range: ColorDescription.Range) -> UInt64? {
    let name = range == .limited ? "YCbCr limited range" : "YCbCr full range"
    return properties["COLOR_RANGE"]?.names[name]
  }

  /// The nearest supported colours. `fixed` are those of hardware without a choice, if known.
  package func nearest(
    to color: ColorDescription, fixed: ColorDescription? = nil
  ) -> ColorDescription {
    guard properties["COLOR_ENCODING"] != nil else { return fixed ?? color }
    // BT.709 is the nearest to BT.2020, and used by most videos.
    let matrices: [ColorDescription.Matrix] = [color.matrix, .bt709, .bt601, .bt2020]
    let ranges: [ColorDescription.Range] = [color.range, .limited, .full]
    return ColorDescription(
      matrix: matrices.first { value(of: $0) != nil } ?? color.matrix,
      range: ranges.first { value(of: $0) != nil } ?? .limited)
  }

  /// The fixed colours of planes without a choice, according to their drivers; nil if unknown.
  package func fixedColor(of driver: String) -> ColorDescription? {
    switch driver {
    // VOP2, whose planes can be ordered, uses BT.709; its predecessor uses BT.601:
    // rockchip_drm_vop2.c, rockchip_drm_vop.c.
    case "rockchip":
      ColorDescription(
        matrix: properties["zpos"]?.isImmutable == false ? .bt709 : .bt601, range: .limited)
    // dpu_plane.c, mtk_disp_ovl.c, sun4i_frontend.c.
    case "msm", "mediatek", "sun4i-drm": ColorDescription(matrix: .bt601, range: .limited)
    // The planes are composed in the YUV of the encoder: meson_viu.c.
    case "meson": ColorDescription(matrix: .bt709, range: .limited)
    default: nil
    }
  }
}
