public import VitrinePictures
public import VitrineTiming

/// The properties that a list gives an item; nil if not given. As large as `Item`.
public struct ItemFields: Hashable, Sendable {
  public var title: String?
  public var subtitle: String?
  public var description: String?
  public var poster: Item.Source?
  public var cover: String?
  public var categories: [String]?
  public var imageDuration: MediaTime?
  public var start: MediaTime?
  public var end: MediaTime?
  /// The duration from the start, if no end is given.
  public var runTime: MediaTime?
  public var repeatCount: Int?
  public var volume: Double?
  public var fit: Fit?
  public var rotation: Rotation?
  public var subtitles: [Item.Source]?
  /// The keys of another module, such as those of schedules.
  public var added = AnyListKeys()

  public init() {}

  /// Returns the properties, with `others` for those that are not given.
  public func completed(by others: ItemFields) -> ItemFields {
    var fields = self
    fields.title = title ?? others.title
    fields.subtitle = subtitle ?? others.subtitle
    fields.description = description ?? others.description
    fields.poster = poster ?? others.poster
    fields.cover = cover ?? others.cover
    fields.categories = categories ?? others.categories
    fields.imageDuration = imageDuration ?? others.imageDuration
    fields.start = start ?? others.start
    if end == nil, runTime == nil { (fields.end, fields.runTime) = (others.end, others.runTime) }
    fields.repeatCount = repeatCount ?? others.repeatCount
    fields.volume = volume ?? others.volume
    fields.fit = fit ?? others.fit
    fields.rotation = rotation ?? others.rotation
    fields.subtitles = subtitles ?? others.subtitles
    fields.added = added.completed(by: others.added)
    return fields
  }

  /// Returns the properties of a list or folder that its entries inherit, without titles, poster,
  /// positions and subtitles. `key` identifies the list; `name` replaces a missing title.
  public func forContents(of key: String, name: String) -> ItemFields {
    var fields = self
    fields.added = added.inside(key, title: title ?? name)
    (fields.title, fields.subtitle, fields.description, fields.poster) = (nil, nil, nil, nil)
    (fields.start, fields.end, fields.runTime, fields.subtitles) = (nil, nil, nil, nil)
    return fields
  }

  /// The end, from either form.
  private var lastMoment: MediaTime? { end ?? runTime.map { (start ?? .zero) + $0 } }

  /// An error message if the end is not after the start; otherwise nil.
  public var orderFault: String? {
    guard let lastMoment, lastMoment <= (start ?? .zero) else { return nil }
    return "the end is before the start"
  }

  public func item(_ source: Item.Source) -> Item {
    var item = Item(source)
    (item.title, item.subtitle, item.description) = (title, subtitle, description)
    (item.poster, item.cover) = (poster, cover)
    (item.start, item.end) = (start, lastMoment)
    (item.imageDuration, item.fit, item.rotation) = (imageDuration, fit, rotation)
    item.categories = categories ?? item.categories
    item.repeatCount = repeatCount ?? item.repeatCount
    item.volume = volume ?? item.volume
    item.subtitles = subtitles ?? item.subtitles
    item.attachment = added.attachment
    return item
  }
}
