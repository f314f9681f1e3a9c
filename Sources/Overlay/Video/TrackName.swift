package import VitrinePlayback

extension TrackInfo {
  /// The name of a track: its title, or its language in that language, otherwise a number.
  package func name(among tracks: [TrackInfo], _ wording: Wording) -> String {
    let name = plainName(among: tracks, wording)
    switch audience {
    case .everyone: return name
    case .hardOfHearing: return "\(name) (\(wording.hardOfHearing))"
    case .visuallyImpaired, .receiverMix: return "\(name) (\(wording.audioDescription))"
    }
  }

  private func plainName(among tracks: [TrackInfo], _ wording: Wording) -> String {
    let language = language.flatMap(LanguageCode.init).map(\.nativeName)
    let title = title.flatMap { $0.isEmpty ? nil : String($0.prefix(80)) }
    switch (language, title) {
    case (let language?, let title?):
      return title.contains(language) ? title : "\(language) – \(title)"
    case (let language?, nil): return language
    case (nil, let title?): return title
    case (nil, nil):
      let place = tracks.filter { $0.kind == kind }.firstIndex { $0.index == index } ?? 0
      return "\(wording.track) \(place + 1)"
    }
  }

}

extension InterfaceLanguage {
  var nativeName: String { LanguageCode(rawValue)?.nativeName ?? rawValue }
}

extension LanguageCode {
  /// The language's name in that language, or its code.
  var nativeName: String { Self.names[code] ?? code }

  private static let names: [String: String] = [
    "ar": "العربية", "bg": "Български", "bn": "বাংলা", "ca": "Català", "cs": "Čeština",
    "cy": "Cymraeg", "da": "Dansk", "de": "Deutsch", "el": "Ελληνικά", "en": "English",
    "es": "Español", "et": "Eesti", "eu": "Euskara", "fa": "فارسی", "fi": "Suomi",
    "fr": "Français", "ga": "Gaeilge", "gl": "Galego", "he": "עברית", "hi": "हिन्दी",
    "hr": "Hrvatski", "hu": "Magyar", "hy": "Հայերեն", "id": "Indonesia", "is": "Íslenska",
    "it": "Italiano", "ja": "日本語", "ka": "ქართული", "ko": "한국어", "lt": "Lietuvių",
    "lv": "Latviešu", "mk": "Македонски", "ms": "Melayu", "nb": "Norsk bokmål",
    "nl": "Nederlands", "nn": "Norsk nynorsk", "no": "Norsk", "pl": "Polski",
    "pt": "Português", "ro": "Română", "ru": "Русский", "sk": "Slovenčina",
    "sl": "Slovenščina", "sq": "Shqip", "sr": "Српски", "sv": "Svenska", "ta": "தமிழ்",
    "th": "ไทย", "tr": "Türkçe", "uk": "Українська", "ur": "اردو", "vi": "Tiếng Việt",
    "zh": "中文",
  ]
}
