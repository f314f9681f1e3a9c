/// What the operator is told of a source that does not come: each cause once, until it comes again.
/// A value.
public struct TroubleNews: Hashable, Sendable {
  public enum Finding: Hashable, Sendable {
    /// Why it does not come, in words.
    case held(String)
    case comesAgain
  }

  /// Of which opening the causes are.
  private var opening: Run?
  private var told: Set<String> = []

  public init() {}

  /// Takes a look at what plays; nil where there is nothing to tell.
  public mutating func look(_ arrival: Arrival, of opening: Run?) -> Finding? {
    if opening != self.opening { (self.opening, told) = (opening, []) }
    if let trouble = arrival.trouble {
      // While enough is there, nothing is missed.
      guard arrival.holdsUp else { return nil }
      return told.insert(trouble).inserted ? .held(trouble) : nil
    }
    guard !told.isEmpty, !arrival.isAwaited else { return nil }
    told = []
    return .comesAgain
  }
}
