internal import VitrineKMS
internal import VitrinePictures
internal import VitrinePlayback

extension FakeBoard {
  /// All boards.
  package static let all: [FakeBoard] = [
    .pi3, .pi4, .rk3399, .rk3399Little, .rk3566, .rk3588, .amlogic, .imx6, .imx8mp, .intel, .amd,
    .am62, .mediatek, .qualcomm, .virtio, .bochs, .simple, .vkms,
  ]

  static let rgb: [PixelFormat] = [.xrgb8888, .argb8888, .xbgr8888, .rgb565]
  static let semiplanar: [PixelFormat] = [.nv12, .nv16]
  static let planar: [PixelFormat] = [.yuv420, .yuv422, .yuv444]
  static let packed: [PixelFormat] = [.yuyv, .uyvy]

  func with<Value>(_ part: WritableKeyPath<FakeBoard, Value>, _ value: Value) -> FakeBoard {
    var copy = self
    copy[keyPath: part] = value
    return copy
  }

  func quirks(_ set: (inout DisplayQuirks) -> Void) -> FakeBoard {
    var copy = self
    copy.quirks.drivers = [driver]
    set(&copy.quirks)
    return copy
  }
}

/// Broadcom: drivers/gpu/drm/vc4/vc4_plane.c, vc4_kms.c.
extension FakeBoard {
  private static let broadcomColor = BoardPlane.Color.settable(
    [.bt601, .bt709, .bt2020], [.limited, .full], initially: .bt709Limited)

  private static func vc4(_ kind: Plane.Kind, _ order: BoardPlane.Order) -> BoardPlane {
    BoardPlane(kind, rgb + [.nv12, .nv16, .yuv420, .yuv422])
      .with(\.order, order).with(\.zoom, 1 / 64...64).with(\.color, broadcomColor)
      .with(\.rotations, [.none, .upsideDown]).with(\.hasBlend, true)
  }

  private static let broadcomPlanes = [
    vc4(.primary, .fixed(0)), vc4(.overlay, .range(1...17, 1)), vc4(.overlay, .range(1...17, 2)),
    vc4(.cursor, .range(1...17, 3)),
  ]

  /// `vc4_load_tracker_atomic_check` returns ENOSPC; `vc4_plane_calc_load` counts the cycles of a
  /// plane.
  package static let pi3 = FakeBoard("raspberry-pi-3", driver: "vc4", broadcomPlanes)
    .with(\.rules, [.load(cycles: 240_000_000, bytes: 1_610_612_736)])
    .with(\.largestFramebuffer, PixelSize(2048, 2048))
    .quirks { $0.largestBuffer = PixelSize(2048, 2048) }

  /// The driver counts no limit.
  package static let pi4 = FakeBoard("raspberry-pi-4", driver: "vc4", broadcomPlanes)
    .with(\.largestFramebuffer, PixelSize(7680, 7680))
    .quirks { $0.largestBuffer = PixelSize(7680, 7680) }
}

/// Rockchip: drivers/gpu/drm/rockchip/rockchip_vop_reg.c, rockchip_drm_vop.c (RK3399),
/// rockchip_vop2_reg.c, rockchip_drm_vop2.c (RK356x, RK3588).
///
/// VOP2 reads framebuffers of two buffer objects incorrectly; neither `KMS` nor this code can
/// create them.
extension FakeBoard {
  private static func vop(_ kind: Plane.Kind, _ formats: [PixelFormat]) -> BoardPlane {
    BoardPlane(kind, formats).with(\.sizes.smallest, PixelSize(4, 4))
  }

  private static func win(_ kind: Plane.Kind) -> BoardPlane {
    vop(kind, rgb + [.nv12, .nv16, .nv24]).with(\.zoom, 1 / 8...8)
  }

  /// The windows are ordered by their numbers, without a property. The matrix is BT.601.
  static let rk3399 = FakeBoard(
    "rk3399", driver: "rockchip",
    [win(.primary), win(.overlay), vop(.overlay, rgb), vop(.cursor, rgb)]
  ).with(\.rules, [.evenYUV])

  static let rk3399Little = FakeBoard(
    "rk3399-little", driver: "rockchip", [win(.primary), vop(.cursor, rgb)]
  ).with(\.rules, [.evenYUV])

  private static func vop2(
    _ kind: Plane.Kind, _ formats: [PixelFormat], _ z: UInt64, of count: UInt64
  ) -> BoardPlane {
    vop(kind, formats).with(\.order, .range(0...(count - 1), z)).with(\.zoom, 1 / 8...8)
      .with(\.color, .fixed(.bt709Limited)).with(\.hasBlend, true)
  }

  package static let rk3566 = FakeBoard(
    "rk3566", driver: "rockchip",
    [
      vop2(.primary, rgb, 0, of: 3), vop2(.overlay, rgb + [.nv12, .nv16, .nv24], 1, of: 3),
      vop2(.overlay, [], 2, of: 3).with(\.compressed, rgb + [.nv12])
        .with(\.rotations, Rotation.allCases),
    ]
  ).with(\.rules, [.evenYUV]).quirks { $0.smallestPlane = PixelSize(4, 4) }

  static let rk3588 = FakeBoard(
    "rk3588", driver: "rockchip",
    [
      vop2(.primary, rgb, 0, of: 3).with(\.compressed, [.nv12]).with(\.zoom, 1 / 4...4),
      vop2(.overlay, rgb + [.nv12, .nv16, .nv24], 1, of: 3),
      vop2(.overlay, rgb + [.nv12, .nv16, .nv24], 2, of: 3),
    ]
  ).with(\.rules, [.evenYUV]).quirks { $0.smallestPlane = PixelSize(4, 4) }
}

/// Amlogic: drivers/gpu/drm/meson/meson_overlay.c, meson_plane.c. The fixed matrix was not found in
/// the driver; BT.709 is assumed.
extension FakeBoard {
  static let amlogic = FakeBoard(
    "amlogic-g12", driver: "meson",
    [
      BoardPlane(.primary, rgb).with(\.order, .fixed(1)).with(\.zoom, 1...5)
        .with(\.coversScreen, true),
      BoardPlane(.overlay, [.yuyv, .nv12, .yuv444, .yuv422, .yuv420])
        .with(\.order, .fixed(0)).with(\.zoom, 1 / 5...5).with(\.color, .fixed(.bt709Limited)),
    ])
}

/// NXP: drivers/gpu/drm/imx/ipuv3/ipuv3-plane.c (i.MX6), drivers/gpu/drm/mxsfb/lcdif_kms.c
/// (i.MX8M Plus, i.MX93).
extension FakeBoard {
  private static func ipu(_ kind: Plane.Kind) -> BoardPlane {
    BoardPlane(kind, rgb + planar + semiplanar + packed)
      .with(
        \.color, .settable([.bt601, .bt709], [.limited], initially: .bt601Limited))
  }

  /// According to its source, the driver sets BT.601 at each mode set, whatever the property; that
  /// is not simulated.
  package static let imx6 = FakeBoard(
    "imx6", driver: "imx-drm",
    [
      ipu(.primary).with(\.order, .fixed(1)).with(\.coversScreen, true)
        .with(\.sizes.smallest, PixelSize(13, 2)),
      ipu(.overlay).with(\.order, .range(0...2, 2)).with(\.sizes.smallest, PixelSize(1, 2)),
    ]
  ).with(\.rules, [.changeNeedsModeset])

  /// `lcdif_plane_primary_atomic_update` writes only the address.
  package static let imx8mp = FakeBoard(
    "imx8mp", driver: "imx-lcdif",
    [
      BoardPlane(.primary, [.rgb565, .xbgr8888, .xrgb8888] + packed).with(\.coversScreen, true)
        .with(
          \.color,
          .settable(
            [.bt601, .bt709, .bt2020], [.limited, .full], initially: .bt601Limited))
    ]
  ).with(\.rules, [.latchesAtEnable, .primaryStaysOn]).with(\.mode, "800x600@60")
}

/// Intel: drivers/gpu/drm/i915/display/skl_universal_plane.c, skl_scaler.c, intel_cdclk.c. How far
/// pictures can be scaled down depends on the clock; these are the limits for the fastest clock,
/// and those of NV12 for all YUV.
extension FakeBoard {
  private static func universal(_ kind: Plane.Kind, _ z: UInt64) -> BoardPlane {
    BoardPlane(kind, [.xrgb8888, .argb8888, .xbgr8888, .rgb565, .nv12, .p010] + packed)
      .with(\.order, .fixed(z)).with(\.zoom, 0.34...64).with(\.zoomOfYUV, 0.51...64)
      .with(
        \.color,
        .settable([.bt601, .bt709, .bt2020], [.limited, .full], initially: .bt709Limited)
      ).with(\.rotations, [.none, .upsideDown]).with(\.hasBlend, true)
  }

  static let intel = FakeBoard(
    "intel-n100", driver: "i915",
    [
      universal(.primary, 0), universal(.overlay, 1),
      BoardPlane(.cursor, [.argb8888]).with(\.order, .fixed(2)).with(
        \.sizes.largest, PixelSize(256, 256)),
    ]
  ).with(\.rules, [.clockFollowsScaling])
}

/// AMD: drivers/gpu/drm/amd/display/amdgpu_dm/amdgpu_dm_plane.c, amdgpu_dm_crtc.c.
extension FakeBoard {
  private static func dcn(_ kind: Plane.Kind, _ order: BoardPlane.Order) -> BoardPlane {
    BoardPlane(kind, [.xrgb8888, .argb8888, .xbgr8888, .rgb565, .nv12, .p010])
      .with(\.order, order).with(\.zoom, 0.25...16).with(\.sizes.smallest, PixelSize(24, 12))
      .with(
        \.color,
        .settable([.bt601, .bt709, .bt2020], [.limited, .full], initially: .bt709Limited)
      ).with(\.rotations, Rotation.allCases)
  }

  package static let amd = FakeBoard(
    "amd", driver: "amdgpu",
    [
      dcn(.primary, .fixed(1)), dcn(.overlay, .range(0...254, 2)).with(\.hasBlend, true),
      BoardPlane(.cursor, [.argb8888]).with(\.order, .fixed(255))
        .with(\.sizes.largest, PixelSize(256, 256)),
    ]
  ).with(\.rules, [.primaryStaysOn, .noQuarterTurns])
    .with(\.pitchAlignment, 256)
    .quirks { $0.avoidedRotations = [.clockwise, .counterclockwise] }
}

/// Texas Instruments: drivers/gpu/drm/tidss/tidss_plane.c, tidss_dispc.c. It starts with full
/// range.
extension FakeBoard {
  private static func dispc(_ kind: Plane.Kind, _ z: UInt64) -> BoardPlane {
    BoardPlane(kind, rgb + [.nv12] + packed).with(\.order, .range(0...1, z))
      .with(
        \.color, .settable([.bt601, .bt709], [.limited, .full], initially: .bt601Full)
      ).with(\.hasBlend, true)
  }

  static let am62 = FakeBoard(
    "am62", driver: "tidss",
    [dispc(.primary, 0), dispc(.overlay, 1).with(\.zoom, 0.25...16)])
}

/// MediaTek: drivers/gpu/drm/mediatek/mtk_disp_ovl.c, mtk_plane.c. The matrix of packed YUV was not
/// found in the driver; BT.601 is assumed.
extension FakeBoard {
  private static func layer(_ kind: Plane.Kind, _ z: UInt64) -> BoardPlane {
    BoardPlane(kind, rgb + packed).with(\.order, .fixed(z))
      .with(\.rotations, [.none, .upsideDown])
  }

  static let mediatek = FakeBoard(
    "mediatek", driver: "mediatek",
    [layer(.primary, 0), layer(.overlay, 1), layer(.overlay, 2), layer(.cursor, 3)]
  ).with(\.rules, [.noTurnedYUV])
}

/// Qualcomm: drivers/gpu/drm/msm/disp/dpu1/dpu_plane.c, dpu_hw_catalog.c.
extension FakeBoard {
  private static func pipe(_ kind: Plane.Kind, _ z: UInt64, _ formats: [PixelFormat]) -> BoardPlane
  {
    BoardPlane(kind, rgb + formats).with(\.order, .range(0...3, z))
      .with(\.rotations, [.none, .upsideDown]).with(\.hasBlend, true)
  }

  static let qualcomm = FakeBoard(
    "qualcomm", driver: "msm",
    [
      pipe(.primary, 0, [.nv12, .nv16, .p010, .yuv420] + packed).with(\.zoom, 0.25...20),
      pipe(.overlay, 1, [.nv12, .nv16, .p010, .yuv420] + packed).with(\.zoom, 0.25...20),
      pipe(.cursor, 2, []),
    ])
}

/// Virtual devices: drivers/gpu/drm/virtio/virtgpu_plane.c, drivers/gpu/drm/tiny/bochs.c,
/// drivers/gpu/drm/sysfb/simpledrm.c, drivers/gpu/drm/vkms/vkms_plane.c.
extension FakeBoard {
  /// Its cursor was not tested with large pictures; the quirk is from the board file.
  static let virtio = FakeBoard(
    "virtio", driver: "virtio_gpu",
    [
      BoardPlane(.primary, [.xrgb8888]).with(\.coversScreen, true),
      BoardPlane(.cursor, [.argb8888]).with(\.sizes.shownAtMost, PixelSize(64, 64)),
    ]
  ).with(\.rules, [.primaryStaysOn]).with(\.mode, "800x600@60")
    .with(\.pitchAlignment, 4).quirks { $0.avoidedPlanes = [.cursor] }

  static let bochs = FakeBoard(
    "bochs", driver: "bochs-drm", [BoardPlane(.primary, [.xrgb8888]).with(\.coversScreen, true)]
  ).with(\.rules, [.primaryStaysOn]).with(\.mode, "640x480@60").with(\.pitchAlignment, 4)

  static let simple = FakeBoard(
    "simpledrm", driver: "simpledrm",
    [BoardPlane(.primary, [.xrgb8888]).with(\.coversScreen, true)]
  ).with(\.rules, [.primaryStaysOn, .answersAtOnce]).with(\.mode, "640x480@60")
    .with(\.pitchAlignment, 4)

  private static func plane(_ kind: Plane.Kind) -> BoardPlane {
    BoardPlane(kind, rgb + semiplanar + [.nv24] + planar + [.p010])
      .with(\.rotations, Rotation.allCases)
      .with(
        \.color,
        .settable([.bt601, .bt709, .bt2020], [.limited, .full], initially: .bt601Full))
  }

  package static let vkms = FakeBoard(
    "vkms", driver: "vkms", [plane(.primary), plane(.overlay), plane(.overlay)]
  )
  .with(\.pitchAlignment, 4)
}
