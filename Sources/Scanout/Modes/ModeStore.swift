package import VitrineKMS
package import VitrineLinux

/// The latest working modes by monitor and by connector: used at startup if the monitor is off and
/// cannot be identified. Its file has one owner.
///
/// The file is in a state folder and is replaced atomically: after a power cut, it is either the
/// new or the old one. Losing it is harmless: the next working mode is stored again.
package struct ModeStore: Sendable {
  /// The key of a stored mode.
  package enum Key: Hashable, Sendable {
    /// A monitor by its `MonitorIdentity.key`.
    case monitor(String)
    /// A connector by its name, for unidentified monitors.
    case connector(String)
  }

  /// A file that could not be used, for the log. Its contents are dropped.
  package struct Damage: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The oldest keys are removed first.
  package static let capacity = 64
  static let fileName = "modes"

  package let folder: Folder
  /// The most recent last.
  private(set) var entries: [(key: Key, mode: Mode)]
  /// The error in the file; nil if it was valid or missing.
  package private(set) var damage: Damage?

  /// Reads the folder's file. A damaged file is renamed to `modes.damaged`.
  package init(in folder: Folder) {
    self.folder = folder
    entries = []
    do throws(Damage) {
      entries = try ModeStoreFile.read(folder.path(of: Self.fileName))
    } catch {
      damage = error
      // If the folder is not writable, the damaged file is read again next time.
      try? folder.move(Self.fileName, to: "\(Self.fileName).damaged")
    }
  }

  /// The latest mode of this monitor, or of the connector if the monitor is unknown. Another
  /// monitor's mode at the connector does not apply to a known monitor.
  package func mode(monitor: MonitorIdentity?, connector: String) -> Mode? {
    let key = monitor.map { Key.monitor($0.key) } ?? .connector(connector)
    return entries.last { $0.key == key }?.mode
  }

  /// Stores a working mode. Writes only changes.
  ///
  /// If writing fails, the mode is remembered until the program ends, and the error is thrown.
  package mutating func save(
    _ mode: Mode, monitor: MonitorIdentity?, connector: String
  ) throws(Folder.ReplaceError<Errno>) {
    // A mode that cannot be written as a modeline cannot be read back.
    guard Mode(modeline: mode.modeline) == mode else { return }
    let keys = [.connector(connector)] + (monitor.map { [Key.monitor($0.key)] } ?? [])
    let known = keys.filter { key in entries.contains { $0.key == key && $0.mode == mode } }
    guard known.count < keys.count else { return }
    entries.removeAll { keys.contains($0.key) }
    entries = (entries + keys.map { ($0, mode) }).suffix(Self.capacity)
    try write()
  }

  private func write() throws(Folder.ReplaceError<Errno>) {
    let bytes = ModeStoreFile.bytes(of: entries)
    do throws(Errno) { try folder.make() } catch { throw .writing(error) }
    try folder.replace(Self.fileName) { draft throws(Errno) in
      try draft.write(bytes)
    }
    do throws(Errno) { try folder.settle() } catch { throw .naming(error) }
  }
}
