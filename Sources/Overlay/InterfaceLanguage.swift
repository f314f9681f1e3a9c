import CVitrineTranslations

/// A language of the interface, by its ISO 639-1 code.
///
/// Every language except English has a file in `Translations`. The file has a line for each text,
/// with the text's key of `interface.wording`. To add a language, add a file, a case, and lines in `CTranslations`.
package enum InterfaceLanguage: String, CaseIterable, Hashable, Sendable {
  case en, ar, de, es, fr, he, it, ja, ko, pl, tr, zh

  /// The built-in texts.
  var wording: Wording { translation.map(Wording.init) ?? Wording() }

  /// The file in UTF-8; nil for English.
  var translation: [UInt8]? {
    unsafe vitrine_translation(rawValue).map { file in
      unsafe Array(UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.size))
    }
  }
}

extension Wording {
  /// Each text with its key of `interface.wording` in the configuration.
  package static let texts:
    [(key: String, place: any WritableKeyPath<Wording, String> & Sendable)] = [
      ("language", \.language), ("subtitles", \.subtitles), ("audio", \.audio),
      ("quality", \.quality), ("speed", \.speed), ("chapters", \.chapters), ("chapter", \.chapter),
      ("hard-of-hearing", \.hardOfHearing), ("audio-description", \.audioDescription),
      ("calculating", \.calculating), ("off", \.off), ("play", \.play), ("continue", \.resume),
      ("full-screen", \.fullScreen), ("on-phone", \.onPhone), ("automatic", \.automatic),
      ("track", \.track),
      ("subtitle-style", \.subtitleStyle),
      ("subtitle-sample", \.subtitleSample),
      ("text-size", \.textSize),
      ("font", \.font),
      ("weight", \.weight),
      ("color", \.color),
      ("opacity", \.opacity),
      ("background", \.background),
      ("background-opacity", \.backgroundOpacity),
      ("window", \.window),
      ("window-opacity", \.windowOpacity),
      ("edge", \.edge),
      ("edge-color", \.edgeColor),
      ("position", \.position),
      ("regular", \.regular),
      ("bold", \.bold),
      ("outline", \.outline),
      ("shadow", \.shadow),
      ("raised", \.raised),
      ("depressed", \.depressed),
      ("bottom", \.bottom),
      ("top", \.top),
      ("reset", \.reset),
      ("read-aloud", \.readAloud),
      ("sign-language", \.signLanguage),
      ("cannot-play", \.cannotPlay), ("seconds", \.seconds), ("all-categories", \.allCategories),
      ("search", \.search),
      ("videos", \.videos), ("nothing-to-play", \.nothingToPlay), ("still-there", \.stillThere),
      ("touch-to-stay", \.touchToStay), ("live", \.live), ("waiting", \.waitingForNetwork),
      ("pairing", \.pairing), ("pairing-how", \.pairingHow), ("playing-on", \.playingOn),
      ("service", \.service),
      ("service-pin", \.servicePIN), ("service-wrong", \.serviceWrong),
      ("service-wait", \.serviceWait), ("remote-off", \.remoteOff),
      ("open-on-phone", \.openOnPhone), ("this-screen", \.thisScreen), ("network", \.network),
      ("no-network", \.noNetwork), ("volume", \.volume), ("rotation", \.rotation),
      ("what-is-wrong", \.whatIsWrong), ("nothing-wrong", \.nothingWrong),
      ("programme", \.programme), ("restart", \.restart), ("restart-surely", \.restartSurely),
      ("remote-control", \.remoteControl), ("assign-keys", \.assignKeys), ("press-key", \.pressKey),
      ("key-used", \.keyUsed), ("up", \.up), ("down", \.down), ("left", \.left),
      ("right", \.right), ("mute", \.mute), ("skip", \.skip), ("save", \.save),
      ("discard", \.discard),
      ("back", \.back),
      ("erase", \.erase),
      ("space", \.space),
      ("previous", \.previous),
      ("next", \.next),
      ("skip-backward", \.skipBackward),
      ("skip-forward", \.skipForward),
      ("pause", \.pause),
      ("replay", \.replay),
      ("timeline", \.timeline),
      ("menu", \.menu),
      ("on", \.on),
      ("selected", \.selected),
      ("place-in-list", \.placeInList),
      ("information", \.information), ("warning", \.warning), ("emergency", \.emergency),
    ]

  /// The lines of a translation, `key: text`; a text without a line stays English.
  init(translation file: [UInt8]) {
    self.init()
    let places = Dictionary(uniqueKeysWithValues: Self.texts.map { ($0.key, $0.place) })
    for (key, text) in Self.lines(of: file) {
      if let place = places[key] { self[keyPath: place] = text }
    }
  }

  /// The keys and texts of a translation, in order.
  static func lines(of file: [UInt8]) -> [(key: String, text: String)] {
    String(decoding: file, as: UTF8.self).split(separator: "\n").compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let text = line[colon...].dropFirst().drop { $0 == " " }
      return (String(line[..<colon]), String(text))
    }
  }

  /// The same texts in another language, except those that are not the built-in English ones.
  func translated(to language: InterfaceLanguage) -> Wording {
    let (english, other) = (Wording(), language.wording)
    var wording = self
    for (_, place) in Self.texts where self[keyPath: place] == english[keyPath: place] {
      wording[keyPath: place] = other[keyPath: place]
    }
    return wording
  }
}
