extension Int {
  /// Rounds up to a multiple of `step`, which must be positive.
  public func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
