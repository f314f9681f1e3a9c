import VitrineContent
import VitrineCryptography
import VitrineNetwork

/// Why a set has not come, in words that name the cause and, where there is one, the cure.
enum SupplyError: Error, Hashable, CustomStringConvertible {
  case store(SetError)
  case network(NetworkError)
  case unsigned(SignatureError)
  /// Its number is lower than one that was taken before.
  case old(number: Int64, accepted: Int64)
  case expired
  /// It was shown, or tried, and failed.
  case refused(String)
  case folder(String, cause: String)
  case wrong(String, cause: String)
  /// To be fetched at these times alone.
  case waits
  case ended
  /// Nothing new is known of the place.
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
