/// The preferred decoder for video.
package enum DecoderPreference: Hashable, Sendable {
  /// Hardware if it needs no copy, otherwise software.
  case automatic
  case software
  /// This hardware decoder, by its driver's name or its path, if possible.
  case named(String)

  /// Parses `auto`, `software`, `meson-vdec`, `/dev/video1`; returns nil for anything else.
  package init?(word: String) {
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

  package var word: String {
    switch self {
    case .automatic: "auto"
    case .software: "software"
    case .named(let name): name
    }
  }
}
