public import VitrinePlaylists

/// What a list, with all the lists and folders in it, has to play.
public struct ExpandedList: Hashable, Sendable {
  /// An item, and where it was found.
  public struct Row: Hashable, Sendable {
    public let item: Item
    /// The list or folder that it stands in.
    public let list: String
    /// Nil in a folder, which has no lines.
    public let line: Int?
  }

  public var rows: [Row] = []
  /// The lists and folders that it was read from, also those that were not there: a change of one
  /// of them changes what is played.
  public var origins: [String] = []
  /// What the outermost list says of itself; nil where it says nothing.
  public var title: String?
  public var loop: Queue.Loop?
  public var isShuffled: Bool?

  public init() {}

  public var items: [Item] { rows.map(\.item) }
}
