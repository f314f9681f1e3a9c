extension Int {
  /// The least multiple of `step`, which is positive, that is not less than this.
  public func roundedUp(toMultipleOf step: Int) -> Int { (self + step - 1) / step * step }
}
