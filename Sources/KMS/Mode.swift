import CVitrineDRM
public import VitrinePictures

/// A display timing of a connector.
public struct Mode: Sendable {
  /// The kernel's own description, passed back to it unchanged.
  let info: drmModeModeInfo

  init(_ info: drmModeModeInfo) {
    self.info = info
  }

  /// Parses `bytes`; returns nil for another size.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    info = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: drmModeModeInfo.self) }
  }

  static let byteCount = MemoryLayout<drmModeModeInfo>.size

  /// A `struct drm_mode_modeinfo`, as in the kernel's blobs.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: info) { unsafe Array($0) } }

  public var size: PixelSize { PixelSize(Int(info.hdisplay), Int(info.vdisplay)) }
  public var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
  /// Whether the monitor prefers it.
  public var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  /// Whether it is from `video=` on the kernel's command line.
  public var isFromCommandLine: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }

  /// The exact refresh rate: the kernel's own `vrefresh` is rounded, and 59.94 is not 60.
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
  /// Such as `1920x1080@59.94`.
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
  /// The requested mode: of this size, with the nearest refresh rate within 0.3%, progressive
  /// before interlaced. Without a request: the one from the kernel's command line, otherwise the
  /// monitor's preferred mode, otherwise the first. Nil if there is none.
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

  /// The mode to suggest if the request cannot be met: nearest in size, then in refresh rate.
  public func nearest(to request: ModeRequest) -> Mode? {
    func distance(_ mode: Mode) -> (Int, Double) {
      let size =
        abs(mode.size.width - request.size.width) + abs(mode.size.height - request.size.height)
      return (size, abs(mode.refresh - (request.refresh ?? 60)))
    }
    return self.min { distance($0) < distance($1) }
  }
}
