import VitrineContent
import VitrineLinux
import VitrineSchedules
import VitrineTiming

/// The updater's published state, and those who observe it. Thread-safe.
final class ContentUpdateStatus: Sendable {
  private struct State {
    var report = ContentReport()
    /// When progress was last published.
    var published = HostTime(nanoseconds: 0)
  }

  private let state = Shared(State())
  private let observers = Shared(CallbackList<@Sendable () -> Void>())

  var report: ContentReport { state.value.report }

  /// Calls `body` after each change, on the thread that makes it. Returns a function that
  /// removes `body`.
  func observe(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let id = observers.update { $0.add(body) }
    return { [observers] in observers.update { $0.remove(id) } }
  }

  func update(_ change: (inout ContentReport) -> Void) {
    let isChanged = state.update { state in
      let before = state.report
      change(&state.report)
      return state.report != before
    }
    if isChanged { notifyObservers() }
  }

  /// Adds downloaded bytes. Publishes the progress at a limited rate.
  func recordDownload(_ bytes: Int64) {
    let now = HostTime.now()
    let isDue = state.update { state in
      state.report.fetch?.done +|= bytes
      guard now - state.published >= Self.progressInterval else { return false }
      state.published = now
      return true
    }
    if isDue { notifyObservers() }
  }

  private static let progressInterval = Duration.milliseconds(200)

  private func notifyObservers() {
    for observer in observers.value.bodies { observer() }
  }
}

extension ContentReport {
  mutating func update(_ release: StoredRelease?, _ state: ReleaseStoreState, written: Int64) {
    shown = release.map { release in
      let manifest = release.manifest
      var shown = Shown(
        number: manifest.number, set: release.id.text, files: manifest.files.count,
        size: manifest.size)
      shown.isOnTrial = state.trial != nil
      return shown
    }
    self.written = written
  }
}
