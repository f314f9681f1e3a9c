/// A request to show, change or remove an overlay above the picture.
package enum OverlayChange: Hashable, Sendable {
  /// Its keys, as in the section `overlays` of the configuration; their values are not checked yet.
  case set(String, [String: String])
  case pixels(String, RawPicture)
  case remove(String)

  /// Pixels in a file: premultiplied BGRA, 32 bits each.
  package struct RawPicture: Hashable, Sendable {
    /// The upper left corner on the display, in pixels.
    package var x, y: Int
    /// The size on the display, in pixels.
    package var shownWidth, shownHeight: Int
    package var path: String
    /// The position of the first pixel in the file, in bytes.
    package var offset: Int
    package var width, height: Int
    /// The bytes from one row to the next.
    package var stride: Int

    /// Returns nil for sizes that no display has.
    package init?(
      _ path: String, offset: Int, width: Int, height: Int, stride: Int, x: Int, y: Int,
      shownWidth: Int? = nil, shownHeight: Int? = nil
    ) {
      let shown = (shownWidth ?? width, shownHeight ?? height)
      guard path.hasPrefix("/"), path.utf8.count < Self.longestPath, !path.utf8.contains(0),
        [width, height, shown.0, shown.1].allSatisfy(Self.sides.contains),
        [x, y].allSatisfy(Self.places.contains), (0...Self.farthest).contains(offset),
        // bound: sides are small
        stride >= width * 4, stride <= Self.longestRow, stride % 4 == 0,
        // bound: sides and rows are small
        stride * (height - 1) + width * 4 <= Self.mostBytes
      else { return nil }
      (self.path, self.offset, self.stride) = (path, offset, stride)
      (self.width, self.height, self.x, self.y) = (width, height, x, y)
      (self.shownWidth, self.shownHeight) = shown
    }

    private static let sides = 1...4096
    private static let places = -16_384...16_384
    private static let farthest = 1 << 40
    private static let longestRow = 1 << 16
    private static let mostBytes = 4096 * 4096 * 4
    private static let longestPath = 4096

    /// From the first byte to the last one that is shown.
    // bound: sides and rows are small
    package var byteCount: Int { stride * (height - 1) + width * 4 }
  }

  /// The keys before the content; each has a value of one word.
  private static let options = ["at", "size", "color", "background", "language", "time-zone"]
  /// The keys of which one comes last; its value is the rest of the line. A client cannot show a text file, which may
  /// be secret.
  private static let contents = ["clock", "countdown", "text", "ticker", "image", "code"]

  static let expected =
    "overlay: expected set NAME [at PLACE] [size PERCENT] [color COLOR] [background COLOR] "
    + "[language LOCALE] [time-zone ZONE], then clock PATTERN, countdown TIME, text TEXT, ticker TEXT, "
    + "image FILE or code TEXT; or remove NAME"

  /// Parses the text after `overlay`: `set sale at top text Sale ends today`, `remove sale`.
  init(text: String) throws(Refusal) {
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    switch words.first {
    case "remove" where words.count == 2: self = .remove(words[1])
    case "set" where words.count == 3: self = .set(words[1], try Self.keys(words[2]))
    default: throw Refusal(Self.expected, .invalid)
    }
  }

  private static func keys(_ text: String) throws(Refusal) -> [String: String] {
    var (rest, keys) = (text[...], [String: String]())
    while true {
      let words = rest.split(separator: " ", maxSplits: 1)
      guard words.count == 2, keys[String(words[0])] == nil else {
        throw Refusal(expected, .invalid)
      }
      let (key, value) = (String(words[0]), words[1].drop { $0 == " " })
      if contents.contains(key) {
        keys[key] = String(value)
        return keys
      }
      guard options.contains(key) else { throw Refusal(expected, .invalid) }
      let end = value.firstIndex(of: " ") ?? value.endIndex
      keys[key] = String(value[..<end])
      rest = value[end...]
    }
  }
}
