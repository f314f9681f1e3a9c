/// How an item replaces the previous one on screen.
package struct Transition: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// At once.
    case cut
    /// Through black.
    case fade
    case crossFade = "cross-fade"
    /// The previous picture is pushed out to the left.
    case slide
  }

  package let kind: Kind
  package let duration: Duration

  package static let cut = Transition(.cut, for: .zero)
  /// In seconds.
  package static let durations = 0.1...5.0
  package static let usualDuration = Duration.milliseconds(600)

  /// Whether anything of it is seen.
  package var isVisible: Bool { duration > .zero }

  package init(_ kind: Kind, for duration: Duration = usualDuration) {
    self.kind = kind
    self.duration = kind == .cut ? .zero : duration
  }

  /// Parses a kind, with or without a duration in seconds: `cross-fade 1.5`.
  package init?(word: String) {
    let words = word.split(separator: " ")
    guard let kind = words.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
    switch words.count {
    case 1: self.init(kind)
    case 2:
      guard kind != .cut, let seconds = Double(words[1]), Self.durations.contains(seconds) else {
        return nil
      }
      self.init(kind, for: .seconds(seconds))
    default: return nil
    }
  }
}
