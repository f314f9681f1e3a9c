public import VitrinePictures
public import VitrineSchedules
public import VitrineStreams
public import VitrineTiming

/// A thing to play. Wider than other types: all that a list can say of an item is here.
public struct Item: Hashable, Sendable {
  public enum Source: Hashable, Sendable {
    /// The path of a local file.
    case file(String)
    /// What is fetched from a server.
    case remote(RemoteURL)
    /// The whole screen in one colour: 0xRRGGBB.
    case color(UInt32)
    /// Words that fill the screen: a title, and what there is to say about it. Without a severity the player speaks
    /// of itself.
    case card(title: String, detail: String, Severity? = nil)
  }

  public var source: Source
  /// Where in the source it begins and ends, counted from the source's beginning; nil for all.
  public var start: MediaTime?
  public var end: MediaTime?
  /// What people see; nil where the file's own title, or its name, has to do.
  public var title: String?
  public var subtitle: String?
  /// A few sentences about it, for people.
  public var description: String?
  /// What it can be found by in a list.
  public var categories: [String] = []
  /// A picture for lists: a file, or what lies on a web server; nil takes one out of the file.
  public var poster: Source?
  /// How often it plays before the next item does.
  public var repeatCount = 1
  /// 0 is silent, 1 is as recorded.
  public var volume = 1.0
  /// How long a picture that does not move is shown, or one that moves at least; nil as the
  /// player has it for all.
  public var imageDuration: MediaTime?
  /// How it fills the display, and how far it is turned; nil as the player has it for all.
  public var fit: Fit?
  public var rotation: Rotation?
  /// The path of a picture that is shown until the first one of a slow source is there.
  public var cover: String?
  /// Subtitles that belong to it: files, and what lies on web servers.
  public var subtitles: [Source] = []
  /// When it is shown; nil where its list has no word on that.
  public var rules: ShowingRules?

  /// What holds where neither the list nor the configuration says otherwise.
  public static let usualImageDuration = MediaTime(10, 1)

  public init(_ source: Source) {
    self.source = source
  }

  public init(path: String) {
    self.init(.file(path))
  }

  /// How long it is shown where it is a picture.
  public var shownDuration: MediaTime { imageDuration ?? Self.usualImageDuration }

  /// The file's name without its folder: what logs and cards call it.
  public var name: String {
    switch source {
    case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
    case .remote(let url): url.name
    case .color(let color):
      "color:#" + String(repeating: "0", count: 6 - String(color, radix: 16).count)
        + String(color, radix: 16)
    case .card(let title, _, _): title
    }
  }

  /// What people call it where the file itself gives no title: the list's word, else the file's
  /// name without its ending.
  public var shownTitle: String {
    if let title { return title }
    let name = name
    guard source.path != nil, let dot = name.lastIndex(of: "."), dot != name.startIndex,
      name.distance(from: dot, to: name.endIndex) <= 6
    else { return name }
    return String(name[..<dot])
  }

  /// Whether it is words in the place of a film: it has no length that would mean anything.
  public var isCard: Bool {
    if case .card = source { true } else { false }
  }

  /// Where it comes from: what tells it from others in notes that are kept, without secrets.
  public var location: String {
    switch source {
    case .file(let path): path
    case .remote(let url): url.identity
    case .color, .card: name
    }
  }
}

extension Item.Source {
  /// As it is written where it is named: a path, an address without its secrets.
  public var text: String {
    switch self {
    case .file(let path): path
    case .remote(let url): url.description
    case .color, .card: Item(self).name
    }
  }

  /// Of a file, here or on a server: its path, for its name and its ending.
  var path: String? {
    switch self {
    case .file(let path): path
    case .remote(let url): url.path
    case .color, .card: nil
    }
  }
}
