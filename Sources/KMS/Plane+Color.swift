public import VitrinePictures

/// What a plane takes YUV for.
extension Plane {
  /// The number of a colour matrix here; nil where the plane's matrix is fixed or lacks it.
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

  /// The colours nearest to these that the plane can take YUV for. `fixed` are those of hardware that
  /// has no choice, where they are known.
  public func nearest(
    to color: ColorDescription, fixed: ColorDescription? = nil
  ) -> ColorDescription {
    guard properties["COLOR_ENCODING"] != nil else { return fixed ?? color }
    // BT.709 is the nearest to BT.2020, and what most films are in.
    let matrices: [ColorDescription.Matrix] = [color.matrix, .bt709, .bt601, .bt2020]
    let ranges: [ColorDescription.Range] = [color.range, .limited, .full]
    return ColorDescription(
      matrix: matrices.first { value(of: $0) != nil } ?? color.matrix,
      range: ranges.first { value(of: $0) != nil } ?? .limited)
  }

  /// What planes without a choice take YUV for, as read in their drivers; nil where it is not known.
  public func fixedColor(of driver: String) -> ColorDescription? {
    switch driver {
    // VOP2, whose planes can be ordered, has BT.709 where its predecessor has BT.601:
    // rockchip_drm_vop2.c, rockchip_drm_vop.c.
    case "rockchip":
      ColorDescription(
        matrix: properties["zpos"]?.isImmutable == false ? .bt709 : .bt601, range: .limited)
    // dpu_plane.c, mtk_disp_ovl.c, sun4i_frontend.c.
    case "msm", "mediatek", "sun4i-drm": ColorDescription(matrix: .bt601, range: .limited)
    // The planes are put together in YUV, which is that of its encoder: meson_viu.c.
    case "meson": ColorDescription(matrix: .bt709, range: .limited)
    default: nil
    }
  }
}
