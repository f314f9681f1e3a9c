import VitrineContent
import VitrineCryptography
import VitrineNetwork

/// Why an update failed.
enum ContentUpdateError: Error, Hashable, CustomStringConvertible {
  case store(ReleaseError)
  case network(NetworkError)
  case unsigned(SignatureError)
  /// The manifest's number is lower than an accepted one.
  case outdated(number: Int64, accepted: Int64)
  case expired
  /// The release failed earlier.
  case refused(String)
  case folder(String, cause: String)
  case invalid(String, cause: String)
  /// The update waits for its maintenance window.
  case waiting
  case cancelled
  /// The source has not changed.
  case unchanged

  var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .network(let error): "\(error)"
    case .unsigned(let error): "invalid manifest signature: \(error)"
    case .outdated(let number, let accepted):
      "manifest number \(number) is older than the accepted number \(accepted)"
    case .expired: "the manifest has expired; publish it again, or check this machine's clock"
    case .refused(let why): "release rejected because it failed before: \(why)"
    case .folder(let path, let cause): "\(path): \(cause)"
    case .invalid(let file, let cause): "\(file): \(cause)"
    case .waiting: "waiting for the download window (`content.hours`)"
    case .cancelled: "cancelled"
    case .unchanged: "unchanged"
    }
  }
}
