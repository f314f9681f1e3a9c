public import VitrineLinux

/// What is kept in a folder, as another process than its owner finds it. A value.
public struct ContentSurvey: Sendable {
  /// What was played last comes first.
  public let entries: [ContentEntry]
  private let folder: Folder

  /// As it is now; a player that runs may change it meanwhile.
  public init(reading folder: Folder) throws(ContentError) {
    self.folder = folder
    do throws(SQLiteError) {
      let index = try ContentLedger.index(reading: folder.path(of: ContentFolder.ledgerName))
      entries = index.entries.values.sorted { $0.used > $1.used }
    } catch {
      throw .unusable(folder.path, cause: "\(error)")
    }
  }

  /// The pieces of an entry that are not what was written, or not there. Reads all of them.
  public func damagedPieces(of entry: ContentEntry) -> [ContentPiece] {
    entry.pieces.filter { ContentFolder.bytes($0, of: entry.id, in: folder) == nil }
  }
}
