/// Made by the test itself: a board whose routes have changed prints them.
extension BoardTests {
  /// By board: how each kind of picture reaches its screen, and by how many test commits that was
  /// found. `to-bt601-limited` is what the pass writes YUV in, since the board takes it for that.
  static let routes: [String: String] = [
    "raspberry-pi-3": """
    SD: two-planes 60+61 YU12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 YU12 1920x1080, 4 tests
    4K: two-planes 60+61 YU12 1920x1080 pass-scales, 4 tests
    10 bit: two-planes 60+61 NV12 1920x1080, 4 tests
    full range: two-planes 60+61 YU12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 NV12 1920x1080, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 YU12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 60+61 YU12 1440x1080 plane-scales, 4 tests
    odd size: two-planes 60+61 YU12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 YU12 320x180 plane-scales, 4 tests
    """,
    "raspberry-pi-4": """
    SD: two-planes 60+61 YU12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 YU12 1920x1080, 4 tests
    4K: two-planes 60+61 YU12 3840x2160 plane-scales, 4 tests
    10 bit: two-planes 60+61 NV12 1920x1080, 4 tests
    full range: two-planes 60+61 YU12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 NV12 1920x1080, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 YU12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 60+61 YU12 1440x1080 plane-scales, 4 tests
    odd size: two-planes 60+61 YU12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 YU12 320x180 plane-scales, 4 tests
    """,
    "rk3399": """
    SD: two-planes 60+61 NV12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    4K: two-planes 60+61 NV12 3840x2160 plane-scales to-bt601-limited, 4 tests
    10 bit: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    full range: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    wide gamut: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 NV12 1080x1920 plane-scales pass-turns to-bt601-limited, 4 tests
    cover: two-planes 60+61 NV12 1440x812 plane-scales to-bt601-limited, 4 tests
    odd size: two-planes 60+61 NV12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 NV12 320x180 plane-scales, 4 tests
    """,
    "rk3399-little": """
    SD: two-planes 60+61 NV12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    4K: two-planes 60+61 NV12 3840x2160 plane-scales to-bt601-limited, 4 tests
    10 bit: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    full range: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    wide gamut: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 NV12 1080x1920 plane-scales pass-turns to-bt601-limited, 4 tests
    cover: two-planes 60+61 NV12 1440x812 plane-scales to-bt601-limited, 4 tests
    odd size: two-planes 60+61 NV12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 NV12 320x180 plane-scales, 4 tests
    """,
    "rk3566": """
    SD: two-planes 61+60 NV12 720x576 plane-scales to-bt709-limited, 4 tests
    HD: two-planes 61+60 NV12 1920x1080, 4 tests
    4K: two-planes 61+60 NV12 3840x2160 plane-scales, 4 tests
    10 bit: two-planes 61+60 NV12 1920x1080, 4 tests
    full range: two-planes 61+60 NV12 1920x1080 to-bt709-limited, 4 tests
    HDR as SDR: two-planes 61+60 NV12 1920x1080, 4 tests
    wide gamut: two-planes 61+60 NV12 1920x1080 to-bt709-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 61+60 NV12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 61+60 NV12 1440x812 plane-scales, 4 tests
    odd size: two-planes 61+60 NV12 853x479 plane-scales to-bt709-limited, 4 tests
    small: two-planes 61+60 NV12 320x180 plane-scales to-bt709-limited, 4 tests
    """,
    "rk3588": """
    SD: two-planes 61+60 NV12 720x576 plane-scales to-bt709-limited, 4 tests
    HD: two-planes 61+60 NV12 1920x1080, 4 tests
    4K: two-planes 61+60 NV12 3840x2160 plane-scales, 4 tests
    10 bit: two-planes 61+60 NV12 1920x1080, 4 tests
    full range: two-planes 61+60 NV12 1920x1080 to-bt709-limited, 4 tests
    HDR as SDR: two-planes 61+60 NV12 1920x1080, 4 tests
    wide gamut: two-planes 61+60 NV12 1920x1080 to-bt709-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 61+60 NV12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 61+60 NV12 1440x812 plane-scales, 4 tests
    odd size: two-planes 61+60 NV12 853x479 plane-scales to-bt709-limited, 4 tests
    small: two-planes 61+60 NV12 320x180 plane-scales to-bt709-limited, 4 tests
    """,
    "amlogic-g12": """
    SD: two-planes 61+60 YU12 720x576 plane-scales interface-whole to-bt709-limited, 2 tests
    HD: two-planes 61+60 YU12 1920x1080 interface-whole, 2 tests
    4K: two-planes 61+60 YU12 3840x2160 plane-scales interface-whole, 2 tests
    10 bit: two-planes 61+60 NV12 1920x1080 interface-whole, 2 tests
    full range: two-planes 61+60 YU12 1920x1080 interface-whole to-bt709-limited, 2 tests
    HDR as SDR: two-planes 61+60 NV12 1920x1080 interface-whole, 2 tests
    wide gamut: two-planes 61+60 NV12 1920x1080 interface-whole to-bt709-limited, 2 tests
    still RGB: one-plane 60 XR24 1920x1080 pass-scales, 2 tests
    turned: two-planes 61+60 YU12 1080x1920 plane-scales pass-turns interface-whole, 2 tests
    cover: two-planes 61+60 YU12 1440x1080 plane-scales interface-whole, 2 tests
    odd size: two-planes 61+60 YU12 853x479 plane-scales interface-whole to-bt709-limited, 2 tests
    small: two-planes 61+60 YU12 1920x1080 pass-scales interface-whole to-bt709-limited, 2 tests
    """,
    "imx6": """
    SD: two-planes 60+61 YU12 1920x1080 pass-scales, 8 tests
    HD: two-planes 60+61 YU12 1920x1080, 8 tests
    4K: two-planes 60+61 YU12 1920x1080 pass-scales, 8 tests
    10 bit: two-planes 60+61 NV12 1920x1080, 8 tests
    full range: two-planes 60+61 YU12 1920x1080 to-bt709-limited, 8 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 8 tests
    wide gamut: two-planes 60+61 NV12 1920x1080 to-bt709-limited, 8 tests
    still RGB: two-planes 61+60 XR24 1440x1080 pass-scales interface-whole, 3 tests
    turned: two-planes 61+60 YU12 608x1080 pass-scales pass-turns interface-whole, 3 tests
    cover: two-planes 60+61 YU12 1920x1080 pass-scales, 8 tests
    odd size: two-planes 61+60 YU12 1920x1078 pass-scales interface-whole, 3 tests
    small: two-planes 60+61 YU12 1920x1080 pass-scales, 8 tests
    """,
    "imx8mp": """
    SD: rgb 60 XR24 800x600 pass-scales, 2 tests
    HD: rgb 60 XR24 800x600 pass-scales, 2 tests
    4K: rgb 60 XR24 800x600 pass-scales, 2 tests
    10 bit: rgb 60 XR24 800x600 pass-scales, 2 tests
    full range: rgb 60 XR24 800x600 pass-scales, 2 tests
    HDR as SDR: rgb 60 XR24 800x600 pass-scales, 2 tests
    wide gamut: rgb 60 XR24 800x600 pass-scales, 2 tests
    still RGB: rgb 60 XR24 800x600 pass-scales, 2 tests
    turned: rgb 60 XR24 800x600 pass-scales pass-turns, 2 tests
    cover: rgb 60 XR24 800x600 pass-scales, 2 tests
    odd size: rgb 60 XR24 800x600 pass-scales, 2 tests
    small: rgb 60 XR24 800x600 pass-scales, 2 tests
    """,
    "intel-n100": """
    SD: two-planes 60+61 NV12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 NV12 1920x1080, 4 tests
    4K: two-planes 60+61 NV12 1920x1080 pass-scales, 4 tests
    10 bit: two-planes 60+61 P010 1920x1080, 4 tests
    full range: two-planes 60+61 NV12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 P010 1920x1080, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 8 tests
    turned: two-planes 60+61 NV12 1080x1920 plane-scales pass-turns, 8 tests
    cover: two-planes 60+61 NV12 1440x812 plane-scales, 4 tests
    odd size: two-planes 60+61 NV12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 NV12 320x180 plane-scales, 4 tests
    """,
    "amd": """
    SD: two-planes 60+61 NV12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 NV12 1920x1080, 4 tests
    4K: two-planes 60+61 NV12 3840x2160 plane-scales, 4 tests
    10 bit: two-planes 60+61 P010 1920x1080, 4 tests
    full range: two-planes 60+61 NV12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 P010 1920x1080, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 NV12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 60+61 NV12 1440x812 plane-scales, 4 tests
    odd size: two-planes 60+61 NV12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 NV12 320x180 plane-scales, 4 tests
    """,
    "am62": """
    SD: two-planes 61+60 NV12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 NV12 1920x1080, 4 tests
    4K: two-planes 61+60 NV12 3840x2160 plane-scales, 4 tests
    10 bit: two-planes 60+61 NV12 1920x1080, 4 tests
    full range: two-planes 60+61 NV12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 NV12 1920x1080 to-bt709-limited, 4 tests
    still RGB: two-planes 61+60 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 61+60 NV12 1080x1920 plane-scales pass-turns, 4 tests
    cover: two-planes 61+60 NV12 1440x812 plane-scales, 4 tests
    odd size: two-planes 61+60 NV12 853x479 plane-scales, 4 tests
    small: two-planes 61+60 NV12 320x180 plane-scales, 4 tests
    """,
    "mediatek": """
    SD: two-planes 60+61 YUYV 1920x1080 pass-scales, 4 tests
    HD: two-planes 60+61 YUYV 1920x1080 to-bt601-limited, 4 tests
    4K: two-planes 60+61 YUYV 1920x1080 pass-scales to-bt601-limited, 4 tests
    10 bit: two-planes 60+61 YUYV 1920x1080 to-bt601-limited, 4 tests
    full range: two-planes 60+61 YUYV 1920x1080 to-bt601-limited, 4 tests
    HDR as SDR: two-planes 60+61 YUYV 1920x1080 to-bt601-limited, 4 tests
    wide gamut: two-planes 60+61 YUYV 1920x1080 to-bt601-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1440x1080 pass-scales, 4 tests
    turned: rgb 60 XR24 608x1080 pass-scales pass-turns, 2 tests
    cover: two-planes 60+61 YUYV 1920x1080 pass-scales to-bt601-limited, 4 tests
    odd size: two-planes 60+61 YUYV 1920x1078 pass-scales, 4 tests
    small: two-planes 60+61 YUYV 1920x1080 pass-scales, 4 tests
    """,
    "qualcomm": """
    SD: two-planes 60+61 YU12 720x576 plane-scales, 4 tests
    HD: two-planes 60+61 YU12 1920x1080 to-bt601-limited, 4 tests
    4K: two-planes 60+61 YU12 3840x2160 plane-scales to-bt601-limited, 4 tests
    10 bit: two-planes 60+61 P010 1920x1080 to-bt601-limited, 4 tests
    full range: two-planes 60+61 YU12 1920x1080 to-bt601-limited, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080 to-bt601-limited, 4 tests
    wide gamut: two-planes 60+61 P010 1920x1080 to-bt601-limited, 4 tests
    still RGB: two-planes 60+61 XR24 1600x1200 plane-scales, 4 tests
    turned: two-planes 60+61 YU12 1080x1920 plane-scales pass-turns to-bt601-limited, 4 tests
    cover: two-planes 60+61 YU12 1440x1080 plane-scales to-bt601-limited, 4 tests
    odd size: two-planes 60+61 YU12 853x479 plane-scales, 4 tests
    small: two-planes 60+61 YU12 320x180 plane-scales, 4 tests
    """,
    "virtio": """
    SD: rgb 60 XR24 800x600 pass-scales, 2 tests
    HD: rgb 60 XR24 800x600 pass-scales, 2 tests
    4K: rgb 60 XR24 800x600 pass-scales, 2 tests
    10 bit: rgb 60 XR24 800x600 pass-scales, 2 tests
    full range: rgb 60 XR24 800x600 pass-scales, 2 tests
    HDR as SDR: rgb 60 XR24 800x600 pass-scales, 2 tests
    wide gamut: rgb 60 XR24 800x600 pass-scales, 2 tests
    still RGB: one-plane 60 XR24 800x600 pass-scales, 2 tests
    turned: rgb 60 XR24 800x600 pass-scales pass-turns, 2 tests
    cover: rgb 60 XR24 800x600 pass-scales, 2 tests
    odd size: rgb 60 XR24 800x600 pass-scales, 2 tests
    small: rgb 60 XR24 800x600 pass-scales, 2 tests
    """,
    "bochs": """
    SD: rgb 60 XR24 640x480 pass-scales, 2 tests
    HD: rgb 60 XR24 640x480 pass-scales, 2 tests
    4K: rgb 60 XR24 640x480 pass-scales, 2 tests
    10 bit: rgb 60 XR24 640x480 pass-scales, 2 tests
    full range: rgb 60 XR24 640x480 pass-scales, 2 tests
    HDR as SDR: rgb 60 XR24 640x480 pass-scales, 2 tests
    wide gamut: rgb 60 XR24 640x480 pass-scales, 2 tests
    still RGB: one-plane 60 XR24 640x480 pass-scales, 2 tests
    turned: rgb 60 XR24 640x480 pass-scales pass-turns, 2 tests
    cover: rgb 60 XR24 640x480 pass-scales, 2 tests
    odd size: rgb 60 XR24 640x480 pass-scales, 2 tests
    small: rgb 60 XR24 640x480 pass-scales, 2 tests
    """,
    "simpledrm": """
    SD: rgb 60 XR24 640x480 pass-scales, 2 tests
    HD: rgb 60 XR24 640x480 pass-scales, 2 tests
    4K: rgb 60 XR24 640x480 pass-scales, 2 tests
    10 bit: rgb 60 XR24 640x480 pass-scales, 2 tests
    full range: rgb 60 XR24 640x480 pass-scales, 2 tests
    HDR as SDR: rgb 60 XR24 640x480 pass-scales, 2 tests
    wide gamut: rgb 60 XR24 640x480 pass-scales, 2 tests
    still RGB: one-plane 60 XR24 640x480 pass-scales, 2 tests
    turned: rgb 60 XR24 640x480 pass-scales pass-turns, 2 tests
    cover: rgb 60 XR24 640x480 pass-scales, 2 tests
    odd size: rgb 60 XR24 640x480 pass-scales, 2 tests
    small: rgb 60 XR24 640x480 pass-scales, 2 tests
    """,
    "vkms": """
    SD: two-planes 60+61 YU12 1920x1080 pass-scales, 4 tests
    HD: two-planes 60+61 YU12 1920x1080, 4 tests
    4K: two-planes 60+61 YU12 1920x1080 pass-scales, 4 tests
    10 bit: two-planes 60+61 P010 1920x1080, 4 tests
    full range: two-planes 60+61 YU12 1920x1080, 4 tests
    HDR as SDR: two-planes 60+61 NV12 1920x1080, 4 tests
    wide gamut: two-planes 60+61 P010 1920x1080, 4 tests
    still RGB: two-planes 60+61 XR24 1440x1080 pass-scales, 4 tests
    turned: two-planes 60+61 YU12 1080x608 pass-scales plane-turns, 4 tests
    cover: two-planes 60+61 YU12 1920x1080 pass-scales, 4 tests
    odd size: two-planes 60+61 YU12 1920x1078 pass-scales, 4 tests
    small: two-planes 60+61 YU12 1920x1080 pass-scales, 4 tests
    """,
  ]
}
