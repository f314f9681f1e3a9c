import CVitrineDRM
package import VitrinePictures

/// A display timing of a connector.
package struct Mode: Sendable {
  /// The kernel's own description, passed back to it unchanged.
  let info: drmModeModeInfo

  init(_ info: drmModeModeInfo) {
    self.info = info
  }

  /// Parses `bytes`; returns nil for another size.
  package init?(bytes: [UInt8]) {
    guard bytes.count == Self.byteCount else { return nil }
    info = unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: drmModeModeInfo.self) }
  }

  static let byteCount = MemoryLayout<drmModeModeInfo>.size

  /// A `struct drm_mode_modeinfo`, as in the kernel's blobs.
  var bytes: [UInt8] { unsafe withUnsafeBytes(of: info) { unsafe Array($0) } }

  package var size: PixelSize { PixelSize(Int(info.hdisplay), Int(info.vdisplay)) }
  package var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }
  /// Whether the monitor prefers it.
  package var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
  /// Whether it is from `video=` on the kernel's command line.
  package var isFromCommandLine: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }

  /// The exact refresh rate: the kernel's own `vrefresh` is rounded, and 59.94 is not 60.
  package var refresh: Double {
    let pixels = Double(info.htotal) * Double(info.vtotal) * Double(max(1, info.vscan))
    guard pixels > 0 else { return 0 }
    let fields = isInterlaced ? 2.0 : 1
    let doubled = info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 ? 2.0 : 1
    return Double(info.clock) * 1000 * fields / pixels / doubled
  }

  /// The time from one vblank to the next.
  package var period: Duration {
    refresh > 0 ? .nanoseconds(Int64((1e9 / refresh).rounded())) : .nanoseconds(16_666_667)
  }
}

extension Mode: CustomStringConvertible {
  /// Such as `1920x1080@59.94`.
  package var description: String {
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
  package func best(for request: ModeRequest?) -> Mode? {
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
  package func nearest(to request: ModeRequest) -> Mode? {
    func distance(_ mode: Mode) -> (Int, Double) {
      let size =
        abs(mode.size.width - request.size.width) + abs(mode.size.height - request.size.height)
      return (size, abs(mode.refresh - (request.refresh ?? 60)))
    }
    return self.min { distance($0) < distance($1) }
  }
}

extension Mode {
  /// The mode in the syntax of X's configuration, to the kHz: `Modeline "1920x1080@60" 148.5 1920
  /// 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync`. Parsing it gives an equal mode.
  package var modeline: String {
    let timing = timing
    let clock = Refresh(Int64(timing.clock), 1000)?.description ?? "0"
    let numbers = (timing.across + timing.down).map { "\($0)" }.joined(separator: " ")
    let words = [
      timing.hsyncIsPositive ? "+hsync" : "-hsync", timing.vsyncIsPositive ? "+vsync" : "-vsync",
      timing.isInterlaced ? "interlace" : nil, timing.isDoubled ? "doublescan" : nil,
    ].compactMap { $0 }
    return "Modeline \"\(self)\" \(clock) \(numbers) \(words.joined(separator: " "))"
  }

  /// Parses a modeline. Returns nil if it is invalid, or if no cable supports it.
  package init?(modeline text: String) {
    guard text.utf8.count <= 200 else { return nil }
    // The name may contain spaces; only the text after it is used.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].lowercased().filter({ !$0.isWhitespace }) == "modeline"
    else { return nil }
    let words = parts[2].split(whereSeparator: \.isWhitespace)
    guard words.count >= 9, let clock = Double(words[0]), 1...4000 ~= clock else { return nil }
    let numbers = words[1...8].compactMap { Int($0) }
    guard numbers.count == 8 else { return nil }
    var timing = ModeTiming(
      clock: Int((clock * 1000).rounded()), across: Array(numbers[..<4]),
      down: Array(numbers[4...]), hsyncIsPositive: false, vsyncIsPositive: false)
    for word in words.dropFirst(9) {
      guard timing.read(word.lowercased()) else { return nil }
    }
    self.init(timing)
  }
}

extension ModeTiming {
  /// Parses one of a modeline's flags; returns false for others.
  fileprivate mutating func read(_ word: String) -> Bool {
    switch word {
    case "+hsync": hsyncIsPositive = true
    case "-hsync": hsyncIsPositive = false
    case "+vsync": vsyncIsPositive = true
    case "-vsync": vsyncIsPositive = false
    case "interlace": isInterlaced = true
    case "doublescan": isDoubled = true
    default: return false
    }
    return true
  }
}

extension Mode {
  /// A mode that the monitor does not list: from a modeline, or from `1920x1080@59.94`, with 60 Hz
  /// if there is no rate. Nil for other text.
  package init?(custom text: String) {
    if let request = ModeRequest(text) {
      self.init(custom: request)
    } else {
      self.init(modeline: text)
    }
  }

  /// Uses the timing of CTA-861 or DMT if they have one, otherwise CVT with reduced blanking. Nil
  /// if no cable supports it.
  package init?(custom request: ModeRequest) {
    guard let refresh = Refresh(nearest: request.refresh ?? 60) else { return nil }
    let size = request.size
    guard let timing = ModeTiming.standard(size, refresh) ?? ModeTiming.reduced(size, refresh)
    else { return nil }
    self.init(timing)
  }
}
