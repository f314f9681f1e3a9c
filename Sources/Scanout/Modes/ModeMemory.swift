public import VitrineKMS
public import VitrineLinux

/// The modes that worked last, by display and by connector: what is set at start-up when the
/// display is off and does not say what it takes. Its file has one owner.
///
/// It lives in a file of lines in a folder of state. The file is replaced whole, so that after
/// a power cut it is the new one or the one before. Losing it is no failure: the next good mode
/// is remembered anew.
public struct ModeMemory: Sendable {
  /// What a mode is remembered for.
  public enum Place: Hashable, Sendable {
    /// A display by its `MonitorIdentity.key`.
    case monitor(String)
    /// A connector by its name, for displays that do not say who they are.
    case connector(String)
  }

  /// A file that could not be used, for the log. What it held is forgotten.
  public struct Damage: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// The oldest places go first.
  public static let capacity = 64
  static let fileName = "modes"

  public let folder: Folder
  /// The most recent last.
  private(set) var entries: [(place: Place, mode: Mode)]
  /// What was wrong with the file that was found; nil where it was good or not there.
  public private(set) var damage: Damage?

  /// Reads what the folder has. A damaged file is put aside, called `modes.damaged`.
  public init(in folder: Folder) {
    self.folder = folder
    entries = []
    do throws(Damage) {
      entries = try ModeMemoryFile.read(folder.path(of: Self.fileName))
    } catch {
      damage = error
      // Where the folder cannot be written, the file is read in vain again next time.
      try? folder.move(Self.fileName, to: "\(Self.fileName).damaged")
    }
  }

  /// The last mode of this display, or of the connector where the display is not known. What
  /// another display ran at the connector says nothing about a display that is known.
  public func mode(monitor: MonitorIdentity?, connector: String) -> Mode? {
    let place = monitor.map { Place.monitor($0.key) } ?? .connector(connector)
    return entries.last { $0.place == place }?.mode
  }

  /// Remembers a mode that has worked. Writes only where that is news.
  ///
  /// Where writing fails it is remembered until the program ends, and thrown.
  public mutating func remember(
    _ mode: Mode, monitor: MonitorIdentity?, connector: String
  ) throws(Folder.ReplaceError<Errno>) {
    // What cannot be spelled cannot be read again.
    guard Mode(modeline: mode.modeline) == mode else { return }
    let places = [.connector(connector)] + (monitor.map { [Place.monitor($0.key)] } ?? [])
    let known = places.filter { place in entries.contains { $0.place == place && $0.mode == mode } }
    guard known.count < places.count else { return }
    entries.removeAll { places.contains($0.place) }
    entries = (entries + places.map { ($0, mode) }).suffix(Self.capacity)
    try write()
  }

  private func write() throws(Folder.ReplaceError<Errno>) {
    let bytes = ModeMemoryFile.bytes(of: entries)
    do throws(Errno) { try folder.make() } catch { throw .writing(error) }
    try folder.replace(Self.fileName) { draft throws(Errno) in
      try draft.write(bytes)
    }
    do throws(Errno) { try folder.settle() } catch { throw .naming(error) }
  }
}
