// Activation and rollback.
extension ReleaseStore {
  /// Activates a release atomically and starts its trial. If that fails, nothing has changed. Call
  /// `settle` after notifying the player.
  package mutating func activate(_ release: StoredRelease, isSigned: Bool) throws(ReleaseError) {
    let (before, old) = (state, current)
    try update { state in
      state.shown = [release.id.text] + state.shown.filter { $0 != release.id.text }
      state.trial = ReleaseTrial(of: release.id)
      if isSigned { state.accepted = max(state.accepted ?? 0, release.manifest.number) }
    }
    do throws(ReleaseError) {
      try link(to: release.id)
    } catch {
      state = before
      throw error
    }
    current = release
    if old?.id != release.id { previous = old }
  }

  /// Records the number of a signed manifest whose files are already present. Lower numbers are
  /// rejected from now on.
  package mutating func accept(_ number: Int64) throws(ReleaseError) {
    guard state.accepted.map({ $0 < number }) ?? true else { return }
    try update { $0.accepted = number }
  }

  /// Records the source of the active release and removes unused files. The source is recorded
  /// last, so that a power cut before the activation repeats the update.
  package mutating func settle(source: String) throws(ReleaseError) {
    guard let current else { return }
    try update { $0.recordSource(source, of: current.id) }
    try prune()
  }

  /// Rolls back to the previous release atomically and refuses the failed one from now on. Returns
  /// nil if there is no previous release. Call `settle` afterwards.
  package mutating func rollBack(because reason: String) throws(ReleaseError) -> StoredRelease? {
    guard let failed = current, let previous else {
      // Without a previous release, further failures change nothing.
      updateInMemory { $0.trial = nil }
      return nil
    }
    // Refuses the release before the switch, so that a power cut in between does not start it
    // again.
    updateInMemory { $0.refused[failed.id.text] = reason }
    try link(to: previous.id)
    (current, self.previous) = (previous, nil)
    updateInMemory { state in
      state.shown.removeAll { $0 == failed.id.text }
      state.trial = nil
    }
    return previous
  }

  /// Writes the state and removes unused files.
  package mutating func settle() throws(ReleaseError) {
    try state.write(in: folder)
    try prune()
  }

  /// Counts an item of the active release that was shown to its end. `items` is the number of
  /// items.
  package mutating func recordShowing(of items: Int) throws(ReleaseError) {
    guard var trial = state.trial else { return }
    let verdict = trial.recordShowing(of: items)
    if verdict == .good {
      try update { $0.trial = nil }
    } else {
      // A count of successes is not worth a write.
      state.trial = trial
    }
  }

  /// Counts a failed item of the active release, and returns whether to roll back. Counts even if
  /// the disk is full. `items` is the number of items.
  package mutating func recordFailure(
    of item: String, of items: Int
  ) throws(ReleaseError) -> Bool {
    guard var trial = state.trial else { return false }
    let verdict = trial.recordFailure(of: item, of: items)
    // The caller rolls back at once, which writes the state.
    guard verdict != .bad else { return true }
    state.trial = trial
    try state.write(in: folder)
    return false
  }

  /// Returns why a release must not be shown again; nil if it may.
  package func refusal(of id: ReleaseID) -> String? { state.refused[id.text] }
}
