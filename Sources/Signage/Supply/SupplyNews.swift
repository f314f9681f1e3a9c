public import Content

/// What is told of the supply as it happens.
public enum SupplyNews: Hashable, Sendable {
  /// Another set is shown from now on: so many files, of a manifest with a number.
  case shows(SetID, number: Int64, files: Int)
  /// It failed; the one before is shown again.
  case goesBack(because: String)
  /// It failed, and there is none before.
  case isBad(because: String)
  case trouble(String)
  /// What was told is over.
  case isWell
}
