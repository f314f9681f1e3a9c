import Glibc
package import VitrineLinux
package import VitrinePlayback
import VitrineTiming

/// The records of faults in the state folder: the latest eight, and that of a crash. A value type.
package struct FaultStore: Sendable {
  private let folder: Folder

  private static let beginning = "fault-"
  private static let most = 8
  private static let crash = "crash"
  /// In seconds. While a crash is younger, the next ones are not written.
  private static let crashInterval: Int64 = 600

  /// `state` is the service's folder.
  package init(state: Folder) { folder = state.folder("faults") }

  /// The age at which a crash makes way for the next.
  static let crashAge = Duration.seconds(crashInterval + 1)

  /// The file that the handler of a crash creates.
  var crashPath: String { folder.path(of: Self.crash) }

  /// Creates the folder, and lets the next crash be written if the latest one is old.
  func begin(at seconds: Int64) throws(Errno) {
    try folder.make(for: .owner)
    guard try !folder.isMissing(Self.crash) else { return }
    let status = try FileStatus(of: crashPath)
    // A clock that was set back makes it appear to be in the future.
    let age = seconds -| status.modified / 1_000_000_000
    guard !(0..<Self.crashInterval).contains(age) else { return }
    try folder.move(Self.crash, to: removeOldest())
  }

  /// Writes the bytes of a record.
  func write(_ bytes: [UInt8]) throws(Folder.ReplaceError<Errno>) {
    try folder.replace(removeOldest()) { draft throws(Errno) in try draft.write(bytes) }
  }

  /// Makes place, and returns the name of the next file.
  private func removeOldest() -> String {
    let names = recordNames
    for name in names.dropLast(Self.most - 1) {
      // A file that stays is removed next time.
      try? folder.remove(name)
    }
    let number = names.last.flatMap { Int($0.dropFirst(Self.beginning.count)) } ?? 0
    let digits = "\(number % 99_999_999 + 1)"
    return Self.beginning + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// The oldest first.
  private var recordNames: [String] {
    folder.names.filter { name in
      name.hasPrefix(Self.beginning) && name.utf8.count == Self.beginning.utf8.count + 8
        && name.dropFirst(Self.beginning.count).allSatisfy { $0.isASCII && $0.isNumber }
    }.sorted()
  }

  /// The latest first; damaged files are left out. Empty if nothing was ever recorded.
  package func records() throws(Errno) -> [FaultRecord] {
    do throws(Errno) { _ = try folder.readNames() } catch {
      if error == .noEntry { return [] }
      throw error
    }
    var records: [FaultRecord] = []
    for name in recordNames.suffix(Self.most) + [Self.crash] {
      guard let bytes = try folder.contents(of: name, most: FaultRecord.largestFile + 1),
        let record = FaultRecord(bytes: bytes)
      else { continue }
      records.append(record)
    }
    return records.sorted { $0.time > $1.time }
  }
}
