/// Filters the network errors to report to the operator: each cause once, until the source resumes.
public struct TroubleNews: Hashable, Sendable {
  public enum Finding: Hashable, Sendable {
    /// The error, in words.
    case held(String)
    case comesAgain
  }

  /// The opening that the causes belong to.
  private var opening: Run?
  private var told: Set<String> = []

  public init() {}

  /// Checks the current item; nil if there is nothing to report.
  public mutating func look(_ arrival: Arrival, of opening: Run?) -> Finding? {
    if opening != self.opening { (self.opening, told) = (opening, []) }
    if let trouble = arrival.trouble {
      // While enough is buffered, nothing is missing.
      guard arrival.holdsUp else { return nil }
      return told.insert(trouble).inserted ? .held(trouble) : nil
    }
    guard !told.isEmpty, !arrival.isAwaited else { return nil }
    told = []
    return .comesAgain
  }
}
