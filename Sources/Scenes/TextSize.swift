/// The type scale: the font sizes of the interface, in points. All of its texts use one of these.
package enum TextSize: Double, Sendable {
  /// In icons and badges.
  case sign = 12
  /// Headings of groups, second lines of cards, captions.
  case caption = 13
  /// Details: times, values, notes.
  case detail = 14
  case body = 16
  /// Titles of messages, and texts to read.
  case title = 18
  case headline = 20
  /// The heading of a screen.
  case heading = 34
  /// Digits and words to read from afar.
  case display = 60
}
