internal import VitrineNetwork
internal import VitrinePictures
package import VitrinePlaylists
internal import VitrineStreams
internal import VitrineTiming

/// A thing to play: a film, a song, a picture, a stream, a plain colour. A value.
///
/// Two are the same that say the same but for their `headers`: items that come back in events, statuses and queues
/// have none.
public struct Item: Hashable, Sendable {
  package var value: VitrinePlaylists.Item
  /// Lines that go with each request for what lies on a web server: `["X-Screen": "7"]`. They hold for all
  /// that is fetched from the same origin (scheme, machine, port), and are told to no other. They are no part of
  /// what an item is: see `==`.
  public var headers: [String: String] = [:]

  package init(_ value: VitrinePlaylists.Item) { self.value = value }

  /// A file of this machine, by its path. That it is there is found out when it is its turn.
  public init(path: String) { value = VitrinePlaylists.Item(path: path) }

  /// What lies elsewhere (`https://`, `rtsp://`, …), or at a `file://` path; a path is a path.
  ///
  /// - Throws: `PlayerError` of the category `source`, with what is wrong with the address.
  public init(_ address: String) throws(PlayerError) {
    guard address.contains("://") else {
      self.init(path: address)
      return
    }
    if address.hasPrefix("file:///") {
      guard let path = PercentCoding.decoded(address.dropFirst("file://".count)) else {
        throw PlayerError(.source, "\(address): the percent signs in it are no letters")
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

  /// The whole screen in one colour, `0xRRGGBB`, for `duration`.
  public static func color(_ color: UInt32, for duration: Duration = .seconds(10)) -> Item {
    var item = Item(VitrinePlaylists.Item(.color(color & 0xFFFFFF)))
    item.duration = duration
    return item
  }
}

extension Item {
  /// The path, or the address without what may be a secret in it.
  public var location: String { value.location }

  /// What people see; nil where the file's own title, or its name, has to do.
  public var title: String? {
    get { value.title }
    set { value.title = newValue }
  }

  /// What people read: the title, else the file's name without its ending.
  public var displayTitle: String { value.displayTitle }

  /// Below the title in a list.
  public var subtitle: String? {
    get { value.subtitle }
    set { value.subtitle = newValue }
  }

  /// What it can be found by in a list: each one is a chip above it.
  public var categories: [String] {
    get { value.categories }
    set { value.categories = newValue }
  }

  /// The path of a picture for lists; nil takes one out of the film.
  public var poster: String? {
    get { value.poster?.text }
    set { value.poster = newValue.map { .file($0) } }
  }

  /// The path of a picture that is shown until its own first one is there; nil leaves what was seen before, which is
  /// black at the beginning. What follows another item in the queue comes without: it was opened ahead.
  public var placeholder: String? {
    get { value.cover }
    set { value.cover = newValue }
  }

  /// Where in the file it begins; nil at its beginning. Positions and the duration stay those of the whole file.
  public var start: Duration? {
    get { value.start?.duration }
    set { value.start = newValue.map(MediaTime.init) }
  }

  /// Where in the file it ends; nil at its end.
  public var end: Duration? {
    get { value.end?.duration }
    set { value.end = newValue.map(MediaTime.init) }
  }

  /// How long a picture or a colour is shown; 10 s where nothing is said.
  public var duration: Duration? {
    get { value.imageDuration?.duration }
    set { value.imageDuration = newValue.map(MediaTime.init) }
  }

  /// 0 is silent, 1 as it was recorded. It multiplies the player's volume.
  public var volume: Double {
    get { value.volume }
    set { value.volume = newValue }
  }

  /// How often it plays before the next one does.
  public var repeatCount: Int {
    get { value.repeatCount }
    set { value.repeatCount = max(1, newValue) }
  }

  /// How it fills the display; nil as the player has it for all.
  public var fit: Fit? {
    get { value.fit.map(Fit.init) }
    set { value.fit = newValue?.value }
  }

  /// Paths of files with subtitles that belong to it, in languages that their names tell: `port.de.srt`. One of
  /// them is shown, before all that are in the file: in the language that `PlayerOptions.subtitleLanguages` prefers, else
  /// one whose name tells none, else the first; none with `Player.select(.subtitle, .off)`.
  public var subtitles: [String] {
    get { value.subtitles.map(\.text) }
    set { value.subtitles = newValue.map { .file($0) } }
  }
}

extension Item {
  /// Whether both say the same, whatever their `headers` are.
  public static func == (a: Item, b: Item) -> Bool { a.value == b.value }

  /// Of all but the `headers`.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Item: CustomStringConvertible {
  /// The file's name, as logs have it.
  public var description: String { value.name }
}

extension MediaTime {
  init(_ duration: Duration) { self.init(nanoseconds: duration.nanoseconds) }
}
