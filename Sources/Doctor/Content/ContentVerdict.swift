/// Whether an item plays, at what cost, and how to fix it.
package struct ContentVerdict: Hashable, Sendable {
  /// The overall result.
  package enum Word: String, Hashable, Sendable, CaseIterable {
    case plays
    /// It plays, with shortcomings.
    case costs
    case fails
  }

  package let word: Word
  /// Why it does not play, or what it costs, the most important reason first.
  package let reasons: [String]
  /// A shell command that creates a file without these problems; nil if there is none.
  package let cure: String?

  package init(word: Word, reasons: [String], cure: String?) {
    (self.word, self.reasons, self.cure) = (word, reasons, cure)
  }

  /// All reasons in one line.
  package var reason: String { reasons.joined(separator: "; ") }
}

/// A shortcoming of an item.
struct ContentReason: Hashable, Sendable {
  let text: String
  /// The conversions that fix it.
  let steps: Set<CureStep>

  init(_ text: String, _ steps: CureStep...) { (self.text, self.steps) = (text, Set(steps)) }
}

/// A conversion by FFmpeg.
enum CureStep: Hashable, Sendable {
  /// Copies the packets to another container.
  case remux
  case encodeVideo
  case encodeSound
  /// Limits pictures to the size of the mode.
  case scale
  /// Reduces the number of pixels so that decoding takes half of the CPU's time.
  case shrink
  /// Limits the frame rate to the display's refresh rate.
  case rate
  case deinterlace
  /// Rotates the video like the display.
  case turn
  case mapHDR
  case keyFrames
}
