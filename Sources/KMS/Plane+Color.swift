public import VitrinePictures

/// The YUV colour properties of planes.
extension Plane {
  /// The property value of a colour matrix; nil if the plane's matrix is fixed, or if it lacks this
  /// one.
  public func value(of matrix: ColorDescription.Matrix) -> UInt64? {
    let name =
      switch matrix {
      case .bt601: "ITU-R BT.601 YCbCr"
      case .bt709: "ITU-R BT.709 YCbCr"
      case .bt2020: "ITU-R BT.2020 YCbCr"
      }
    return properties["COLOR_ENCODING"]?.names[name]
  }

  public func value(of range: ColorDescription.Range) -> UInt64? {
    let name = range == .limited ? "YCbCr limited range" : "YCbCr full range"
    return properties["COLOR_RANGE"]?.names[name]
  }

  /// The nearest supported colours. `fixed` are those of hardware without a choice, if known.
  public func nearest(
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
  public func fixedColor(of driver: String) -> ColorDescription? {
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
