import VitrineContent
import VitrineLinux
import VitrineSchedules
import VitrineTiming

/// The updater's published state, and those who observe it. Thread-safe.
final class SupplyBoard: Sendable {
  private struct State {
    var report = ContentReport()
    /// When progress was last published.
    var told = HostTime(nanoseconds: 0)
  }

  private let state = Shared(State())
  private let followers = Shared<[@Sendable () -> Void]>([])

  var report: ContentReport { state.value.report }

  /// Calls `body` after each change, on the thread that makes it. It cannot be removed.
  func follow(_ body: @escaping @Sendable () -> Void) { followers.update { $0.append(body) } }

  func update(_ change: (inout ContentReport) -> Void) {
    let isNews = state.update { state in
      let before = state.report
      change(&state.report)
      return state.report != before
    }
    if isNews { tell() }
  }

  /// Adds downloaded bytes. Publishes the progress at a limited rate.
  func noteFetched(_ bytes: Int64) {
    let now = HostTime.now()
    let isDue = state.update { state in
      state.report.fetch?.done +|= bytes
      guard now - state.told >= Self.betweenBytes else { return false }
      state.told = now
      return true
    }
    if isDue { tell() }
  }

  private static let betweenBytes = Duration.milliseconds(200)

  private func tell() {
    for follower in followers.value { follower() }
  }
}

extension ContentReport {
  mutating func note(_ set: StoredSet?, _ notes: SetNotes, written: Int64) {
    shown = set.map { set in
      let manifest = set.manifest
      var shown = Shown(
        number: manifest.number, set: set.id.text, files: manifest.files.count,
        size: manifest.size)
      shown.isOnTrial = notes.trial != nil
      return shown
    }
    self.written = written
  }
}
