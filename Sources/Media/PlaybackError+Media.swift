internal import Glibc
package import VitrinePlayback

extension MediaError {
  /// Whether the machine has run out of memory, files or processes.
  fileprivate var isShortage: Bool {
    guard case .call(_, let code) = self else { return false }
    return [ENOMEM, EMFILE, ENFILE, EAGAIN].contains(-code.rawValue)
  }
}

extension PlaybackError {
  /// Creates the error with the category and exit status of the cause.
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
