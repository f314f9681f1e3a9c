extension Interface {
  /// Leaves a part out from now on, or has it again.
  public mutating func setHidden(_ part: Theme.Part, _ isHidden: Bool) {
    if isHidden {
      options.theme.hidden.insert(part)
    } else {
      options.theme.hidden.remove(part)
    }
    // The arrow keys cannot be on what there is not.
    if let focus, frame(of: focus) == nil { self.focus = nil }
  }
}
