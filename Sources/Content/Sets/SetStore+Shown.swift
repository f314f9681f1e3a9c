// Activation and rollback.
extension SetStore {
  /// Activates a release atomically and starts its trial. If that fails, nothing has changed. Call
  /// `settle` after notifying the player.
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

  /// Records the number of a signed manifest whose files are already present. Lower numbers are
  /// rejected from now on.
  public mutating func accept(_ number: Int64) throws(SetError) {
    guard notes.accepted.map({ $0 < number }) ?? true else { return }
    try note { $0.accepted = number }
  }

  /// Records the source of the active release and removes unused files. The source is recorded
  /// last, so that a power cut before the activation repeats the update.
  public mutating func settle(takenFrom place: String) throws(SetError) {
    guard let current else { return }
    try note { $0.take(current.id, from: place) }
    try prune()
  }

  /// Rolls back to the previous release atomically and refuses the failed one from now on. Returns
  /// nil if there is no previous release. Call `settle` afterwards.
  public mutating func goBack(because reason: String) throws(SetError) -> StoredSet? {
    guard let failed = current, let previous else {
      // Without a previous release, further failures change nothing.
      keep { $0.trial = nil }
      return nil
    }
    // Refuses the release before the switch, so that a power cut in between does not start it
    // again.
    keep { $0.refused[failed.id.text] = reason }
    try lead(to: previous.id)
    (current, self.previous) = (previous, nil)
    keep { notes in
      notes.shown.removeAll { $0 == failed.id.text }
      notes.trial = nil
    }
    return previous
  }

  /// Writes the notes and removes unused files.
  public mutating func settle() throws(SetError) {
    try notes.write(in: folder)
    try prune()
  }

  /// Counts an item of the active release that was shown to its end. `items` is the number of
  /// items.
  public mutating func noteShown(of items: Int) throws(SetError) {
    guard var trial = notes.trial else { return }
    let verdict = trial.noteShown(of: items)
    if verdict == .good {
      try note { $0.trial = nil }
    } else {
      // A count of successes is not worth a write.
      notes.trial = trial
    }
  }

  /// Counts a failed item of the active release, and returns whether to roll back. Counts even if
  /// the disk is full. `items` is the number of items.
  public mutating func noteFailure(of items: Int) throws(SetError) -> Bool {
    guard var trial = notes.trial else { return false }
    let verdict = trial.noteFailure(of: items)
    // The caller rolls back at once, which writes the notes.
    guard verdict != .bad else { return true }
    notes.trial = trial
    try notes.write(in: folder)
    return false
  }

  /// Returns why a release must not be shown again; nil if it may.
  public func refusal(of id: SetID) -> String? { notes.refused[id.text] }
}
