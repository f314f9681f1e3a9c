internal import VitrinePlayback

/// The machine's memory, in bytes.
package struct MemoryFacts: Hashable, Sendable {
  package var available: Int
  /// Memory reserved for contiguous allocations (CMA); 0 for none.
  package var contiguous = 0
  package var contiguousFree = 0

  package init(available: Int) { self.available = available }

  /// Parses /proc/meminfo; returns nil if a required value is missing.
  package init?(meminfo text: String) {
    var values: [Substring: Int] = [:]
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count >= 2, let number = Int(fields[1]), number >= 0, number < 1 << 50 else {
        continue
      }
      values[fields[0].dropLast()] = number << 10
    }
    guard let available = values["MemAvailable"] else { return nil }
    self.available = available
    contiguous = values["CmaTotal"] ?? 0
    contiguousFree = values["CmaFree"] ?? 0
  }
}

extension ConnectorFacts {
  /// The bytes that buffers on the way to the screen need: four of video, and two of the overlay if
  /// it has a plane.
  var bufferBytes: Int {
    let (width, height) = (chosen?.width ?? 0, chosen?.height ?? 0)
    let pixels = min(max(width, 0), 1 << 15) * min(max(height, 0), 1 << 15)
    switch route {
    case .twoPlanes: return pixels * 4 * 3 / 2 + pixels * 2 * 4
    case .videoOnly: return pixels * 4 * 3 / 2 + pixels * 4 * 4
    case .rgb, .none: return pixels * 4 * 4
    }
  }
}

extension MemoryFacts {
  /// Whether there is enough memory for the mode's buffers.
  func findings(
    _ screen: ScreenFacts, isPlaying: Bool, _ kernel: KernelFacts?
  ) -> [Finding] {
    let free = "\(megabytes(available)) MB free"
    // A running player has already allocated its memory.
    guard let connector = screen.connector, let mode = connector.chosen?.name, !isPlaying else {
      return [Finding(.memory, .good, free)]
    }
    let need = connector.bufferBytes
    if screen.takesContiguous, contiguous > 0, contiguousFree < need {
      return [contiguousFinding(need, mode, kernel)]
    }
    // Decoders keep about 16 more pictures of the video's own size.
    let whole = need * 4 + (64 << 20)
    guard available >= whole else {
      let isShort = available < need
      return [
        Finding(
          .memory, isShort ? .bad(.unavailable) : .advice,
          "\(megabytes(available)) MB free, but \(mode) may need \(megabytes(whole))",
          cause: "the kernel kills programs when memory runs out",
          cure: "ps -eo rss,comm --sort=-rss | head lists the largest; or use a smaller mode")
      ]
    }
    return [
      Finding(
        .memory, .good,
        "\(free); \(mode) needs \(megabytes(need)) for its buffers")
    ]
  }

  private func contiguousFinding(
    _ need: Int, _ mode: String, _ kernel: KernelFacts?
  ) -> Finding {
    let isSmall = contiguous < need
    var wanted = 64
    while wanted << 20 < need * 2 { wanted *= 2 }
    let argument = "cma=\(wanted)M"
    return Finding(
      .memory, isSmall ? .bad(.unavailable) : .advice,
      "\(megabytes(isSmall ? contiguous : contiguousFree)) MB "
        + "\(isSmall ? "reserved" : "free") for the display's buffers; "
        + "\(mode) needs \(megabytes(need))",
      cause: "this display needs contiguous memory, which the kernel reserves (CMA)",
      cure: kernel?.adding([argument]) ?? "add \(argument) to the kernel's command line")
  }
}

extension ScreenFacts {
  fileprivate var takesContiguous: Bool {
    guard let driver = display?.driver else { return false }
    return contiguousDrivers.contains(driver)
  }
}

/// Display drivers without an IOMMU.
private let contiguousDrivers: Set<String> = [
  "vc4", "imx-drm", "imx-lcdif", "mxsfb-drm", "sun4i-drm", "meson", "stm", "tidss", "omapdrm",
  "zynqmp-dpsub", "hdlcd", "mali-dp",
]

private func megabytes(_ bytes: Int) -> Int { bytes >> 20 }
