import VitrineCryptography
internal import VitrineLinux

/// The cache's folder: the index `ledger`, and one file per entry in `content`, with each piece at
/// its offset. Thread-safe; locked for this process until `leave`.
final class ContentFolder: Sendable {
  let path: String
  private let files: Folder
  private let lock: FileDescriptor

  static let ledgerName = "ledger"

  private init(_ folder: Folder, locked lock: consuming FileDescriptor) {
    (path, files) = (folder.path, Self.files(in: folder))
    self.lock = lock
  }

  /// Opens the folder. Removes files that the index does not list, and entries whose files are
  /// missing. Replaces a damaged index.
  static func open(
    _ folder: Folder
  ) throws(ContentError) -> (folder: ContentFolder, ledger: ContentLedger, index: ContentIndex) {
    let opened: ContentFolder
    let foreign: String?
    do throws(Errno) {
      opened = try locked(folder)
      foreign = try opened.foreignFile(folder)
    } catch {
      throw error == .busy ? .inUse(folder.path) : .unusable(folder.path, cause: "\(error)")
    }
    if let foreign {
      throw .unusable(
        folder.path,
        cause: "it contains \(foreign), which Vitrine did not create; use an empty folder")
    }
    var (ledger, index) = try opened.openLedger(folder)
    do throws(Errno) {
      try opened.sweep(&index, ledger)
    } catch {
      throw .unusable(folder.path, cause: "\(error)")
    }
    return (opened, ledger, index)
  }

  private static func locked(_ folder: Folder) throws(Errno) -> ContentFolder {
    try folder.make(for: .owner)
    let lock = try FileDescriptor(private: folder.path(of: "lock"))
    guard try lock.lock() else { throw .busy }
    let opened = ContentFolder(folder, locked: lock)
    try opened.files.make(for: .owner)
    return opened
  }

  /// Returns a foreign file if the folder had another use before; such a folder must not be swept.
  private func foreignFile(_ folder: Folder) throws(Errno) -> String? {
    guard (try? FileStatus(of: folder.path(of: Self.ledgerName))) == nil else { return nil }
    return try files.readNames().first { Self.id(of: $0) == nil }.map { "content/\($0)" }
  }

  private func openLedger(
    _ folder: Folder
  ) throws(ContentError) -> (ContentLedger, ContentIndex) {
    do throws(SQLiteError) {
      return try Self.read(folder)
    } catch {
      // A full disk or a missing permission must not discard the cache.
      guard error.isDamage else {
        throw .unusable(folder.path, cause: "cannot open its index: \(error)")
      }
    }
    // The index is damaged: starts with an empty cache.
    for ending in ["", "-wal", "-shm", "-journal"] { try? folder.remove(Self.ledgerName + ending) }
    do throws(SQLiteError) {
      return try Self.read(folder)
    } catch {
      throw .unusable(folder.path, cause: "cannot open its index: \(error)")
    }
  }

  private static func read(_ folder: Folder) throws(SQLiteError) -> (ContentLedger, ContentIndex) {
    // Creates the file first, since SQLite would make it readable by all. SQLite reports errors.
    _ = try? FileDescriptor(private: folder.path(of: ledgerName))
    let ledger = try ContentLedger(folder.path(of: ledgerName))
    return (ledger, try ledger.index())
  }

  private func sweep(_ index: inout ContentIndex, _ ledger: ContentLedger) throws(Errno) {
    let names = Set(try files.readNames())
    let known = Set(index.entries.values.map { Self.name(of: $0.id) })
    for name in names.subtracting(known) where Self.id(of: name) != nil { try files.remove(name) }
    let lost = index.entries.values.filter { !names.contains(Self.name(of: $0.id)) }.map(\.id)
    do throws(SQLiteError) {
      try ledger.transaction { () throws(SQLiteError) in for id in lost { try ledger.drop(id) } }
    } catch {
      throw .inputOutput
    }
    for id in lost { index.remove(id) }
  }

  private static func name(of id: ContentEntry.ID) -> String { String(id, radix: 16) }

  /// Returns nil for a name that does not belong to an entry.
  private static func id(of name: String) -> ContentEntry.ID? {
    ContentEntry.ID(name, radix: 16).flatMap { Self.name(of: $0) == name && $0 > 0 ? $0 : nil }
  }

  private static func files(in folder: Folder) -> Folder { folder.folder("content") }

  /// Returns the bytes of a piece; nil if they are missing or damaged. Throws for unrelated errors,
  /// such as too many open files.
  func bytes(_ piece: ContentPiece, of id: ContentEntry.ID) throws(Errno) -> [UInt8]? {
    if let bytes = Self.bytes(piece, of: id, in: Folder(path)) { return bytes }
    do throws(Errno) {
      _ = try FileDescriptor(reading: files.path(of: Self.name(of: id)))
    } catch {
      if error != .noEntry, error != .inputOutput { throw error }
    }
    return nil
  }

  static func bytes(
    _ piece: ContentPiece, of id: ContentEntry.ID, in folder: Folder
  ) -> [UInt8]? {
    guard let file = try? FileDescriptor(reading: files(in: folder).path(of: name(of: id))),
      let bytes = try? file.bytes(at: Int(piece.start), count: piece.count),
      bytes.count == piece.count, Digest(of: bytes) == piece.digest
    else { return nil }
    return bytes
  }

  /// Writes pieces of an entry and waits until they are on disk.
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

  /// Removes an entry's file; ignores a missing one.
  func remove(_ id: ContentEntry.ID) { try? files.remove(Self.name(of: id)) }

  /// Releases the lock for other processes.
  func leave() { lock.unlock() }

  /// The free space for this process, in bytes.
  var free: Int64 { files.freeBytes ?? .max }
}
