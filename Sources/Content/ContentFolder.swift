internal import Linux

/// The folder that content is kept in: `ledger`, what it says, and in `content` one file for each
/// entry, whose pieces lie at their own places. Thread-safe; locked for this process until `leave`.
final class ContentFolder: Sendable {
  let path: String
  private let files: Folder
  private let lock: FileDescriptor

  static let ledgerName = "ledger"

  private init(_ folder: Folder, locked lock: consuming FileDescriptor) {
    (path, files) = (folder.path, Self.files(in: folder))
    self.lock = lock
  }

  /// The folder with what it has. What its ledger does not know is removed, and so is what is known and
  /// not there; a ledger that is damaged is begun anew.
  static func open(
    _ folder: Folder
  ) throws(ContentError) -> (folder: ContentFolder, ledger: ContentLedger, index: ContentIndex) {
    do throws(Errno) {
      try folder.make(for: .owner)
      let lock = try FileDescriptor(private: folder.path(of: "lock"))
      guard try lock.lock() else { throw Errno.busy }
      let opened = ContentFolder(folder, locked: lock)
      try opened.files.make(for: .owner)
      var (ledger, index) = try opened.openLedger(folder)
      try opened.sweep(&index, ledger)
      return (opened, ledger, index)
    } catch {
      throw error == .busy ? .inUse(folder.path) : .unusable(folder.path, cause: "\(error)")
    }
  }

  private func openLedger(_ folder: Folder) throws(Errno) -> (ContentLedger, ContentIndex) {
    // SQLite would have all look at one that it makes.
    _ = try FileDescriptor(private: folder.path(of: Self.ledgerName))
    do throws(SQLiteError) {
      return try Self.read(folder)
    } catch {
      // What a failing card made of it: what it knew is fetched again.
      for name in folder.names where name.hasPrefix(Self.ledgerName) { try folder.remove(name) }
      _ = try FileDescriptor(private: folder.path(of: Self.ledgerName))
      do throws(SQLiteError) {
        return try Self.read(folder)
      } catch {
        throw .inputOutput
      }
    }
  }

  private static func read(_ folder: Folder) throws(SQLiteError) -> (ContentLedger, ContentIndex) {
    let ledger = try ContentLedger(folder.path(of: ledgerName))
    return (ledger, try ledger.index())
  }

  private func sweep(_ index: inout ContentIndex, _ ledger: ContentLedger) throws(Errno) {
    let names = Set(files.names)
    let known = Set(index.entries.values.map { Self.name(of: $0.id) })
    for name in names.subtracting(known) { try files.remove(name) }
    let lost = index.entries.values.filter { !names.contains(Self.name(of: $0.id)) }.map(\.id)
    do throws(SQLiteError) {
      try ledger.transaction { () throws(SQLiteError) in for id in lost { try ledger.drop(id) } }
    } catch {
      throw .inputOutput
    }
    for id in lost { index.remove(id) }
  }

  private static func name(of id: ContentEntry.ID) -> String { String(id, radix: 16) }

  private static func files(in folder: Folder) -> Folder { folder.folder("content") }

  /// The bytes of a piece, where they are what was written.
  func bytes(_ piece: ContentPiece, of id: ContentEntry.ID) -> [UInt8]? {
    Self.bytes(piece, of: id, in: Folder(path))
  }

  static func bytes(
    _ piece: ContentPiece, of id: ContentEntry.ID, in folder: Folder
  ) -> [UInt8]? {
    guard let file = try? FileDescriptor(reading: files(in: folder).path(of: name(of: id))),
      let bytes = try? file.bytes(at: Int(piece.start), count: piece.count),
      bytes.count == piece.count, ContentDigest(of: bytes) == piece.digest
    else { return nil }
    return bytes
  }

  /// Writes pieces of an entry, and waits until they are on the disk.
  func write(
    _ pieces: [(bytes: [UInt8], place: Int64)], of id: ContentEntry.ID
  ) throws(Errno) {
    let name = Self.name(of: id)
    let isNew = (try? FileStatus(of: files.path(of: name))) == nil
    let file = try FileDescriptor(private: files.path(of: name))
    for piece in pieces { try file.write(piece.bytes, at: piece.place) }
    try file.settle()
    if isNew { try files.settle() }
  }

  /// One that is not there need not be removed.
  func remove(_ id: ContentEntry.ID) { try? files.remove(Self.name(of: id)) }

  /// Another process may have it from now on.
  func leave() { lock.unlock() }

  /// How many bytes this process may still write.
  var free: Int64 { files.freeBytes ?? .max }
}
