public import VitrinePlaylists

/// What several files, lists and folders have to play together.
public struct PlayedSources: Hashable, Sendable {
  public var items: [Item] = []
  /// What the list says where it is the only source; else nil.
  public var title: String?
  public var loop: Queue.Loop?
  public var isShuffled: Bool?
  /// The lists and folders that have nothing in them.
  public var empty: [String] = []
  /// The files and folders that it was read from.
  public var origins: [String] = []
  /// Whether calendars say when something is shown.
  public var hasCalendars = false

  public init() {}
}

extension ListReader {
  /// Puts what is in them in the place of lists and folders. What may be in one list is what may
  /// be in all of them; where that is too much, or one is no good, the rest is not read.
  public func read(_ sources: [Item]) throws(ListFaults) -> PlayedSources {
    var expansion = ListExpansion(files, mostBytes: mostBytes)
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
