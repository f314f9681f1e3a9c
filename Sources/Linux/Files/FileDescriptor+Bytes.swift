import CVitrineLinux
import Glibc
import VitrineTiming

extension FileDescriptor {
  /// Opens a file to be read, without waiting for the other end of a pipe.
  public init(reading path: String) throws(Errno) {
    try self.init(opening: path, O_RDONLY | O_NONBLOCK)
  }

  /// A file by its path below a folder, for reading: no part of the path leads elsewhere by a link, nor by
  /// `..`. Throws `Errno.loop` or `Errno.notDirectory` where one does.
  ///
  /// The corresponding C function is `openat`, part for part, with O_NOFOLLOW.
  public init(reading path: String, below folder: String) throws(Errno) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, !parts.contains("..") else { throw .loop }
    var place = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
    for part in parts.dropLast() {
      place = try FileDescriptor(opening: part, in: place, O_RDONLY | O_DIRECTORY)
    }
    try self.init(opening: name, in: place, O_RDONLY | O_NONBLOCK)
  }

  private init(
    opening name: String, in folder: borrowing FileDescriptor, _ flags: CInt
  ) throws(Errno) {
    let number = folder.rawValue
    let all = flags | O_NOFOLLOW | O_CLOEXEC
    self.init(owning: try valueOrErrno { unsafe openat(number, kernelPath(name), all) })
  }

  /// Opens a file that is there to be written, with what is in it, such as a setting of the kernel's.
  public init(writing path: String) throws(Errno) { try self.init(opening: path, O_WRONLY) }

  /// Makes a file for writing, empty where it was there.
  public init(making path: String) throws(Errno) {
    self.init(
      owning: try valueOrErrno {
        unsafe open(kernelPath(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      })
  }

  /// Makes a new file for writing, and for its owner alone to change. What is there already, be it a
  /// link, is neither opened nor followed: `Errno.exists`.
  public init(creating path: String) throws(Errno) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    self.init(owning: try valueOrErrno { unsafe open(kernelPath(path), flags, 0o644) })
  }

  /// Who may read and write it, as `chmod` has it. The corresponding C function is `fchmod`.
  public func setMode(_ mode: UInt32) throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { fchmod(number, mode) }
  }

  /// Gives it to whom a folder belongs, where this process may: what root writes down for a service is for
  /// the service to read. The corresponding C functions are `stat` and `fchown`.
  public func give(toOwnerOf folder: Folder) {
    var status = stat()
    guard geteuid() == 0, unsafe stat(kernelPath(folder.path), &status) == 0 else { return }
    _ = fchown(rawValue, status.st_uid, status.st_gid)
  }

  /// Leaves nothing of what is in the file. The corresponding C function is `ftruncate`.
  public func truncate() throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { ftruncate(number, 0) }
  }

  /// Where this process finds it, for libraries that open files by their paths alone.
  public var path: String { "/proc/self/fd/\(rawValue)" }

  /// The bytes from `offset` on: `count` of them, or fewer where the file ends before.
  public func bytes(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let part = try valueOrErrno {
        unsafe bytes.withUnsafeMutableBytes { buffer in
          unsafe pread(
            rawValue, buffer.baseAddress?.advanced(by: filled), count - filled,
            // bound: a place in a file that is read
            off_t(offset + filled))
        }
      }
      guard part > 0 else { break }
      filled += part
    }
    return Array(bytes.prefix(filled))
  }

  /// The bytes from the beginning on: `most` of them, or fewer where the file ends before.
  ///
  /// It takes as much memory as the file says that it needs, and more only for one that has more:
  /// those of the kernel say that they are empty, and others grow.
  public func bytes(most: Int) throws(Errno) -> [UInt8] {
    let size = try FileStatus(of: self).size
    var bytes: [UInt8] = []
    // One more byte than there is tells that there is none.
    var wanted = max(min(size, most - 1), 4095) + 1
    while bytes.count < most {
      wanted = min(wanted, most - bytes.count)
      let part = try self.bytes(at: bytes.count, count: wanted)
      bytes = bytes.isEmpty ? part : bytes + part
      guard part.count == wanted else { break }
      wanted = bytes.count
    }
    return bytes
  }

  /// Writes all of `bytes` at the end of what was written before.
  public func write(_ bytes: [UInt8]) throws(Errno) {
    var written = 0
    while written < bytes.count {
      written += try valueOrErrno {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.write(
            rawValue, buffer.baseAddress?.advanced(by: written), bytes.count - written)
        }
      }
    }
  }

  /// Opens a file that only its owner may read, for reading and writing; made where it is not there.
  public init(private path: String) throws(Errno) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    self.init(owning: try valueOrErrno { unsafe open(kernelPath(path), flags, 0o600) })
  }

  /// Writes all of `bytes` from `offset` on. The corresponding C function is `pwrite`.
  public func write(_ bytes: [UInt8], at offset: Int64) throws(Errno) {
    var written = 0
    let number = rawValue
    while written < bytes.count {
      written += try valueOrErrno {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe pwrite(
            number, buffer.baseAddress?.advanced(by: written), bytes.count - written,
            // bound: a place in a file that is written
            off_t(offset) + off_t(written))
        }
      }
    }
  }

  /// Waits until what was written is on the disk. The corresponding C function is `fdatasync`.
  public func settle() throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { fdatasync(number) }
  }

  /// Whether nobody else has it locked; it is then locked until it is closed, or `unlock`. The
  /// corresponding C function is `flock`.
  public func lock() throws(Errno) -> Bool {
    let number = rawValue
    do throws(Errno) {
      _ = try valueOrErrno { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch .tryAgain {
      return false
    }
  }

  /// Waits for `patience` at most. False where another has it locked for longer.
  public func lock(within patience: Duration) throws(Errno) -> Bool {
    let end = HostTime.now() + patience
    while try !lock() {
      guard HostTime.now() < end else { return false }
      _ = poll(nil, 0, Self.lockPause)
    }
    return true
  }

  /// Between two attempts, in milliseconds.
  private static let lockPause: CInt = 20

  /// Also a child that was forked meanwhile has it then no more.
  public func unlock() { _ = flock(rawValue, LOCK_UN) }
}
