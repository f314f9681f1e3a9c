package import VitrineScenes
package import VitrineTiming

/// A video in the list, with the metadata known so far.
package struct CatalogueEntry: Hashable, Sendable {
  /// The index in the playlist; unique.
  package var id: Int
  package var title: String
  package var subtitle: String?
  /// The title and the subtitle in other languages, without a text where it is the same.
  package var translations: [InterfaceLanguage: Texts] = [:]
  /// Nil if it is unknown or the item has no end.
  package var duration: MediaTime?
  /// The categories for filtering.
  package var categories: [String]
  /// Nil until it has been loaded.
  package var poster: PictureID?

  package struct Texts: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?

    package init(title: String?, subtitle: String?) {
      self.title = title
      self.subtitle = subtitle
    }
  }

  package init(
    id: Int, title: String, subtitle: String? = nil, duration: MediaTime? = nil,
    categories: [String] = [], poster: PictureID? = nil
  ) {
    self.id = id
    self.title = title
    self.subtitle = subtitle
    self.duration = duration
    self.categories = categories
    self.poster = poster
  }

  /// Metadata from files is not trusted: reduces each text to one short line and drops empty ones.
  var tidied: CatalogueEntry {
    var entry = self
    entry.title = oneLine(title)
    entry.subtitle = line(subtitle)
    entry.translations = translations.mapValues { texts in
      Texts(title: line(texts.title), subtitle: line(texts.subtitle))
    }
    entry.categories = categories.prefix(16).map(oneLine).filter { !$0.isEmpty }
    return entry
  }

  /// The entry with its texts in a language.
  func shown(in language: InterfaceLanguage) -> CatalogueEntry {
    guard let texts = translations[language] else { return self }
    var entry = self
    entry.title = texts.title ?? title
    entry.subtitle = texts.subtitle ?? subtitle
    return entry
  }
}

/// Nil for an empty text.
private func line(_ text: String?) -> String? {
  text.map(oneLine).flatMap { $0.isEmpty ? nil : $0 }
}

/// Text that no card has room for is cut off, because shaping it takes time.
private func oneLine(_ text: String) -> String {
  let scalars = text.unicodeScalars.prefix(240).map {
    $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}" ? " " : $0
  }
  var line = String.UnicodeScalarView()
  line.append(contentsOf: scalars)
  return String(line).split(separator: " ").joined(separator: " ")
}
