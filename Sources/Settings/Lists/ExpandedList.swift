package import VitrinePlaylists

/// The items of a playlist, including those of nested playlists and folders.
package struct ExpandedList: Hashable, Sendable {
  /// An item, and where it was found.
  package struct Row: Hashable, Sendable {
    package let item: Item
    /// The playlist or folder that contains it.
    package let list: String
    /// Nil in a folder.
    package let line: Int?
  }

  package var rows: [Row] = []
  /// The playlists and folders that were read, including missing ones. A change of one of them
  /// changes the items.
  package var origins: [String] = []
  /// The settings of the outermost playlist; nil if not set.
  package var title: String?
  package var loop: Queue.Loop?
  package var isShuffled: Bool?

  package init() {}

  package var items: [Item] { rows.map(\.item) }
}
