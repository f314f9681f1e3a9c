import VitrineLinux
public import VitrineSchedules

/// Where it is kept that an override stands: on the disk, for what comes after a power cut, and in memory that
/// a restart leaves alone, which counts first. A value; its files have one owner.
public struct OverrideStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String

  /// Folders, as systemd gives them to a service; nil keeps nothing there. `name` tells the players of several
  /// outputs apart.
  public init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map { Folder($0) }, state.map { Folder($0) })
    self.name = "override-\(name)"
  }

  /// The one that stands. What is damaged is told, and is none.
  public func read(tell: (String) -> Void) -> OverrideNote? {
    for folder in [memory, disk].compactMap(\.self) {
      switch found(in: folder, tell) {
      case .standing(let note)?: return note
      case .ended?: return nil
      case nil: continue
      }
    }
    return nil
  }

  private func found(in folder: Folder, _ tell: (String) -> Void) -> OverrideNote.Found? {
    let path = folder.path(of: name)
    do throws(Errno) {
      let bytes = try FileDescriptor(reading: path).bytes(
        at: 0, count: OverrideNote.largestFile + 1)
      if let found = OverrideNote.read(bytes) { return found }
      tell("\(path): damaged; whether an override stands is not known from it")
    } catch {
      if error != .noEntry { tell("\(path): cannot be read: \(error)") }
    }
    return nil
  }

  /// Returns once it is written down; nil is that none stands. What could not be done, in words for people.
  public func write(_ note: OverrideNote?) -> [String] {
    let bytes = note?.bytes ?? OverrideNote.endedBytes
    // One that ends on the disk alone would be gone after a restart, and one in memory alone after a power cut.
    return [disk, memory].compactMap(\.self).compactMap { folder in
      guard let trouble = write(bytes, to: folder) else { return nil }
      // What is there from before counts no more.
      try? folder.remove(name)
      return "\(folder.path): an override cannot be noted: \(trouble)"
    }
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    do throws(Errno) { try folder.make() } catch { return "\(error)" }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in try draft.write(bytes) }
      // Its name, too, has to be there after a power cut.
      do throws(Errno) { try folder.settle() } catch { return "\(error)" }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

extension OverrideNote.Clocks {
  /// Those of this machine.
  public static func now() -> OverrideNote.Clocks {
    let time = ClockReading.now()
    return OverrideNote.Clocks(
      wall: time.moment, isTrusted: time.isTrusted,
      uptime: OverrideNote.Uptime(boot: MachineUptime.boot, seconds: MachineUptime.seconds))
  }
}
