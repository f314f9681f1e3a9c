public import VitrinePlaylists

/// The items of a playlist, including those of nested playlists and folders.
public struct ExpandedList: Hashable, Sendable {
  /// An item, and where it was found.
  public struct Row: Hashable, Sendable {
    public let item: Item
    /// The playlist or folder that contains it.
    public let list: String
    /// Nil in a folder.
    public let line: Int?
  }

  public var rows: [Row] = []
  /// The playlists and folders that were read, including missing ones. A change of one of them
  /// changes the items.
  public var origins: [String] = []
  /// The settings of the outermost playlist; nil if not set.
  public var title: String?
  public var loop: Queue.Loop?
  public var isShuffled: Bool?

  public init() {}

  public var items: [Item] { rows.map(\.item) }
}
