/// The bus names of players.
enum MPRISName {
  private static let first = "org.mpris.MediaPlayer2.vitrine"
  /// D-Bus Specification, "Bus names".
  private static let longest = 255

  /// Nil is the program's main player; others have their own name, such as their connector's, with
  /// invalid characters replaced by underscores.
  static func of(_ instance: String?) -> String {
    guard let instance else { return first }
    let letters = instance.unicodeScalars.map { letter in
      letter.isASCII && (letter.properties.isAlphabetic || letter.properties.numericType != nil)
        || letter == "_" || letter == "-" ? Character(letter) : "_"
    }
    return String((first + ".instance" + String(letters)).prefix(longest))
  }
}
