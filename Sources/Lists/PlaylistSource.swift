import VitrinePlans
import VitrinePlaylists
package import VitrineSettings

/// Lists, folders, files and URLs named by the operator or a client.
package struct PlaylistSource: ListSource {
  package let paths: [String]
  /// Applies to items for which the lists set nothing.
  private let playback: PlaybackSettings
  private let files: ListFilesOnDisk

  /// `calendarsIn` overrides the period for which calendar events are looked up (default: the years
  /// around now).
  package init(paths: [String], _ playback: PlaybackSettings, calendarsIn span: Range<Int64>? = nil)
  {
    self.paths = paths
    self.playback = playback
    files = ListFilesOnDisk(calendarsIn: span)
  }

  package var name: String {
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

  package func read() throws(ListError) -> LoadedList {
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
