import CVitrineLinux
import Glibc
import VitrineTiming

extension FileDescriptor {
  /// Opens a file for reading, without waiting for the writer of a pipe.
  package init(reading path: String) throws(Errno) {
    try self.init(opening: path, O_RDONLY | O_NONBLOCK)
  }

  /// Opens a file below a folder for reading. No part of the path may be a link or `..`: throws
  /// `Errno.loop` or `Errno.notDirectory`.
  ///
  /// Wraps `openat` with O_NOFOLLOW, for each part.
  package init(reading path: String, below folder: String) throws(Errno) {
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

  /// Opens an existing file for writing without truncating it, such as a kernel setting.
  package init(writing path: String) throws(Errno) { try self.init(opening: path, O_WRONLY) }

  /// Creates or truncates a file for writing.
  package init(making path: String) throws(Errno) {
    self.init(
      owning: try valueOrErrno {
        unsafe open(kernelPath(path), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      })
  }

  /// Creates a file for writing that only its owner may change. Throws `Errno.exists` if there is a
  /// file or link.
  package init(creating path: String) throws(Errno) {
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    self.init(owning: try valueOrErrno { unsafe open(kernelPath(path), flags, 0o644) })
  }

  /// Sets the file's permissions (C: `fchmod`).
  package func setMode(_ mode: UInt32) throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { fchmod(number, mode) }
  }

  /// Changes the owner to that of a folder if this process is permitted to: files that root writes
  /// for a service have to be readable for it (C: `stat` and `fchown`).
  package func give(toOwnerOf folder: Folder) {
    var status = stat()
    guard geteuid() == 0, unsafe stat(kernelPath(folder.path), &status) == 0 else { return }
    _ = fchown(rawValue, status.st_uid, status.st_gid)
  }

  /// Truncates the file to 0 bytes (C: `ftruncate`).
  package func truncate() throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { ftruncate(number, 0) }
  }

  /// A path to the file for libraries that only open paths.
  package var path: String { "/proc/self/fd/\(rawValue)" }

  /// Reads `count` bytes from `offset` on, or up to the end of the file.
  package func bytes(at offset: Int, count: Int) throws(Errno) -> [UInt8] {
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

  /// Reads at most `most` bytes from the beginning.
  ///
  /// Allocates the memory for the reported size, and more only if the file turns out to be larger:
  /// the kernel's virtual files report 0, and other files may grow.
  package func bytes(most: Int) throws(Errno) -> [UInt8] {
    let size = try FileStatus(of: self).size
    var bytes: [UInt8] = []
    // Reading one more byte detects the end.
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

  /// Writes all of `bytes` at the current position.
  package func write(_ bytes: [UInt8]) throws(Errno) {
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

  /// Opens or creates a file for reading and writing that only its owner may read.
  package init(private path: String) throws(Errno) {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    self.init(owning: try valueOrErrno { unsafe open(kernelPath(path), flags, 0o600) })
  }

  /// Writes all of `bytes` from `offset` on (C: `pwrite`).
  package func write(_ bytes: [UInt8], at offset: Int64) throws(Errno) {
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

  /// Waits until the data is on the disk (C: `fdatasync`).
  package func settle() throws(Errno) {
    let number = rawValue
    _ = try valueOrErrno { fdatasync(number) }
  }

  /// Locks the file until it is closed or `unlock` is called. Returns false if another process has
  /// the lock (C: `flock`).
  package func lock() throws(Errno) -> Bool {
    let number = rawValue
    do throws(Errno) {
      _ = try valueOrErrno { flock(number, LOCK_EX | LOCK_NB) }
      return true
    } catch .tryAgain {
      return false
    }
  }

  /// Waits for the lock for at most `patience`. Returns false on timeout.
  package func lock(within patience: Duration) throws(Errno) -> Bool {
    let end = HostTime.now() + patience
    while try !lock() {
      guard HostTime.now() < end else { return false }
      _ = poll(nil, 0, Self.lockPause)
    }
    return true
  }

  /// The pause between two attempts, in milliseconds.
  private static let lockPause: CInt = 20

  /// Also releases the lock for a child that was forked in the meantime.
  package func unlock() { _ = flock(rawValue, LOCK_UN) }
}
