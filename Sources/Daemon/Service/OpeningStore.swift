import Synchronization
import VitrineLinux
import VitrinePlayback

/// Where it is kept what a player is about to open: in memory that a restart leaves alone.
/// Thread-safe.
final class OpeningStore: Sendable {
  private let folder: Folder
  private let name: String
  private let state: Mutex<State>
  private let warn: @Sendable (String) -> Void

  private struct State {
    var note = OpeningNote()
    /// What could not be written, as it was told.
    var trouble: String?
    var isClosed = false
  }

  /// `runtime` is a folder that is lost with the power; `name` tells players apart. `warn` is told,
  /// on threads that open files, what cannot be written.
  init(runtime: String, name: String, warn: @escaping @Sendable (String) -> Void) {
    (folder, self.name, self.warn) = (Folder(runtime), "opening-\(name)", warn)
    state = Mutex(State())
  }

  /// What the run before was about to open; nil where it ended in order.
  func read() -> OpeningNote? {
    let path = folder.path(of: name)
    do throws(Errno) {
      let file = try FileDescriptor(reading: path)
      let bytes = try file.bytes(at: 0, count: OpeningNote.largestFile + 1)
      if let note = OpeningNote(bytes: bytes) { return note }
      warn("\(path): damaged; what was being opened is not known")
    } catch {
      if error != .noEntry { warn("\(path): cannot be read: \(error)") }
    }
    return nil
  }

  /// What is known at the start, before anything is opened.
  func begin(_ note: OpeningNote) { change { $0 = note } }

  /// These are being opened from now on; returns once that is written down.
  func note(open locations: [String]) { change { $0.set(open: locations) } }

  /// The locations lead to other files from now on; nothing where they do not.
  func begin(edition: String) {
    if state.withLock({ $0.note.edition != edition }) { change { $0.begin(edition: edition) } }
  }

  /// The operator has changed the list, or asked for it to be read again.
  func clearQuarantine() { change { $0.quarantined = [] } }

  /// The player has ended in order: nothing is to be known.
  func close() {
    state.withLock { state in
      state.isClosed = true
      // Where there is none, none was written.
      try? folder.remove(name)
    }
  }

  private func change(_ body: (inout OpeningNote) -> Void) {
    state.withLock { state in
      body(&state.note)
      guard !state.isClosed else { return }
      let trouble = write(state.note.bytes).map {
        "\(folder.path): what is being opened cannot be noted: \($0)"
      }
      if let trouble, state.trouble != trouble { warn(trouble) }
      state.trouble = trouble
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
