internal import VitrineLinux
internal import VitrinePlayback

/// The folder for thumbnails: the configured one, or a temporary one if that is not writable, so
/// that there are thumbnails anyway. The temporary folder is removed with its owner.
struct ThumbnailFolder {
  let folder: Folder
  private let isTemporary: Bool

  /// The limit for a temporary folder, in bytes: it may be in memory.
  private static let temporaryLimit = 16 << 20

  /// If not even a temporary folder can be created, the jobs fail.
  init(_ wanted: Folder, isReplaceable: Bool, _ report: (ThumbnailEvent) -> Void) {
    var cause: Errno?
    do throws(Errno) {
      try wanted.make()
      try wanted.checkIsWritable()
    } catch {
      cause = error
    }
    guard isReplaceable, let cause, let other = try? Folder.temporary("vitrine-thumbnails") else {
      (folder, isTemporary) = (wanted, false)
      return
    }
    (folder, isTemporary) = (other, true)
    report(.elsewhere(other.path, because: .cannotWrite(wanted.path, cause)))
  }

  func limit(of wanted: Int) -> Int { isTemporary ? min(wanted, Self.temporaryLimit) : wanted }

  /// Removes a temporary folder. The system will clean up the rest if that fails.
  func removeIfTemporary() {
    guard isTemporary else { return }
    for name in folder.names { try? folder.folder(name).remove() }
    try? folder.remove()
  }
}
