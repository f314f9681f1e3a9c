/// The names that players have on a bus.
enum MPRISName {
  private static let first = "org.mpris.MediaPlayer2.vitrine"
  /// D-Bus Specification, "Bus names".
  private static let longest = 255

  /// Nil is the first player of the program; others have a name of their own, such as their connector's,
  /// with what may not stand there as underlines.
  static func of(_ instance: String?) -> String {
    guard let instance else { return first }
    let letters = instance.unicodeScalars.map { letter in
      letter.isASCII && (letter.properties.isAlphabetic || letter.properties.numericType != nil)
        || letter == "_" || letter == "-" ? Character(letter) : "_"
    }
    return String((first + ".instance" + String(letters)).prefix(longest))
  }
}
