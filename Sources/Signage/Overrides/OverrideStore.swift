import VitrineLinux
import VitrinePlans
package import VitrineSchedules

/// The stored emergency override: on disk, where it survives a power cut, and in a memory-backed
/// folder that survives a restart. The one in memory takes precedence. The files must have a single
/// owner.
package struct OverrideStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String

  /// The folders that systemd passes to the service; nil stores nothing there. `name` separates the
  /// players of several outputs.
  package init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map { Folder($0) }, state.map { Folder($0) })
    self.name = "override-\(name)"
  }

  /// Returns the active override. Reports damaged files and ignores them.
  package func read(warn: (String) -> Void) -> StoredOverride? {
    for folder in [memory, disk].compactMap(\.self) {
      switch contents(in: folder, warn) {
      case .active(let stored)?: return stored
      case .ended?: return nil
      case nil: continue
      }
    }
    return nil
  }

  private func contents(in folder: Folder, _ warn: (String) -> Void) -> StoredOverride.Contents? {
    let path = folder.path(of: name)
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(
        at: 0, count: StoredOverride.largestFile + 1)
      if let contents = StoredOverride.read(bytes) { return contents }
      warn("\(path): damaged; a saved override is lost")
    } catch {
      if error != .noEntry { warn("\(path): cannot be read: \(error)") }
    }
    return nil
  }

  /// Stores the override, or that there is none, and waits until it is written. Returns error
  /// messages.
  package func write(_ stored: StoredOverride?) -> [String] {
    let bytes = stored?.bytes ?? StoredOverride.endedBytes
    // An end that is only on disk would be lost at a restart, one that is only in memory at a power
    // cut.
    return [disk, memory].compactMap(\.self).compactMap { folder in
      guard let trouble = write(bytes, to: folder) else { return nil }
      // The previous content is stale.
      try? folder.remove(name)
      return "\(folder.path): the override cannot be saved: \(trouble)"
    }
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    do throws(Errno) { try folder.make() } catch { return "\(error)" }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in try draft.write(bytes) }
      // The directory entry must survive a power cut, too.
      do throws(Errno) { try folder.settle() } catch { return "\(error)" }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension StoredOverride.Clocks {
  /// The machine's current clocks.
  package static func now() -> StoredOverride.Clocks {
    let time = ClockReading.now()
    return StoredOverride.Clocks(
      wall: time.moment, isTrusted: time.isTrusted,
      uptime: StoredOverride.Uptime(boot: MachineUptime.boot, seconds: MachineUptime.seconds))
  }
}
