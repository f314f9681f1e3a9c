package import VitrinePlaylists

/// The items of several files, playlists and folders.
package struct PlayedSources: Hashable, Sendable {
  package var items: [Item] = []
  /// The settings of the playlist if it is the only source, else nil.
  package var title: String?
  package var loop: Queue.Loop?
  package var isShuffled: Bool?
  /// The playlists and folders without items.
  package var empty: [String] = []
  /// The files and folders that were read.
  package var origins: [String] = []
  /// Whether the schedule depends on calendars.
  package var hasCalendars = false

  package init() {}
}

extension ListReader {
  /// Replaces playlists and folders by their items. The limits for one playlist apply to all of
  /// them together. Stops at the first one with an error.
  package func read(_ sources: [Item]) throws(ListFaults) -> PlayedSources {
    var expansion = ListExpansion(files, limits)
    var empty: [String] = []
    for source in sources {
      let before = expansion.list.rows.count
      guard case .file(let path) = source.source, isList(path) else {
        expansion.add(source)
        try refuseFaults(of: expansion)
        continue
      }
      try read(path, in: &expansion)
      if expansion.list.rows.count == before { empty.append(path) }
    }
    var played = PlayedSources(expansion.list, empty: empty, isAlone: sources.count == 1)
    played.hasCalendars = !expansion.calendars.isEmpty
    return played
  }
}

extension PlayedSources {
  fileprivate init(_ list: ExpandedList, empty: [String], isAlone: Bool) {
    (items, self.empty, origins) = (list.items, empty, list.origins)
    guard isAlone else { return }
    (title, loop, isShuffled) = (list.title, list.loop, list.isShuffled)
  }
}
