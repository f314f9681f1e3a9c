import CVitrineLinux
import Glibc

/// A watch for changes of files and folders by path, which follows links and also detects new
/// files. Thread-safe.
///
/// It watches the parent folders, and in them only the relevant names: that of the file, of the
/// first missing part of a path, and of every link on the way.
package final class PathWatch: Sendable {
  private let watch: FolderWatch
  private let interest: [String: Interest]
  /// Whether changes may go undetected, because a path is missing or on another machine.
  package let isBlind: Bool

  /// The relevant names in a folder.
  private enum Interest {
    case all
    case names(Set<String>)
  }

  package init(_ paths: [String]) throws(Errno) {
    var search = Search()
    for path in paths { search.follow(path) }
    interest = search.interest
    watch = try FolderWatch(Array(search.interest.keys))
    isBlind =
      search.isBlind || !watch.missing.isEmpty
      || search.interest.keys.contains { Folder($0).isRemote }
  }

  /// The descriptor for an event loop.
  package var descriptor: FileDescriptor {
    _read { yield watch.descriptor }
  }

  /// Discards the changes so far, and returns whether any is relevant. In a folder that is watched
  /// as a whole, `isRelevant` decides about each name.
  package func drainChanges(where isRelevant: (_ name: String) -> Bool) -> Bool {
    // All changes are read, whatever the first one is.
    watch.events().reduce(false) { matters, news in
      switch news {
      case .lost: true
      case .changed(let folder, let name):
        switch interest[folder] {
        case .all: matters || isRelevant(name)
        case .names(let names): matters || names.contains(name)
        case nil: matters
        }
      }
    }
  }

  /// A traversal of paths.
  private struct Search {
    var interest: [String: Interest] = [:]
    var isBlind = false
    private var walked: Set<String> = []

    mutating func follow(_ path: String) {
      var folder = path.hasPrefix("/") ? "/" : "."
      let parts = path.split(separator: "/").map(String.init)
      for part in parts {
        let whole = folder == "/" ? "/\(part)" : "\(folder)/\(part)"
        guard walked.insert(whole).inserted else {
          folder = whole
          continue
        }
        guard let status = try? FileStatus(following: whole) else {
          add(part, in: folder)
          return isBlind = true
        }
        if (try? FileStatus(of: whole))?.isLink == true { add(part, in: folder) }
        if !status.isFolder { return addFile(whole, part, in: folder) }
        folder = whole
      }
      interest[folder] = .all
    }

    private mutating func addFile(_ path: String, _ name: String, in folder: String) {
      add(name, in: folder)
      // The target of a link may be written directly.
      guard let real = Folder(path).resolvedPath, let slash = real.lastIndex(of: "/") else {
        return
      }
      let place = slash == real.startIndex ? "/" : String(real[..<slash])
      add(String(real[real.index(after: slash)...]), in: place)
    }

    private mutating func add(_ name: String, in folder: String) {
      switch interest[folder] {
      case .all: break
      case .names(let names): interest[folder] = .names(names.union([name]))
      case nil: interest[folder] = .names([name])
      }
    }
  }
}

extension Folder {
  /// The path without links and dots; nil if the folder does not exist (C: `realpath`).
  package var resolvedPath: String? {
    guard let real = unsafe realpath(kernelPath(path), nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe pathText(real)
  }

  /// Whether the file system is on another machine or in a user-space program, so that changes may
  /// not be reported (C: `statfs`).
  var isRemote: Bool {
    Self.remoteKinds.contains(
      UInt32(truncatingIfNeeded: unsafe vitrine_file_system_kind(kernelPath(path))))
  }

  /// linux/magic.h: nfs, smb, smb2, cifs, 9p, ceph, afs, coda, fuse.
  private static let remoteKinds: Set<UInt32> = [
    0x6969, 0x517B, 0xFE53_4D42, 0xFF53_4D42, 0x0102_1997, 0x00C3_6400, 0x5346_414F, 0x7375_7245,
    0x6573_5546,
  ]
}
