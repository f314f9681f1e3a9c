/// Whether something plays, at which cost, and what cures it.
public struct ContentVerdict: Hashable, Sendable {
  /// How it stands.
  public enum Word: String, Hashable, Sendable, CaseIterable {
    case plays
    /// It plays, and something is not as well as it could be.
    case costs
    case fails
  }

  public let word: Word
  /// Why it does not play, or what it costs; what counts most comes first.
  public let reasons: [String]
  /// A command for a shell that makes a file which plays without; nil where none does.
  public let cure: String?

  /// All of the reasons as one line; empty where there are none.
  public var reason: String { reasons.joined(separator: "; ") }
}

/// One thing that is not as it should be with something to play.
struct ContentReason: Hashable, Sendable {
  let text: String
  /// What to do about it, as far as FFmpeg does it.
  let steps: Set<CureStep>

  init(_ text: String, _ steps: CureStep...) { (self.text, self.steps) = (text, Set(steps)) }
}

/// What FFmpeg has to do about a file.
enum CureStep: Hashable, Sendable {
  /// New packets of the same frames in another container.
  case remux
  case encodeVideo
  case encodeSound
  /// Pictures no larger than the mode shows.
  case scale
  /// Pictures of so many pixels that the processor decodes them in half of the time.
  case shrink
  /// No more pictures in a second than the display shows.
  case rate
  case deinterlace
  /// Turned as the display is.
  case turn
  case mapHDR
  case keyFrames
}
