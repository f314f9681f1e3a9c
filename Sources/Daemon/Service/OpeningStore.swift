import Synchronization
import VitrineLinux
import VitrinePlayback

/// Stores which items a player is about to open, in memory that survives a restart of the service.
/// Thread-safe.
final class OpeningStore: Sendable {
  private let folder: Folder
  private let name: String
  private let state: Mutex<State>
  private let warn: @Sendable (String) -> Void

  private struct State {
    var note = OpeningRecord()
    /// The latest write error that was logged.
    var lastError: String?
    var isClosed = false
  }

  /// `runtime` is a folder that does not survive a power cut; `name` distinguishes players. `warn`
  /// receives write errors on the threads that open files.
  init(runtime: String, name: String, warn: @escaping @Sendable (String) -> Void) {
    (folder, self.name, self.warn) = (Folder(runtime), "opening-\(name)", warn)
    state = Mutex(State())
  }

  /// Returns the note of the previous run, or nil if that ended in order.
  func read() -> OpeningRecord? {
    let path = folder.path(of: name)
    do throws(Errno) {
      let file = try FileDescriptor(reading: path)
      let bytes = try file.bytes(most: OpeningRecord.largestFile + 1)
      if let note = OpeningRecord(bytes: bytes) { return note }
      warn("\(path): damaged; the item that was being opened is unknown")
    } catch {
      if error != .noEntry { warn("\(path): cannot be read: \(error)") }
    }
    return nil
  }

  /// Stores the initial note, before anything is opened.
  func begin(_ note: OpeningRecord) { change { $0 = note } }

  /// Records the items that are being opened; returns once the note is stored.
  func record(open locations: [String]) { change { $0.set(open: locations) } }

  /// Records that the locations now lead to other files; does nothing if they do not.
  func begin(edition: String) {
    if state.withLock({ $0.note.edition != edition }) { change { $0.begin(edition: edition) } }
  }

  /// Called when the operator has changed the list or requested a reload.
  func clearQuarantine() { change { $0.quarantined = [] } }

  /// Removes the note, because the player has ended in order.
  func close() {
    state.withLock { state in
      state.isClosed = true
      // The file may never have been written.
      try? folder.remove(name)
    }
  }

  private func change(_ body: (inout OpeningRecord) -> Void) {
    state.withLock { state in
      body(&state.note)
      guard !state.isClosed else { return }
      let error = write(state.note.bytes).map {
        "\(folder.path): cannot save which item is being opened: \($0)"
      }
      if let error, state.lastError != error { warn(error) }
      state.lastError = error
    }
  }

  private func write(_ bytes: [UInt8]) -> String? {
    do throws(Errno) { try folder.make() } catch { return "\(error)" }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in try draft.write(bytes) }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
