internal import VitrineLinux
internal import VitrinePlayback

/// Where small pictures are kept: the folder that is configured, or where that cannot be written a
/// temporary one, which goes with its owner. Without it nothing would be seen where there could be
/// something.
struct ThumbnailPlace {
  let folder: Folder
  private let isTemporary: Bool

  /// Of a temporary folder, in bytes: it may lie in memory.
  private static let temporaryLimit = 16 << 20

  /// Where even a temporary one cannot be made, the orders fail.
  init(_ wanted: Folder, isReplaceable: Bool, _ report: (ThumbnailNews) -> Void) {
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

  /// Nothing of a temporary folder stays. What cannot be removed is left to the system, which
  /// clears such folders.
  func leave() {
    guard isTemporary else { return }
    for name in folder.names { try? folder.folder(name).remove() }
    try? folder.remove()
  }
}
