internal import VitrineLinux
internal import VitrineMedia
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineTiming

/// The source of a run's subtitles.
enum SubtitleSource: Sendable {
  /// A track of the item, with its attachments, such as fonts.
  case track(Track, [Demuxer.Attachment])
  /// A separate local or remote file.
  case sidecar(Item.Source)
  /// The captions in the video, of this track.
  case captions(Track)
}

/// An item's subtitle files: those named in the playlist, and those with the video's name in the
/// same folder.
struct SidecarFiles {
  /// In the order of `files`.
  private(set) var sources: [Item.Source] = []
  private var files: [TrackInfo] = []
  /// The captions in the video, once they were found: CEA-708 before CEA-608, which usually has the same text.
  private var captions: [(info: TrackInfo, service: CaptionService)] = []
  private var firstIndex = 0

  private static let kinds = ["srt", "ass", "ssa", "vtt", "sup", "idx"]
  private static let most = 32

  init() {}

  /// `firstIndex` is the track number of the first file.
  init(of item: Item, firstIndex: Int) {
    self.firstIndex = firstIndex
    for source in item.subtitles.prefix(Self.most) { add(source, isAsked: true, firstIndex) }
    guard case .file(let source) = item.source else { return }
    for path in Self.find(beside: source).prefix(Self.most - sources.count)
    where !sources.contains(.file(path)) {
      add(.file(path), isAsked: false, firstIndex)
    }
  }

  var infos: [TrackInfo] { files + captions.map(\.info) }
  var hasCaptions: Bool { !captions.isEmpty }

  /// Adds captions of a video whose sound has this language.
  mutating func addCaptions(_ services: [CaptionService], language: String?) {
    for service in services {
      let info = TrackInfo(
        captions: service, index: firstIndex + infos.count, language: language)
      captions.append((info, service))
    }
    captions = captions.filter { $0.service != .line21 } + captions.filter { $0.service == .line21 }
  }

  /// The captions of a track; nil for other tracks.
  func captions(of info: TrackInfo) -> CaptionService? {
    captions.first { $0.info == info }?.service
  }

  func source(of index: Int) -> Item.Source? {
    zip(files, sources).first { $0.0.index == index }?.1
  }

  /// The file to show by default of those that the playlist or the operator named: the one in the
  /// most preferred language, otherwise one without a language in its name, otherwise the first.
  func preferred(_ preferences: TrackPreferences) -> Int? {
    let named = infos.filter(\.isDefault)
    let best = TrackChoice.preferred(named, in: preferences.subtitleLanguages)
    return (best ?? named.first { $0.language == nil } ?? named.first)?.index
  }

  private mutating func add(_ source: Item.Source, isAsked: Bool, _ firstIndex: Int) {
    // A URL's path ends like a file's.
    let path = Item(source).name
    files.append(
      TrackInfo(
        kind: .subtitle, index: firstIndex + sources.count, codec: Self.kind(of: path),
        language: Self.language(of: path), title: path, isDefault: isAsked,
        isForced: Self.isForced(path),
        audience: Self.isForHardOfHearing(path) ? .hardOfHearing : .everyone))
    sources.append(source)
  }

  /// Finds `film.srt` and `film.en.srt` next to `film.mp4`.
  private static func find(beside source: String) -> [String] {
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

  /// The language in a file name: `de` in `film.de.forced.srt`.
  private static func language(of path: String) -> String? {
    let words = path.split(separator: "/").last?.split(separator: ".") ?? []
    let code = words.dropFirst().dropLast().last { word in
      let length = word.prefix { $0 != "-" && $0 != "_" }.count
      return (2...3).contains(length) && !soundWords.contains(word.lowercased())
        && LanguageCode(String(word)) != nil
    }
    return code.map(String.init)
  }

  /// The usual words for subtitles that also describe sounds.
  private static let soundWords = ["sdh", "cc"]

  private static func isForHardOfHearing(_ path: String) -> Bool {
    let name = path.split(separator: "/").last?.lowercased() ?? ""
    return soundWords.contains { name.contains(".\($0).") }
  }

  private static func isForced(_ path: String) -> Bool {
    path.split(separator: "/").last?.lowercased().contains(".forced.") ?? false
  }
}

/// Looks for captions in the first packets of a video, half a minute of most.
struct CaptionSearch {
  private var left = 900
  private var found: Set<CaptionService> = []

  /// Returns the services of captions that are in no earlier packet, in the order of the menu.
  mutating func services(in packet: Packet) -> [CaptionService] {
    guard left > 0 else { return [] }
    left -= 1
    let new = packet.captionServices.subtracting(found)
    if new.isEmpty { return [] }
    found.formUnion(new)
    return (1...63).map(CaptionService.digital).filter(new.contains)
      + (new.contains(.line21) ? [.line21] : [])
  }
}
