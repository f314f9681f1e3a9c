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
    case .unsigned(let error): "the manifest is not believed: \(error)"
    case .old(let number, let accepted):
      "the manifest has number \(number), and \(accepted) was taken before: an old one is not taken again"
    case .expired: "the manifest has expired; publish it again, or check this machine's clock"
    case .refused(let why): "this set is not shown again, since it failed: \(why)"
    case .folder(let path, let cause): "\(path): \(cause)"
    case .wrong(let file, let cause): "\(file): \(cause)"
    case .waits: "what is new is fetched later: `content.hours`"
    case .ended: "ended"
    case .asBefore: "as before"
    }
  }
}
