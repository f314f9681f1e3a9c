import Linux
import Playback
import Timing

/// Where a player's place is kept between two starts: in memory that a restart leaves alone, and
/// on the disk for what comes after a power cut. Thread-bound.
struct ResumeStore {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String
  private var writes = ResumeWrites()
  /// What could not be written, as it was told; each trouble is told once.
  private var troubles: [ResumeWrites.Store: String] = [:]

  /// `runtime` and `state` are folders, as systemd gives them to a service; nil keeps nothing
  /// there. `name` tells the players of several outputs apart.
  init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map(Folder.init), state.map(Folder.init))
    self.name = name
  }

  private var fileName: String { "place-\(name)" }

  private func folder(_ store: ResumeWrites.Store) -> Folder? {
    switch store {
    case .memory: memory
    case .disk: disk
    }
  }

  /// The place that was noted last: memory's is never older than the disk's.
  func read() -> ResumePoint? {
    for folder in [memory, disk].compactMap(\.self) {
      guard let file = try? FileDescriptor(reading: folder.path(of: fileName)),
        let bytes = try? file.bytes(at: 0, count: ResumePoint.largestFile + 1),
        let point = ResumePoint(bytes: bytes)
      else { continue }
      return point
    }
    return nil
  }

  /// Notes where it is, wherever that is due. Where it cannot, plays on: `tell` says so.
  mutating func note(_ point: ResumePoint, at now: HostTime, tell: (String) -> Void) {
    guard let bytes = point.bytes else { return }
    for store in writes.due(point, at: now) {
      guard let folder = folder(store) else { continue }
      let trouble = write(bytes, to: folder).map {
        "\(folder.path): the place in the list cannot be noted: \($0)"
      }
      if let trouble, troubles[store] != trouble { tell(trouble) }
      troubles[store] = trouble
    }
  }

  /// Notes where it ends, everywhere.
  func noteEnd(_ point: ResumePoint) {
    guard let bytes = point.bytes else { return }
    // Whoever cannot write has been told.
    for folder in [memory, disk].compactMap(\.self) { _ = write(bytes, to: folder) }
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    do throws(Errno) { try folder.make() } catch { return "\(error)" }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(fileName) { path throws(Errno) in
        try FileDescriptor(making: path).write(bytes)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}
