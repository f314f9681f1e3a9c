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

  public enum Trouble: Error, CustomStringConvertible {
    case file(path: String, Errno)
    case book(path: String, TokenBook.Trouble)

    public var description: String {
      switch self {
      case .file(let path, let error): "\(path): \(error)"
      case .book(let path, let trouble): "\(path): \(trouble)"
      }
    }
  }

  public init(_ path: String) { (folder, name) = Folder.holding(path) }

  public var path: String { folder.path(of: name) }

  /// Reads it where it has changed. One that is not there is an empty book, and so is one that cannot
  /// be read.
  public mutating func refresh() throws(Trouble) {
    let status = try? FileStatus(following: path)
    guard status != seen || status == nil else { return }
    // Until it is read whole it is looked at again, and not changed.
    (seen, book) = (nil, TokenBook())
    guard status != nil else { return }
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileDescriptor(reading: path).bytes(most: Self.most)
    } catch {
      throw .file(path: path, error)
    }
    guard let value = try? JSONValue(line: bytes) else { throw .book(path: path, .unreadable) }
    do throws(TokenBook.Trouble) { book = try TokenBook(value) } catch {
      throw .book(path: path, error)
    }
    seen = status
  }

  /// Changes it, and writes it down before anything is said of it.
  public mutating func change<Result>(
    _ body: (inout TokenBook) throws(TokenBook.Trouble) -> Result
  ) throws(Trouble) -> Result {
    try refresh()
    var changed = book
    let result: Result
    do throws(TokenBook.Trouble) { result = try body(&changed) } catch {
      throw .book(path: path, error)
    }
    do throws(Errno) {
      try folder.make()
      do throws(Folder.ReplaceError<Errno>) {
        try folder.replace(name) { file throws(Errno) in
          try file.setMode(0o600)
          file.give(toOwnerOf: folder)
          try file.write(changed.value.line)
        }
      } catch {
        switch error {
        case .writing(let cause), .naming(let cause): throw cause
        }
      }
    } catch {
      throw .file(path: path, error)
    }
    book = changed
    seen = try? FileStatus(following: path)
    return result
  }
}
