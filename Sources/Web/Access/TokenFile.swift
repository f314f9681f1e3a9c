import Glibc
import VitrineControl
public import VitrineLinux

/// The book of tokens on the disk, for the service and for the command that changes it: read anew where
/// another has written it, whole at every moment. Thread-safe by its owner: one thread, or a lock.
public struct TokenFile {
  private let folder: Folder
  private let name: String
  private var seen: FileStatus?
  public private(set) var book = TokenBook()

  private static let most = 256 << 10
  /// How long another program may hold it locked.
  private let patience: Duration

  public enum Trouble: Error, CustomStringConvertible {
    case file(path: String, Errno)
    case book(path: String, TokenBook.Trouble)
    case locked(path: String)

    public var description: String {
      switch self {
      case .file(let path, let error): "\(path): \(error)"
      case .book(let path, let trouble): "\(path): \(trouble)"
      case .locked(let path): "\(path): another program is changing it; try again"
      }
    }
  }

  /// A program that writes it is done well before `patience` is over.
  public init(_ path: String, patience: Duration = .seconds(2)) {
    (folder, name) = Folder.holding(path)
    self.patience = patience
  }

  public var path: String { folder.path(of: name) }

  /// Reads it where it has changed. A file that is missing is an empty book. One that cannot be read throws, and
  /// the book is empty until it can be read: all clients are rejected, and the file is not replaced.
  public mutating func refresh() throws(Trouble) {
    let status: FileStatus?
    do throws(Errno) {
      status = try folder.isMissing(name) ? nil : try FileStatus(following: path)
    } catch {
      (seen, book) = (nil, TokenBook())
      throw .file(path: path, error)
    }
    guard status == nil || status != seen else { return }
    try read(status)
  }

  /// `status` is that of the file before it is read, so that what is written meanwhile is read next time.
  private mutating func read(_ status: FileStatus?) throws(Trouble) {
    // Until it is read whole it is looked at again, and not changed.
    (seen, book) = (nil, TokenBook())
    let bytes: [UInt8]?
    do throws(Errno) { bytes = try folder.contents(of: name, most: Self.most) } catch {
      throw .file(path: path, error)
    }
    guard let bytes else { return }
    guard let value = try? JSONValue(line: bytes) else { throw .book(path: path, .unreadable) }
    do throws(TokenBook.Trouble) { book = try TokenBook(value) } catch {
      throw .book(path: path, error)
    }
    seen = status
  }

  /// Changes it, and writes it down before anything is said of it. The file is locked from reading to writing:
  /// a program that wrote back what it had read before would restore a token that was revoked meanwhile.
  public mutating func change<Result>(
    _ body: (inout TokenBook) throws(TokenBook.Trouble) -> Result
  ) throws(Trouble) -> Result {
    let lock = try locked()
    defer { lock.unlock() }
    try read(nil)
    var changed = book
    let result: Result
    do throws(TokenBook.Trouble) { result = try body(&changed) } catch {
      throw .book(path: path, error)
    }
    do throws(Errno) { try write(changed) } catch { throw .file(path: path, error) }
    book = changed
    return result
  }

  private func locked() throws(Trouble) -> FileDescriptor {
    do throws(Errno) {
      try folder.make()
      let file = try lockFile()
      guard try file.lock(within: patience) else { throw .busy }
      return file
    } catch {
      throw error == .busy ? .locked(path: path) : .file(path: path, error)
    }
  }

  /// A file beside it, since the file itself is replaced with each change. Root makes it for the service, but gives
  /// away only a file that it has just made: the folder is the service's, and what lies there may lead elsewhere.
  private func lockFile() throws(Errno) -> FileDescriptor {
    let path = folder.path(of: ".\(name).lock")
    do throws(Errno) {
      let made = try FileDescriptor(creating: path)
      try made.setMode(0o600)
      made.give(toOwnerOf: folder)
      return made
    } catch .exists {
      return try FileDescriptor(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
    }
  }

  private func write(_ book: TokenBook) throws(Errno) {
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { file throws(Errno) in
        try file.setMode(0o600)
        file.give(toOwnerOf: folder)
        try file.write(book.value.line)
      }
    } catch {
      switch error {
      case .writing(let cause), .naming(let cause): throw cause
      }
    }
  }
}
