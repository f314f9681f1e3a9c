public import VitrineLinux
public import VitrineSchedules
public import VitrineTiming

/// Where the accounts of a scheduled list are kept between two starts: at once in memory that a restart leaves
/// alone, and every hour on the disk, for what comes after a power cut. Its files have one owner.
public struct AccountStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String
  private var written: HostTime?
  /// What could not be written, as it was told.
  private var trouble: String?

  /// Between two writes onto the disk: each costs it a hundred kilobytes, most of them the file system's own.
  static let period = Duration.seconds(3600)

  /// Folders, as systemd gives them to a service; nil keeps nothing there. `name` tells the players of several
  /// outputs apart.
  public init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map { Folder($0) }, state.map { Folder($0) })
    self.name = "accounts-\(name)"
  }

  /// What the run before has noted last. What is damaged is told, and is none.
  public func read(tell: (String) -> Void) -> [String: Account] {
    for folder in [memory, disk].compactMap(\.self) {
      do throws(Errno) {
        if let accounts = try Self.read(folder.path(of: name)) { return accounts }
        tell("\(folder.path(of: name)): damaged; what was shown before does not count")
      } catch {
        if error != .noEntry { tell("\(folder.path(of: name)): cannot be read: \(error)") }
      }
    }
    return [:]
  }

  /// Of one file; nil where it is damaged.
  public static func read(_ path: String) throws(Errno) -> [String: Account]? {
    AccountsText.read(
      try FileDescriptor(reading: path).bytes(at: 0, count: AccountsText.largestFile + 1))
  }

  /// Notes them wherever that is due; `isEnd` is everywhere. What cannot be written is told once.
  public mutating func note(
    _ accounts: [String: Account], at now: HostTime, isEnd: Bool = false, tell: (String) -> Void
  ) {
    let bytes = AccountsText.bytes(accounts)
    var troubles: [String] = []
    if let memory, let trouble = write(bytes, to: memory) { troubles.append(trouble) }
    // The first is due in its time, too: a service that begins again and again writes no more than one that runs.
    let since = written ?? now
    written = since
    if let disk, isEnd || now - since >= Self.period {
      written = now
      if let trouble = write(bytes, to: disk) { troubles.append(trouble) }
    }
    if let first = troubles.first, first != trouble { tell(first) }
    trouble = troubles.first
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    func text(_ error: some Error) -> String {
      "\(folder.path): what was shown cannot be noted for the next start: \(error)"
    }
    do throws(Errno) { try folder.make() } catch { return text(error) }
    do throws(Folder.ReplaceError<Errno>) {
      try folder.replace(name) { draft throws(Errno) in try draft.write(bytes) }
      return nil
    } catch {
      return text(error)
    }
  }
}
