/// A normalised language: `en`, `eng` and `en-US` are equal.
package struct LanguageCode: Hashable, Sendable {
  /// The ISO 639-1 code if there is one, otherwise the tag in lower case.
  package let code: String

  /// Returns nil for tags that name no language, such as `und`.
  package init?(_ tag: String) {
    let head = tag.prefix { $0 != "-" && $0 != "_" }.lowercased()
    guard !head.isEmpty, !["und", "mul", "zxx", "mis", "qaa"].contains(head) else { return nil }
    code = Self.short[head] ?? head
  }

  private static let short: [String: String] = table.reduce(into: [:]) { short, row in
    let codes = row.split(separator: " ").map(String.init)
    for long in codes.dropFirst() { short[long] = codes[0] }
  }

  /// ISO 639-1, then 639-2: bibliographic and terminological codes if they differ.
  private static let table = [
    "ar ara", "bg bul", "bn ben", "bs bos", "ca cat", "cs cze ces", "cy wel cym", "da dan",
    "de ger deu", "el gre ell", "en eng", "es spa", "et est", "eu baq eus", "fa per fas",
    "fi fin", "fr fre fra", "ga gle", "gl glg", "he heb iw", "hi hin", "hr hrv", "hu hun",
    "hy arm hye", "id ind in", "is ice isl", "it ita", "ja jpn", "ka geo kat", "ko kor",
    "lb ltz", "lt lit", "lv lav", "mk mac mkd", "ms may msa", "nb nob", "nl dut nld",
    "nn nno", "no nor", "pl pol", "pt por", "ro rum ron", "ru rus", "sk slo slk", "sl slv",
    "sq alb sqi", "sr srp", "sv swe", "ta tam", "th tha", "tr tur", "uk ukr", "ur urd",
    "vi vie", "zh chi zho",
  ]
}
