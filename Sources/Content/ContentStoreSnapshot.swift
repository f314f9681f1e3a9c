package import VitrineLinux

/// A read-only view of a cache folder, for other processes than its owner.
package struct ContentStoreSnapshot: Sendable {
  /// The most recently used entry comes first.
  package let entries: [ContentEntry]
  private let folder: Folder

  /// Reads the current state. A running player may change it at any time.
  package init(reading folder: Folder) throws(ContentError) {
    self.folder = folder
    do throws(SQLiteError) {
      let index = try ContentLedger.index(reading: folder.path(of: ContentFolder.ledgerName))
      entries = index.entries.values.sorted { $0.used > $1.used }
    } catch {
      throw .unusable(folder.path, cause: "\(error)")
    }
  }

  /// Returns the damaged and missing pieces of an entry. Reads all of them.
  package func damagedPieces(of entry: ContentEntry) -> [ContentPiece] {
    entry.pieces.filter { ContentFolder.bytes($0, of: entry.id, in: folder) == nil }
  }
}
