internal import Glibc
package import VitrinePlayback

extension MediaError {
  /// Whether the machine has no memory, files or processes left.
  fileprivate var isShortage: Bool {
    guard case .call(_, let code) = self else { return false }
    return [ENOMEM, EMFILE, ENFILE, EAGAIN].contains(-code.rawValue)
  }
}

extension PlaybackError {
  /// The file's trouble by category, with the exit status that belongs to it.
  package init(_ error: MediaError) {
    let (category, status): (Category, ExitStatus) =
      switch error {
      case .missing, .directory, .notAFile: (.source, .noInput)
      case .noPermission: (.source, .noPermission)
      case .empty, .notMedia, .truncated, .namesFiles, .refused, .encrypted, .noTracks:
        (.format, .data)
      case .unknownCodec, .undecodable, .tooLarge, .oddSound, .noAcceleration: (.decode, .data)
      case .unavailable: (.source, .unavailable)
      case .interrupted, .call: (.source, .data)
      }
    self.init(
      category, error.description, exitStatus: status, cause: error.isShortage ? .machine : nil)
  }
}
