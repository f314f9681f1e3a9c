internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// Where the subtitles of a run come from.
enum SubtitleSource: Sendable {
  /// A track of the source itself, with the files that travel with it.
  case track(Track, [Demuxer.Attachment])
  /// A file beside it, or one on a web server.
  case beside(Item.Source)
}

/// The subtitle files that belong to an item: those that were named, and those of the same name
/// beside it.
struct SideCars {
  /// In the order of `infos`.
  private(set) var sources: [Item.Source] = []
  private(set) var infos: [TrackInfo] = []

  private static let kinds = ["srt", "ass", "ssa", "vtt", "sup", "idx"]
  private static let most = 32

  init() {}

  /// `firstIndex` is the number of the first one among the source's tracks.
  init(of item: Item, firstIndex: Int) {
    for source in item.subtitles.prefix(Self.most) { add(source, isAsked: true, firstIndex) }
    guard case .file(let source) = item.source else { return }
    for path in Self.found(beside: source).prefix(Self.most - sources.count)
    where !sources.contains(.file(path)) {
      add(.file(path), isAsked: false, firstIndex)
    }
  }

  func source(of index: Int) -> Item.Source? {
    zip(infos, sources).first { $0.0.index == index }?.1
  }

  /// Of those that the list or the operator named, the one that is shown without being asked for again: in the
  /// language that is preferred most, else one whose name tells none, else the first.
  func asked(_ preferences: TrackPreferences) -> Int? {
    let named = infos.filter(\.isDefault)
    let best = TrackChoice.preferred(named, in: preferences.subtitleLanguages)
    return (best ?? named.first { $0.language == nil } ?? named.first)?.index
  }

  private mutating func add(_ source: Item.Source, isAsked: Bool, _ firstIndex: Int) {
    // That of an address ends like that of a file.
    let path = Item(source).name
    infos.append(
      TrackInfo(
        kind: .subtitle, index: firstIndex + sources.count, codec: Self.kind(of: path),
        language: Self.language(of: path), title: path, isDefault: isAsked,
        isForced: Self.isForced(path)))
    sources.append(source)
  }

  /// `film.srt` and `film.en.srt` beside `film.mp4`.
  private static func found(beside source: String) -> [String] {
    let parts = source.split(separator: "/", omittingEmptySubsequences: false)
    guard let name = parts.last, let dot = name.lastIndex(of: ".") else { return [] }
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/")
    let stem = name[..<dot] + "."
    let prefix = parts.count == 1 ? "" : folder + "/"
    return Folder(folder.isEmpty ? "/" : folder).names.filter {
      $0.hasPrefix(stem) && kinds.contains(kind(of: $0))
    }.sorted()
      .map { prefix + $0 }
  }

  private static func kind(of path: String) -> String {
    path.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  /// What the name says between its stem and its ending: `de` of `film.de.forced.srt`.
  private static func language(of path: String) -> String? {
    let words = path.split(separator: "/").last?.split(separator: ".") ?? []
    let code = words.dropFirst().dropLast().last { word in
      let length = word.prefix { $0 != "-" && $0 != "_" }.count
      return (2...3).contains(length) && LanguageCode(String(word)) != nil
    }
    return code.map(String.init)
  }

  private static func isForced(_ path: String) -> Bool {
    path.split(separator: "/").last?.lowercased().contains(".forced.") ?? false
  }
}
