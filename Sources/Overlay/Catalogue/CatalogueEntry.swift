package import VitrineScenes
package import VitrineTiming

/// A video in the list, with the metadata known so far.
package struct CatalogueEntry: Hashable, Sendable {
  /// The index in the playlist; unique.
  package var id: Int
  package var title: String
  package var subtitle: String?
  /// A few sentences, for the entry's page.
  package var description: String?
  /// The title, the subtitle and the description in other languages, without a text where it is the same.
  package var translations: [InterfaceLanguage: Texts] = [:]
  /// The languages that it is spoken in, as in the file: `eng`.
  package var languages: [String] = []
  /// The year of its making.
  package var year: Int?
  /// Nil if it is unknown or the item has no end.
  package var duration: MediaTime?
  /// The categories for filtering.
  package var categories: [String]
  /// How far the visitor has watched it, if not to its end.
  var watched: Watched?
  /// An address for the visitor's phone, by a QR code on the page.
  package var link: PageLink?
  /// Nil until it has been loaded.
  package var poster: PictureID?

  struct Watched: Hashable, Sendable {
    /// In the file, where it continues.
    var position: MediaTime
    /// The part of the entry before it, from 0 to 1.
    var part: Double
  }

  package struct Texts: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var description: String?

    package init(title: String?, subtitle: String?, description: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.description = description
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
  /// Descriptions come from the list only.
  var tidied: CatalogueEntry {
    var entry = self
    entry.title = oneLine(title)
    entry.subtitle = line(subtitle)
    entry.translations = translations.mapValues { texts in
      Texts(
        title: line(texts.title), subtitle: line(texts.subtitle), description: texts.description)
    }
    entry.languages = Array(languages.prefix(16))
    entry.categories = categories.prefix(16).map(oneLine).filter { !$0.isEmpty }
    return entry
  }

  /// The entry with its texts in a language.
  func shown(in language: InterfaceLanguage) -> CatalogueEntry {
    guard let texts = translations[language] else { return self }
    var entry = self
    entry.title = texts.title ?? title
    entry.subtitle = texts.subtitle ?? subtitle
    entry.description = texts.description ?? description
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
