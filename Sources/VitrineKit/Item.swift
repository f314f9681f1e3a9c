internal import VitrineAddresses
internal import VitrinePictures
package import VitrinePlaylists
internal import VitrineTiming

/// An item to play: a film, a song, an image, a stream or a plain colour.
///
/// ```swift
/// var film = Item(path: "/srv/films/port.mkv")
/// film.title = "The Old Port"
/// film.start = .seconds(12)
/// let stream = try Item("https://tv.example/live.m3u8")
/// ```
///
/// Items are equal if all properties except `headers` are. Items in events, statuses and queues
/// have no `headers`.
public struct Item: Hashable, Sendable {
  package var value: VitrinePlaylists.Item
  /// HTTP header fields for requests to the item's server, such as `["X-Screen": "7"]`.
  ///
  /// The player sends them with every request to the same origin (scheme, host and port), and to no
  /// other.
  public var headers: [String: String] = [:]

  package init(_ value: VitrinePlaylists.Item) { self.value = value }

  /// Creates an item from the path of a local file. The file is opened when the item plays.
  public init(path: String) { value = VitrinePlaylists.Item(path: path) }

  /// Creates an item from a URL, such as `https://`, `rtsp://` or `file://`, or from a path.
  ///
  /// - Throws: `PlayerError` of the category `source` if the URL is invalid.
  public init(_ address: String) throws(PlayerError) {
    guard address.contains("://") else {
      self.init(path: address)
      return
    }
    if address.hasPrefix("file:///") {
      guard let path = PercentCoding.decoded(address.dropFirst("file://".count)) else {
        throw PlayerError(.source, "\(address): invalid percent encoding")
      }
      self.init(path: path)
      return
    }
    let url: RemoteURL
    do throws(RemoteURL.Fault) {
      url = try RemoteURL(address)
    } catch {
      throw PlayerError(.source, "\(error)")
    }
    self.init(VitrinePlaylists.Item(.remote(url)))
  }

  /// Returns an item that fills the screen with a colour, `0xRRGGBB`, for a duration.
  public static func color(_ color: UInt32, for duration: Duration = .seconds(10)) -> Item {
    var item = Item(VitrinePlaylists.Item(.color(color & 0xFFFFFF)))
    item.duration = duration
    return item
  }
}

extension Item {
  /// The path, or the URL without credentials.
  public var location: String { value.location }

  /// The title to display; nil for the file's own title, or its name.
  public var title: String? {
    get { value.title }
    set { value.title = newValue }
  }

  /// The title, otherwise the file name without its extension.
  public var displayTitle: String { value.displayTitle }

  /// A line below the title in the gallery.
  public var subtitle: String? {
    get { value.subtitle }
    set { value.subtitle = newValue }
  }

  /// A few sentences about the item, for its page in the gallery, your program and clients. See
  /// ``debugDescription`` for the text in a log.
  public var description: String? {
    get { value.description }
    set { value.description = newValue }
  }

  /// The texts in one language. Missing texts are the item's own.
  public struct Texts: Hashable, Sendable {
    /// The title in the gallery and over the video.
    public var title: String?
    /// The line below the title in the gallery.
    public var subtitle: String?
    /// A few sentences.
    public var description: String?

    /// Creates texts, of which those left out are the item's own.
    public init(title: String? = nil, subtitle: String? = nil, description: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.description = description
    }
  }

  /// The texts for visitors who choose one of ``Interface/languages``, by its code.
  public var translations: [String: Texts] {
    get {
      value.translations.mapValues {
        Texts(title: $0.title, subtitle: $0.subtitle, description: $0.description)
      }
    }
    set {
      value.translations = newValue.mapValues {
        .init(title: $0.title, subtitle: $0.subtitle, description: $0.description)
      }
    }
  }

  /// The categories in the gallery, which has a filter for each.
  public var categories: [String] {
    get { value.categories }
    set { value.categories = newValue }
  }

  /// The path of an image for the gallery; nil takes a frame of the film.
  public var poster: String? {
    get { value.poster?.text }
    set { value.poster = newValue.map { .file($0) } }
  }

  /// An address on the web that visitors open on their phone, by a QR code on the item's page in the
  /// gallery; nil for none. One of more than 500 bytes, or beyond ASCII, has no code.
  public var link: String? {
    get { value.link }
    set { value.link = newValue }
  }

  /// The path of an image to show until the first frame; nil keeps the previous picture, which is
  /// black at first. It is not used for an item that follows another one in the queue, because that
  /// is opened ahead.
  public var placeholder: String? {
    get { value.cover }
    set { value.cover = newValue }
  }

  /// The position to start at; nil for the beginning. ``PlayerStatus/position`` and
  /// ``PlayerStatus/duration`` still refer to the whole file.
  public var start: Duration? {
    get { value.start?.duration }
    set { value.start = newValue.map(MediaTime.init) }
  }

  /// The position to end at; nil for the end of the file.
  public var end: Duration? {
    get { value.end?.duration }
    set { value.end = newValue.map(MediaTime.init) }
  }

  /// How long an image or a colour is shown, and an animated image at least; nil for 10 s.
  public var duration: Duration? {
    get { value.imageDuration?.duration }
    set { value.imageDuration = newValue.map(MediaTime.init) }
  }

  /// The volume of this item, 0 to 1, multiplied by that of the player.
  public var volume: Double {
    get { value.volume }
    set { value.volume = newValue }
  }

  /// The number of times to play before the next item, at least 1.
  public var repeatCount: Int {
    get { value.repeatCount }
    set { value.repeatCount = max(1, newValue) }
  }

  /// How it fills the display; nil for the player's setting.
  public var fit: Fit? {
    get { value.fit.map(Fit.init) }
    set { value.fit = newValue?.value }
  }

  /// How it replaces the previous item; nil replaces it at once.
  public var transition: Transition? {
    get { value.transition.map(Transition.init) }
    set { value.transition = newValue?.value }
  }

  /// The names in ``Player/overlays`` that are shown with it; nil for all of them.
  public var overlays: [String]? {
    get { value.overlays }
    set { value.overlays = newValue }
  }

  /// Paths of subtitle files, with the language in the name, such as `port.de.srt`.
  ///
  /// One of them is preferred to the subtitles in the file: the one in a language of
  /// ``PlayerOptions/subtitleLanguages``, otherwise one without a language in its name, otherwise
  /// the first. Use ``Player/select(_:_:)`` with `.subtitle` and `.off` to hide it.
  public var subtitles: [String] {
    get { value.subtitles.map(\.text) }
    set { value.subtitles = newValue.map { .file($0) } }
  }

  /// The path of a video with an interpreter, shown above the item's own video and in step with it,
  /// while ``Player/setSignLanguage(_:)`` or the visitor has chosen it.
  public var signLanguage: String? {
    get { value.signLanguage?.text }
    set { value.signLanguage = newValue.map { .file($0) } }
  }
}

extension Item {
  /// Returns whether two items are equal, ignoring their `headers`.
  public static func == (a: Item, b: Item) -> Bool { a.value == b.value }

  /// Hashes everything except the `headers`.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Item: CustomDebugStringConvertible {
  /// The file name, for logs, without secrets. This is also the result of `"\(item)"`.
  public var debugDescription: String { value.name }
}

extension MediaTime {
  init(_ duration: Duration) { self.init(nanoseconds: duration.nanoseconds) }
}
