/// Where video is to be decoded.
public enum DecoderWish: Hashable, Sendable {
  /// By a device where one does it without a copy, else by the processor.
  case automatic
  case software
  /// By this device, by its driver's name or its path, where it can.
  case named(String)

  /// `auto`, `software`, `meson-vdec`, `/dev/video1`; nil for what is none of these.
  public init?(word: String) {
    switch word {
    case "auto": self = .automatic
    case "software": self = .software
    default:
      let isName = word.allSatisfy {
        $0.isASCII && ($0.isLetter || $0.isNumber || "-_./".contains($0))
      }
      guard isName, !word.isEmpty, word.count <= 64 else { return nil }
      self = .named(word)
    }
  }

  public var word: String {
    switch self {
    case .automatic: "auto"
    case .software: "software"
    case .named(let name): name
    }
  }
}
