public import VitrineContent

/// What is told of the supply as it happens.
public enum SupplyNews: Hashable, Sendable {
  /// Another set is shown from now on: so many files, of a manifest with a number.
  case shows(SetID, number: Int64, files: Int)
  /// Of a set that is shown now so many bytes of those that had to come were had from screens nearby.
  case wasHelped(Int64, of: Int64)
  /// One of them sends what is something else.
  case lies(peer: String)
  /// It failed; the one before is shown again.
  case goesBack(because: String)
  /// It failed, and there is none before.
  case isBad(because: String)
  case trouble(String)
  /// A stick is plugged in whose list, or folder, is shown for as long as it is there: that path, and how many
  /// films and pictures are on it.
  case playsStick(String, files: Int)
  /// It is not shown any more: pulled out, or what is told.
  case leavesStick(String, because: String?)
  /// What was told is over.
  case isWell
}
