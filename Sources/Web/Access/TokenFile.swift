import Glibc
import VitrineControl
package import VitrineLinux

/// The token file, shared by the service and by the command that changes it: read again after a
/// change by either, and replaced atomically. Thread-safe if the owner uses it on one thread or
/// under a lock.
package struct TokenFile {
  private let folder: Folder
  private let name: String
  private var seen: FileStatus?
  package private(set) var store = TokenStore()

  private static let most = 256 << 10
  /// How long to wait for another program's lock.
  private let lockTimeout: Duration

  package enum Failure: Error, CustomStringConvertible {
    case file(path: String, Errno)
    case store(path: String, TokenStore.Failure)
    case locked(path: String)

    package var description: String {
      switch self {
      case .file(let path, let error): "\(path): \(error)"
      case .store(let path, let failure): "\(path): \(failure)"
      case .locked(let path): "\(path): another program is changing it; try again"
      }
    }
  }

  /// Another program holds the lock for much less than `lockTimeout`.
  package init(_ path: String, lockTimeout: Duration = .seconds(2)) {
    (folder, name) = Folder.holding(path)
    self.lockTimeout = lockTimeout
  }

  package var path: String { folder.path(of: name) }

  /// Reads the file if it has changed. A missing file has no tokens. If the file cannot be read,
  /// this throws, all clients are rejected until it can, and the file is not replaced.
  package mutating func refresh() throws(Failure) {
    let status: FileStatus?
    do throws(Errno) {
      status = try folder.isMissing(name) ? nil : try FileStatus(following: path)
    } catch {
      (seen, store) = (nil, TokenStore())
      throw .file(path: path, error)
    }
    guard status == nil || status != seen else { return }
    try read(status)
  }

  /// `status` was taken before reading, so that a change during it is found the next time.
  private mutating func read(_ status: FileStatus?) throws(Failure) {
    // Until it has been read completely, it is read again each time and not changed.
    (seen, store) = (nil, TokenStore())
    let bytes: [UInt8]?
    do throws(Errno) { bytes = try folder.contents(of: name, most: Self.most) } catch {
      throw .file(path: path, error)
    }
    guard let bytes else { return }
    guard let value = try? JSONValue(line: bytes) else { throw .store(path: path, .unreadable) }
    do throws(TokenStore.Failure) { store = try TokenStore(value) } catch {
      throw .store(path: path, error)
    }
    seen = status
  }

  /// Changes the file and writes it before returning. It is locked from reading to writing: a
  /// program that wrote back stale contents would restore a token that was revoked meanwhile.
  package mutating func change<Result>(
    _ body: (inout TokenStore) throws(TokenStore.Failure) -> Result
  ) throws(Failure) -> Result {
    let lock = try locked()
    defer { lock.unlock() }
    try read(nil)
    var changed = store
    let result: Result
    do throws(TokenStore.Failure) { result = try body(&changed) } catch {
      throw .store(path: path, error)
    }
    do throws(Errno) { try write(changed) } catch { throw .file(path: path, error) }
    store = changed
    return result
  }

  private func locked() throws(Failure) -> FileDescriptor {
    do throws(Errno) {
      try folder.make()
      let file = try lockFile()
      guard try file.lock(within: lockTimeout) else { throw .busy }
      return file
    } catch {
      throw error == .busy ? .locked(path: path) : .file(path: path, error)
    }
  }

  /// A separate lock file, because each change replaces the token file. Root creates it for the
  /// service, but changes the owner only of a file that it has just created: a link in the
  /// service's folder may point elsewhere.
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

  private func write(_ store: TokenStore) throws(Errno) {
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { file throws(Errno) in
        try file.setMode(0o600)
        file.give(toOwnerOf: folder)
        try file.write(store.value.line)
      }
    } catch {
      switch error {
      case .writing(let cause), .naming(let cause): throw cause
      }
    }
  }
}
