// What is shown.
extension SetStore {
  /// Shows a set from now on, by one step; it is on trial. Where that fails all is as it was. To be followed by
  /// `settle`, once those who play it were told.
  public mutating func show(_ set: StoredSet, isSigned: Bool) throws(SetError) {
    let (before, old) = (notes, current)
    try note { notes in
      notes.shown = [set.id.text] + notes.shown.filter { $0 != set.id.text }
      notes.trial = SetTrial(of: set.id)
      if isSigned { notes.accepted = max(notes.accepted ?? 0, set.manifest.number) }
    }
    do throws(SetError) {
      try lead(to: set.id)
    } catch {
      notes = before
      throw error
    }
    current = set
    if old?.id != set.id { previous = old }
  }

  /// A signed manifest of this number was taken, of files that are there already: no older one is from now on.
  public mutating func accept(_ number: Int64) throws(SetError) {
    guard notes.accepted.map({ $0 < number }) ?? true else { return }
    try note { $0.accepted = number }
  }

  /// The set that is shown has come from there, which is noted now and not before: a power cut before it was
  /// shown has it come again. What is of no use any more goes.
  public mutating func settle(takenFrom place: String) throws(SetError) {
    guard let current else { return }
    try note { $0.take(current.id, from: place) }
    try prune()
  }

  /// Shows the set before from now on, by one step, and never again the one that failed; nil where there is
  /// none to go back to. To be followed by `settle`.
  public mutating func goBack(because reason: String) throws(SetError) -> StoredSet? {
    guard let failed = current, let previous else {
      // What fails from now on changes nothing.
      keep { $0.trial = nil }
      return nil
    }
    // Before the step: a power cut in between is not to have it tried again.
    keep { $0.refused[failed.id.text] = reason }
    try lead(to: previous.id)
    (current, self.previous) = (previous, nil)
    keep { notes in
      notes.shown.removeAll { $0 == failed.id.text }
      notes.trial = nil
    }
    return previous
  }

  /// What counts already is on the disk as well from now on, and what is of no use any more goes.
  public mutating func settle() throws(SetError) {
    try notes.write(in: folder)
    try prune()
  }

  /// An item of the set that is shown was shown to its end, of so many that it has.
  public mutating func noteShown(of items: Int) throws(SetError) {
    guard var trial = notes.trial else { return }
    let verdict = trial.noteShown(of: items)
    if verdict == .good {
      try note { $0.trial = nil }
    } else {
      // The count of what is good is worth no write.
      notes.trial = trial
    }
  }

  /// An item of it has failed, of so many: whether that was one too many. It counts on a full disk, too.
  public mutating func noteFailure(of items: Int) throws(SetError) -> Bool {
    guard var trial = notes.trial else { return false }
    let verdict = trial.noteFailure(of: items)
    // The one who is told goes back at once, and that is written down then.
    guard verdict != .bad else { return true }
    notes.trial = trial
    try notes.write(in: folder)
    return false
  }

  /// Why a set is not shown again; nil where it may be.
  public func refusal(of id: SetID) -> String? { notes.refused[id.text] }
}
