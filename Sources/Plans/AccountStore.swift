package import VitrineLinux
package import VitrineSchedules
package import VitrineTiming

/// The stored accounts of a scheduled list: written immediately to a memory-backed folder that
/// survives a restart, and hourly to disk for a power cut. The files must have a single owner.
package struct AccountStore: Sendable {
  private let memory: Folder?
  private let disk: Folder?
  private let name: String
  private var written: HostTime?
  /// The error that was reported last.
  private var reported: String?

  /// The pause between two writes to disk. Each costs 100 kB, most of it the file system's
  /// overhead.
  static let period = Duration.seconds(3600)

  /// The folders that systemd passes to the service; nil stores nothing there. `name` separates the
  /// players of several outputs.
  package init(runtime: String?, state: String?, name: String) {
    (memory, disk) = (runtime.map { Folder($0) }, state.map { Folder($0) })
    self.name = "accounts-\(name)"
  }

  /// Returns the accounts of the previous run. Reports damaged files and ignores them.
  package func read(warn: (String) -> Void) -> [String: Account] {
    for folder in [memory, disk].compactMap(\.self) {
      do throws(Errno) {
        if let accounts = try Self.read(folder.path(of: name)) { return accounts }
        warn("\(folder.path(of: name)): damaged; earlier showings are not counted")
      } catch {
        if error != .noEntry { warn("\(folder.path(of: name)): cannot be read: \(error)") }
      }
    }
    return [:]
  }

  /// Reads one file; returns nil if it is damaged.
  package static func read(_ path: String) throws(Errno) -> [String: Account]? {
    AccountsText.read(
      try FileDescriptor(reading: path).bytes(most: AccountsText.largestFile + 1))
  }

  /// Writes the accounts where a write is due; with `isEnd`, everywhere. Reports each error once.
  package mutating func save(
    _ accounts: [String: Account], at now: HostTime, isEnd: Bool = false, warn: (String) -> Void
  ) {
    let bytes = AccountsText.bytes(accounts)
    var troubles: [String] = []
    if let memory, let trouble = write(bytes, to: memory) { troubles.append(trouble) }
    // The first write also waits for the period, so that a service that restarts repeatedly does
    // not write more often.
    let since = written ?? now
    written = since
    if let disk, isEnd || now - since >= Self.period {
      written = now
      if let trouble = write(bytes, to: disk) { troubles.append(trouble) }
    }
    if let first = troubles.first, first != reported { warn(first) }
    reported = troubles.first
  }

  private func write(_ bytes: [UInt8], to folder: Folder) -> String? {
    func text(_ error: some Error) -> String {
      "\(folder.path): the showing counts cannot be saved for the next start: \(error)"
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
