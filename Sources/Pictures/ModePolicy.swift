/// Which of a display's modes is set, where more than one would do.
public enum ModePolicy: Hashable, Sendable {
  /// This one and no other.
  case pin(ModeRequest)
  /// What the kernel's command line says, else what the display prefers.
  case preferred
  /// The largest picture that is progressive and comes at about 60 Hz.
  case highest
}

extension ModePolicy {
  /// The words that people write for it, besides modes.
  public static let words = ["preferred", "highest"]

  public init?(word: String) {
    switch word {
    case "preferred": self = .preferred
    case "highest": self = .highest
    default:
      guard let request = ModeRequest(word) else { return nil }
      self = .pin(request)
    }
  }
}

/// A mode as people ask for it: `1920x1080`, `1920x1080@60`, `1920x1080@59.94`.
public struct ModeRequest: Hashable, Sendable, CustomStringConvertible {
  public let size: PixelSize
  public let refresh: Double?

  public init(size: PixelSize, refresh: Double? = nil) {
    (self.size, self.refresh) = (size, refresh)
  }

  /// Nil for text that is no mode.
  public init?(_ text: String) {
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

  public var description: String {
    guard let refresh else { return "\(size)" }
    let isWhole = refresh == refresh.rounded()
    return "\(size)@\(isWhole ? "\(Int(refresh))" : "\(refresh)")"
  }
}
