/// How to choose among a display's modes.
package enum ModePolicy: Hashable, Sendable {
  /// Only this mode.
  case pin(ModeRequest)
  /// The mode from the kernel's command line, otherwise the monitor's preferred mode.
  case preferred
  /// The largest progressive mode at about 60 Hz.
  case highest
}

extension ModePolicy {
  /// The accepted words, besides modes.
  package static let words = ["preferred", "highest"]

  package init?(word: String) {
    switch word {
    case "preferred": self = .preferred
    case "highest": self = .highest
    default:
      guard let request = ModeRequest(word) else { return nil }
      self = .pin(request)
    }
  }
}

/// A requested mode: `1920x1080`, `1920x1080@60`, `1920x1080@59.94`.
package struct ModeRequest: Hashable, Sendable, CustomStringConvertible {
  package let size: PixelSize
  package let refresh: Double?

  package init(size: PixelSize, refresh: Double? = nil) {
    self.size = size
    self.refresh = refresh
  }

  /// Returns nil for invalid text.
  package init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      1...BufferLayout.largestSide ~= width, 1...BufferLayout.largestSide ~= height
    else { return nil }
    size = PixelSize(width, height)
    guard parts.count == 2 else {
      refresh = nil
      return
    }
    guard let value = Double(parts[1]), value >= 1, value <= 1000 else { return nil }
    refresh = value
  }

  package var description: String {
    guard let refresh else { return "\(size)" }
    let isWhole = refresh == refresh.rounded()
    return "\(size)@\(isWhole ? "\(Int(refresh))" : "\(refresh)")"
  }
}
