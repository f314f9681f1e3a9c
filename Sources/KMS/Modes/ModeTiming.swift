internal import CVitrineDRM
internal import VitrinePictures
internal import VitrineTiming

/// The timing numbers of a mode: the positions of its sync pulses in pixels and lines.
struct ModeTiming: Hashable, Sendable {
  /// In kHz.
  var clock: Int
  /// Visible size, start and end of the pulse, total size; in pixels across, and in lines down.
  var across: [Int]
  var down: [Int]
  var hsyncIsPositive = true
  var vsyncIsPositive = true
  var isInterlaced = false
  var isDoubled = false

  /// Whether the kernel accepts it as a mode (`drm_mode_validate_basic`), within the range of its
  /// fields and of cables.
  var isValid: Bool {
    func rises(_ numbers: [Int]) -> Bool {
      numbers.count == 4 && numbers[0] > 0 && numbers[0] <= BufferLayout.largestSide
        && numbers[3] <= 65535 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    }
    return rises(across) && rises(down) && 1000...4_000_000 ~= clock
  }
}

extension Mode {
  /// Creates a mode from a timing; nil if it is invalid.
  // bound: a valid timing fits into the kernel's fields
  init?(_ timing: ModeTiming) {
    guard timing.isValid else { return nil }
    var info = drmModeModeInfo()
    info.clock = UInt32(timing.clock)
    let (across, down) = (timing.across.map(UInt16.init), timing.down.map(UInt16.init))
    (info.hdisplay, info.hsync_start, info.hsync_end, info.htotal) =
      (across[0], across[1], across[2], across[3])
    (info.vdisplay, info.vsync_start, info.vsync_end, info.vtotal) =
      (down[0], down[1], down[2], down[3])
    info.flags = UInt32(
      (timing.hsyncIsPositive ? DRM_MODE_FLAG_PHSYNC : DRM_MODE_FLAG_NHSYNC)
        | (timing.vsyncIsPositive ? DRM_MODE_FLAG_PVSYNC : DRM_MODE_FLAG_NVSYNC)
        | (timing.isInterlaced ? DRM_MODE_FLAG_INTERLACE : 0)
        | (timing.isDoubled ? DRM_MODE_FLAG_DBLSCAN : 0))
    self.init(info)
    info.vrefresh = UInt32(clamping: Int64(saturating: refresh.rounded()))
    unsafe withUnsafeMutableBytes(of: &info.name) { name in
      // The last byte stays 0.
      for (index, letter) in description.utf8.prefix(name.count - 1).enumerated() {
        unsafe name[index] = letter
      }
    }
    self.init(info)
  }

  // bound: the kernel's fields have 16 bits, and constants
  var timing: ModeTiming {
    func has(_ flag: some BinaryInteger) -> Bool { info.flags & UInt32(flag) != 0 }
    return ModeTiming(
      clock: Int(info.clock),
      across: [info.hdisplay, info.hsync_start, info.hsync_end, info.htotal].map(Int.init),
      down: [info.vdisplay, info.vsync_start, info.vsync_end, info.vtotal].map(Int.init),
      hsyncIsPositive: has(DRM_MODE_FLAG_PHSYNC), vsyncIsPositive: has(DRM_MODE_FLAG_PVSYNC),
      isInterlaced: isInterlaced, isDoubled: has(DRM_MODE_FLAG_DBLSCAN))
  }

  /// The exact refresh rate as a fraction; nil for a mode without pixels or clock.
  package var refreshFraction: Refresh? {
    let pixels = Int64(info.htotal) *| Int64(info.vtotal) *| Int64(max(1, info.vscan))
    let doubled: Int64 = info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 ? 2 : 1
    let (product, overflows) = pixels.multipliedReportingOverflow(by: doubled)
    guard !overflows else { return nil }
    return Refresh(Int64(info.clock) *| 1000 *| (isInterlaced ? 2 : 1), product)
  }
}

/// Modes are equal if they result in the same signal, whatever their names.
extension Mode: Hashable {
  package static func == (a: Mode, b: Mode) -> Bool {
    a.timing == b.timing && max(1, a.info.vscan) == max(1, b.info.vscan)
      && a.stereoLayout == b.stereoLayout
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(timing) }

  private var stereoLayout: UInt32 { info.flags & UInt32(DRM_MODE_FLAG_3D_MASK) }
}
