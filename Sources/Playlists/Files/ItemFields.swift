package import VitrinePictures
package import VitrineTiming

/// The properties that a list gives an item; nil if not given.
package struct ItemFields: Hashable, Sendable {
  package var presentation = Presentation()
  package var cover: String?
  package var categories: [String]?
  package var imageDuration: MediaTime?
  package var part = Part()
  package var repeatCount: Int?
  package var volume: Double?
  package var fit: Fit?
  package var rotation: Rotation?
  package var transition: Transition?
  package var overlays: [String]?
  package var subtitles: [Item.Source]?
  package var signLanguage: Item.Source?
  /// The keys of another module, such as those of schedules.
  package var added = AnyListKeys()

  package init() {}

  /// Returns the properties, with `others` for those that are not given.
  package func completed(by others: ItemFields) -> ItemFields {
    var fields = self
    fields.presentation.complete(by: others.presentation)
    fields.cover = cover ?? others.cover
    fields.categories = categories ?? others.categories
    fields.imageDuration = imageDuration ?? others.imageDuration
    fields.part.complete(by: others.part)
    fields.repeatCount = repeatCount ?? others.repeatCount
    fields.volume = volume ?? others.volume
    fields.fit = fit ?? others.fit
    fields.rotation = rotation ?? others.rotation
    fields.transition = transition ?? others.transition
    fields.overlays = overlays ?? others.overlays
    fields.subtitles = subtitles ?? others.subtitles
    fields.signLanguage = signLanguage ?? others.signLanguage
    fields.added = added.completed(by: others.added)
    return fields
  }

  /// Returns the properties of a list or folder that its entries inherit, without titles, poster,
  /// positions, subtitles and sign language. `key` identifies the list; `name` replaces a missing title.
  package func forContents(of key: String, name: String) -> ItemFields {
    var fields = self
    fields.added = added.inside(key, title: presentation.title ?? name)
    (fields.presentation, fields.part) = (Presentation(), Part())
    (fields.subtitles, fields.signLanguage) = (nil, nil)
    return fields
  }

  package func item(_ source: Item.Source) -> Item {
    var item = Item(source)
    (item.title, item.subtitle) = (presentation.title, presentation.subtitle)
    (item.description, item.poster) = (presentation.description, presentation.poster)
    item.link = presentation.link
    item.translations = presentation.translations
    (item.start, item.end, item.cover) = (part.start, part.lastMoment, cover)
    (item.imageDuration, item.fit, item.rotation) = (imageDuration, fit, rotation)
    item.transition = transition
    item.overlays = overlays
    item.categories = categories ?? item.categories
    item.repeatCount = repeatCount ?? item.repeatCount
    item.volume = volume ?? item.volume
    item.subtitles = subtitles ?? item.subtitles
    item.signLanguage = signLanguage
    item.attachment = added.attachment
    return item
  }
}

extension ItemFields {
  /// How a gallery shows an entry. Entries do not inherit it.
  package struct Presentation: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var description: String?
    package var translations: [String: Item.Texts] = [:]
    package var poster: Item.Source?
    package var link: String?

    mutating func complete(by others: Presentation) {
      if translations.isEmpty { translations = others.translations }
      title = title ?? others.title
      subtitle = subtitle ?? others.subtitle
      description = description ?? others.description
      poster = poster ?? others.poster
      link = link ?? others.link
    }
  }

  /// The part of a source to play. Entries do not inherit it.
  package struct Part: Hashable, Sendable {
    package var start: MediaTime?
    package var end: MediaTime?
    /// The duration from the start, if no end is given.
    package var runTime: MediaTime?

    mutating func complete(by others: Part) {
      start = start ?? others.start
      if end == nil, runTime == nil { (end, runTime) = (others.end, others.runTime) }
    }

    /// The end, from either form.
    var lastMoment: MediaTime? { end ?? runTime.map { (start ?? .zero) + $0 } }

    /// An error message if the end is not after the start; otherwise nil.
    package var orderFault: String? {
      guard let lastMoment, lastMoment <= (start ?? .zero) else { return nil }
      return "the end is before the start"
    }
  }
}
