internal import VitrineScenes
package import VitrineTiming

/// The motion of a ticker: whole pixels, the same number at each refresh of the display, so that letters stay sharp and
/// move evenly.
package struct TickerMotion: Hashable, Sendable {
  /// In pixels, since the start.
  package private(set) var offset = 0
  private var last: HostTime?
  /// In pixels per refresh.
  private var step: Int?

  /// After a longer interval nothing was shown, so the text continues where it was.
  private static let longest = Duration.milliseconds(250)

  package init() {}

  /// The text stands still, and continues where it is.
  package mutating func pause() { last = nil }

  /// Moves the text for a picture at `now`. `speed` is in pixels per second; it is rounded to whole pixels per refresh.
  package mutating func advance(to now: HostTime, speed: Double) {
    defer { last = now }
    guard let last, now > last, now - last < Self.longest else { return }
    let way = Double((now - last).nanoseconds) / 1e9 * speed
    let usual = step ?? max(Int(saturating: way.rounded()), 1)
    step = usual
    // Timestamps are not exact, so a half pixel must be rounded only once.
    let isUsual = abs(way - Double(usual)) < 0.75
    offset = offset +| (isUsual ? usual : max(Int(saturating: way.rounded()), 1))
  }
}

/// The texts of a ticker side by side, in a loop.
struct TickerStrip: Hashable, Sendable {
  struct Part: Hashable, Sendable {
    let text: String
    /// From the start of the loop, in pixels.
    let start: Int
    let width: Int
  }

  private(set) var parts: [Part] = []
  /// The direction of the first text.
  let direction: ReadingDirection
  /// The length of the loop, in pixels.
  private(set) var length = 0

  /// Longer texts are laid out in several parts.
  private static let longest = 160
  private static let most = 1000

  /// `size` is the size of the text in pixels. Texts are separated by twice their size.
  init(_ texts: [String], size: Double) {
    direction = ReadingDirection(of: texts.first ?? "")
    for text in texts.prefix(Self.most) {
      for piece in Self.pieces(of: text) {
        let width = Int(saturating: (estimatedWidth(of: piece, size: size) * 1.05).rounded(.up))
        parts.append(Part(text: piece, start: length, width: width))
        length = length +| width
      }
      length = length +| Int(saturating: (2 * size).rounded())
    }
  }

  /// Splits a text between words.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    for word in text.split(separator: " ") {
      let count = word.unicodeScalars.count
      if let last = pieces.last, last.unicodeScalars.count + count < longest {
        pieces[pieces.count - 1] = last + " " + word
      } else {
        // A piece ends with the space before the next word.
        if let last = pieces.last { pieces[pieces.count - 1] = last + " " }
        pieces += parts(of: word)
      }
    }
    return pieces
  }

  /// Splits a long word, or a text in a script without spaces, between characters.
  private static let mostMarks = 32

  private static func parts(of word: Substring) -> [String] {
    var parts: [String] = [""]
    var count = 0
    for character in word {
      // A character can have any number of combining marks.
      let scalars = character.unicodeScalars.prefix(mostMarks)
      let size = scalars.count
      if count + size > longest, count > 0 {
        parts.append("")
        count = 0
      }
      parts[parts.count - 1].unicodeScalars.append(contentsOf: scalars)
      count += size
    }
    return parts
  }

  /// The parts that are visible in a window, with the distance of each from the window's start. The first text enters at
  /// the window's end, as on every ticker, and the loop repeats without a gap.
  func visible(at offset: Int, in window: Int) -> [(part: Part, at: Int)] {
    guard length > 0, window > 0 else { return [] }
    var found: [(part: Part, at: Int)] = []
    // bound: offsets and lengths are in pixels of texts of limited length
    var loop = window - offset
    if loop < -length { loop = -((offset - window) % length) }
    while loop < window {
      for part in parts where loop + part.start < window && loop + part.start + part.width > 0 {
        found.append((part, loop + part.start))
      }
      loop += length
    }
    return found
  }
}
