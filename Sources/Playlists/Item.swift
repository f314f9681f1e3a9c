package import VitrineAddresses
package import VitrinePictures
package import VitrineTiming

/// Something to play, with all the properties that a list can give it, which makes it larger than
/// other types.
package struct Item: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// The path of a local file.
    case file(String)
    /// A file or stream on the network.
    case remote(RemoteURL)
    /// A full screen of one colour: 0xRRGGBB.
    case color(UInt32)
    /// A full-screen message. Without a severity it is a message of the player itself.
    case card(title: String, detail: String, Severity? = nil)
  }

  /// The texts of an item in one language. Missing texts are the item's own.
  package struct Texts: Hashable, Sendable {
    package var title: String?
    package var subtitle: String?
    package var description: String?

    package init(title: String? = nil, subtitle: String? = nil, description: String? = nil) {
      self.title = title
      self.subtitle = subtitle
      self.description = description
    }
  }

  package var source: Source
  /// The start and end of playback in the source; nil for its own.
  package var start: MediaTime?
  package var end: MediaTime?
  /// The displayed title; nil for the file's own title, or its name.
  package var title: String?
  package var subtitle: String?
  /// A few sentences for display.
  package var description: String?
  /// The texts in other languages, by ISO 639-1 code.
  package var translations: [String: Texts] = [:]
  /// Categories for the gallery.
  package var categories: [String] = []
  /// The poster: a local file or a file on a web server; nil extracts one from the file.
  package var poster: Source?
  /// An address on the web that visitors open on their phone.
  package var link: String?
  /// The number of times it plays before the next item.
  package var repeatCount = 1
  /// 0 for silence, 1 for the original volume.
  package var volume = 1.0
  /// The duration of a picture, and the minimum duration of an animated one; nil for the player's
  /// default.
  package var imageDuration: MediaTime?
  /// The scaling and rotation; nil for the player's default.
  package var fit: Fit?
  package var rotation: Rotation?
  /// How it replaces the previous item; nil for the player's default.
  package var transition: Transition?
  /// The names of the overlays that are shown with it; nil for all of them.
  package var overlays: [String]?
  /// The path of a picture to show while a slow source loads.
  package var cover: String?
  /// External subtitles: local files or files on web servers.
  package var subtitles: [Source] = []
  /// A video of an interpreter, which is shown above the item's pictures.
  package var signLanguage: Source?
  /// The value of another module, such as the rules of a schedule; nil for none.
  package var attachment: ItemAttachment?

  /// The default of `imageDuration`.
  package static let usualImageDuration = MediaTime(10, 1)

  package init(_ source: Source) {
    self.source = source
  }

  package init(path: String) {
    self.init(.file(path))
  }

  /// The duration if the item is a picture.
  package var shownDuration: MediaTime { imageDuration ?? Self.usualImageDuration }

  /// The file name without its folder, for logs and cards.
  package var name: String {
    switch source {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .remote(let url): url.name
    case .color(let color):
      "color:#" + String(repeating: "0", count: 6 - String(color, radix: 16).count)
        + String(color, radix: 16)
    case .card(let title, _, _): title
    }
  }

  /// The title if the file has none: the list's, or the file name without its extension.
  package var displayTitle: String {
    if let title { return title }
    let name = name
    guard source.path != nil, let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= 6
    else { return name }
    return String(name[..<dot])
  }

  /// Whether both are the same part of the same source, however they are presented.
  package func hasSameContent(as other: Item) -> Bool {
    source == other.source && start == other.start && end == other.end
  }

  /// Whether it is a message instead of media, without a meaningful duration.
  package var isCard: Bool {
    if case .card = source { true } else { false }
  }

  /// The identity of the source in stored data, without secrets.
  package var location: String {
    switch source {
    case .file(let path): path
    case .remote(let url): url.identity
    case .color, .card: name
    }
  }
}

/// The urgency of a card, shown as a colour and an icon.
package enum Severity: String, CaseIterable, Hashable, Sendable {
  case information, warning, emergency
}

extension Item.Source {
  /// The path, or the URL without secrets.
  package var text: String {
    switch self {
    case .file(let path): path
    case .remote(let url): url.description
    case .color, .card: Item(self).name
    }
  }

  /// The path of a local or remote file, which contains its name and extension.
  var path: String? {
    switch self {
    case .file(let path): path
    case .remote(let url): url.path
    case .color, .card: nil
    }
  }
}

extension Item {
  /// Parses a command-line argument: a path, a URL, or `color:` with a name (black, white) or
  /// #RRGGBB. Returns nil for an invalid URL or colour.
  package init?(source: String) {
    guard source.hasPrefix("color:") else {
      guard let found = try? ListLocation(folder: "").source(argument: source) else { return nil }
      self.init(found)
      return
    }
    let word = source.dropFirst(6)
    let names: [Substring: UInt32] = ["black": 0, "white": 0xFF_FFFF]
    if let known = names[word] {
      self.init(.color(known))
      return
    }
    let digits = word.hasPrefix("#") ? word.dropFirst() : word
    guard digits.count == 6, let value = UInt32(digits, radix: 16) else { return nil }
    self.init(.color(value))
  }
}
