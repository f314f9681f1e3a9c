public import VitrineControl
import VitrineLinux
import VitrineOperations
public import VitrinePlaylists
public import VitrineSettings
import VitrineSignage

/// Lists, folders, files and URLs named by the operator or a client.
public struct PlaylistSource: ListSource {
  let paths: [String]
  /// Applies to items for which the lists set nothing.
  private let playback: PlaybackSettings
  private let files: ListFilesOnDisk

  /// `calendarsIn` overrides the period for which calendar events are looked up (default: the years
  /// around now).
  init(paths: [String], _ playback: PlaybackSettings, calendarsIn span: Range<Int64>? = nil) {
    self.paths = paths
    self.playback = playback
    files = ListFilesOnDisk(calendarsIn: span)
  }

  var name: String {
    guard let first = sources.first else { return "no list" }
    return sources.count == 1 ? first.location : "\(first.location) and \(sources.count - 1) more"
  }

  /// An invalid URL is looked up as a file. One with `://` may contain a password, so no message
  /// quotes it.
  private var sources: [Item] {
    paths.map {
      Item(source: $0) ?? Item(path: $0.contains("://") ? "invalid URL" : $0)
    }
  }

  /// The paths to watch for changes.
  private var watched: [String] {
    sources.compactMap { if case .file(let path) = $0.source { path } else { nil } }
  }

  func read() throws(ListError) -> LoadedList {
    guard !paths.isEmpty else {
      throw ListError(lines: ["no playlist is configured: set `playlist`"], origins: [])
    }
    if let place = paths.firstIndex(where: { $0.contains("://") && Item(source: $0) == nil }) {
      throw ListError(
        lines: [
          "playlist: invalid URL at position \(place + 1): check its scheme, host, port and "
            + "characters"
        ], origins: [])
    }
    do throws(ListFaults) {
      let span = files.calendarSpan
      let played = try ListReader(files).read(sources)
      let items = played.items.map { $0.completed(by: playback) }
      return LoadedList(
        items: items, title: played.title, loop: played.loop, isShuffled: played.isShuffled,
        lengths: FileDurations.neededDurations(of: items),
        calendarSpan: played.hasCalendars ? span : nil, origins: watched + played.origins)
    } catch {
      throw ListError(lines: error.lines, origins: watched + error.origins)
    }
  }
}

extension PlaylistSource {
  /// The configured playlists that this machine cannot open, a line each with its place:
  /// `/etc/vitrine/vitrine.yaml:3: playlist: /srv/shop.yaml: no such file`.
  public static func errors(in found: LayeredConfiguration) -> [String] {
    let configuration = found.configuration
    let outputs = configuration.outputs.sorted { $0.key < $1.key }.compactMap { name, output in
      output.playlist.map { (key: "outputs.\(name).playlist", path: $0) }
    }
    return (configuration.playlist.map { (key: "playlist", path: $0) } + outputs).compactMap {
      key, path in
      // URLs are checked when they are played.
      guard case .file(let file)? = Item(source: path)?.source ?? .some(.file(path)),
        !path.contains("://"), let error = ListFilesOnDisk().error(reading: file)
      else { return nil }
      let place = found.origin(of: key).map { "\($0): " } ?? ""
      return "\(place)\(key): \(file): \(error)"
    }
  }

  /// The items that clients of the socket request, including those in lists and folders.
  public static func items(
    _ sources: [String], _ playback: PlaybackSettings
  ) throws(Refusal) -> [Item] {
    let items = try PlayerControl.items(sources)
    do throws(ListFaults) {
      return try ListReader(ListFilesOnDisk.forClients).read(items).items.map {
        $0.completed(by: playback)
      }
    } catch {
      throw refusal(error)
    }
  }

  /// Does not quote the contents of a file to a client that may not be allowed to read it.
  private static func refusal(_ faults: ListFaults) -> Refusal {
    guard faults.kind == .contents else {
      return Refusal(faults.lines.first ?? "cannot read the playlist")
    }
    let place = faults.place.map { "\($0): " } ?? ""
    return Refusal("\(place)invalid playlist; for the reason, run vitrine list check FILE")
  }
}
