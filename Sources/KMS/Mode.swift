import CVitrineDRM
public import VitrinePictures

/// A timing that a connector can be driven with.
public struct Mode: Sendable {
  /// The kernel's own description, given back to it unchanged.
  let info: drmModeModeInfo

  init(_ info: drmModeModeInfo) {
    self.info = info
  }

  /// From what `bytes` gives; nil for anything else.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    info = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: drmModeModeInfo.self) }
  }

  static let byteCount = MemoryLayout<drmModeModeInfo>.size

  /// A `struct drm_mode_modeinfo`, as the kernel has it in blobs.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: info) { unsafe Array($0) } }

  public var size: PixelSize { PixelSize(Int(info.hdisplay), Int(info.vdisplay)) }
  public var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
  /// What the display prefers.
  public var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  /// What `video=` on the kernel's command line asks for.
  public var isFromCommandLine: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }

  /// Pictures per second, exact: the kernel's own `vrefresh` is rounded, and 59.94 is not 60.
  public var refresh: Double {
    let pixels = Double(info.htotal) * Double(info.vtotal) * Double(max(1, info.vscan))
    guard pixels > 0 else { return 0 }
    let fields = isInterlaced ? 2.0 : 1
    let doubled = info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 ? 2.0 : 1
    return Double(info.clock) * 1000 * fields / pixels / doubled
  }

  /// The time from one vblank to the next.
  public var period: Duration {
    refresh > 0 ? .nanoseconds(Int64((1e9 / refresh).rounded())) : .nanoseconds(16_666_667)
  }
}

extension Mode: CustomStringConvertible {
  /// `1920x1080@59.94`.
  public var description: String {
    let hundredths = Int((refresh * 100).rounded())
    let fraction = hundredths % 100
    let decimals =
      fraction == 0
      ? "" : ".\(fraction / 10)" + (fraction % 10 == 0 ? "" : "\(fraction % 10)")
    return "\(size)\(isInterlaced ? "i" : "")@\(hundredths / 100)\(decimals)"
  }
}

extension [Mode] {
  /// The mode that is wished for: of this size, and with the nearest refresh within 0.3 %,
  /// progressive before interlaced. Without a request: what the kernel's command line says,
  /// else what the display prefers, else the first. Nil when there is none.
  public func best(for request: ModeRequest?) -> Mode? {
    guard let request else {
      return first(where: \.isFromCommandLine) ?? first(where: \.isPreferred) ?? first
    }
    let candidates = filter { $0.size == request.size }
    guard let refresh = request.refresh else {
      return candidates.first(where: \.isPreferred)
        ?? candidates.first { !$0.isInterlaced } ?? candidates.first
    }
    return
      candidates
      .filter { abs($0.refresh - refresh) <= refresh * 0.003 }
      .min { a, b in
        (a.isInterlaced ? 1 : 0, abs(a.refresh - refresh))
          < (b.isInterlaced ? 1 : 0, abs(b.refresh - refresh))
      }
  }

  /// The mode to name when the request cannot be met: nearest in size, then in refresh.
  public func nearest(to request: ModeRequest) -> Mode? {
    func distance(_ mode: Mode) -> (Int, Double) {
      let size =
        abs(mode.size.width - request.size.width) + abs(mode.size.height - request.size.height)
      return (size, abs(mode.refresh - (request.refresh ?? 60)))
    }
    return self.min { distance($0) < distance($1) }
  }
}
