public import VitrineContent

/// An event of the updater.
public enum SupplyNews: Hashable, Sendable {
  /// A release was activated.
  case shows(SetID, number: Int64, files: Int)
  /// The number of bytes of the active release that peers sent, and the number that had to be
  /// downloaded.
  case wasHelped(Int64, of: Int64)
  /// A peer sends wrong files.
  case lies(peer: String)
  /// The release failed and was rolled back.
  case goesBack(because: String)
  /// The release failed, and there is no previous one.
  case isBad(because: String)
  case trouble(String)
  /// The list or folder at this path on a stick plays while the stick is plugged in.
  case playsStick(String, files: Int)
  /// The stick does not play any more: it was unplugged, or failed.
  case leavesStick(String, because: String?)
  /// The reported error is over.
  case isWell
}
