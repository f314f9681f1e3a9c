import VitrineContent
import VitrineCryptography
import VitrineNetwork

/// Why an update failed.
enum SupplyError: Error, Hashable, CustomStringConvertible {
  case store(SetError)
  case network(NetworkError)
  case unsigned(SignatureError)
  /// The manifest's number is lower than an accepted one.
  case old(number: Int64, accepted: Int64)
  case expired
  /// The release failed earlier.
  case refused(String)
  case folder(String, cause: String)
  case wrong(String, cause: String)
  /// The update waits for its maintenance window.
  case waits
  case ended
  /// The source has not changed.
  case asBefore

  var description: String {
    switch self {
    case .store(let error): "\(error)"
    case .network(let error): "\(error)"
    case .unsigned(let error): "invalid manifest signature: \(error)"
    case .old(let number, let accepted):
      "the manifest has number \(number), but \(accepted) was accepted before; an older one is rejected"
    case .expired: "the manifest has expired; publish it again, or check this machine's clock"
    case .refused(let why): "this release failed before and is not shown again: \(why)"
    case .folder(let path, let cause): "\(path): \(cause)"
    case .wrong(let file, let cause): "\(file): \(cause)"
    case .waits: "waiting for the download window (`content.hours`)"
    case .ended: "ended"
    case .asBefore: "unchanged"
    }
  }
}
