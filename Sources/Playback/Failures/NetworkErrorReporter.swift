/// Filters the network errors to report to the operator: each cause once, until the source resumes.
package struct NetworkErrorReporter: Hashable, Sendable {
  package enum Finding: Hashable, Sendable {
    /// The error, in words.
    case interrupted(String)
    case resumed
  }

  /// The opening that the causes belong to.
  private var opening: Run?
  private var reported: Set<String> = []

  package init() {}

  /// Checks the current item; nil if there is nothing to report.
  package mutating func check(_ arrival: Arrival, of opening: Run?) -> Finding? {
    if opening != self.opening { (self.opening, reported) = (opening, []) }
    if let networkError = arrival.networkError {
      // While enough is buffered, nothing is missing.
      guard arrival.isStalled else { return nil }
      return reported.insert(networkError).inserted ? .interrupted(networkError) : nil
    }
    guard !reported.isEmpty, !arrival.isAwaited else { return nil }
    reported = []
    return .resumed
  }
}
