import VitrineLinux

/// Packs a report with tar.
enum SupportArchive {
  struct Failure: Error { let cause: String }

  private static let mostBytes = 16 << 20

  /// The archive, whose files are in a folder `name`.
  static func bytes(
    of report: SupportReport, _ introduction: String, name: String
  ) throws(Failure) -> [UInt8] {
    let output: TimedCommand.Output
    do throws(Errno) {
      let folder = try Folder.temporary("vitrine-support")
      defer {
        // The system removes old temporary files, should this fail.
        try? folder.removeTree()
      }
      let inner = folder.folder(name)
      try inner.make(for: .owner)
      try FileDescriptor(creating: inner.path(of: "README.txt")).write(Array(introduction.utf8))
      for (name, bytes) in report.files {
        try FileDescriptor(creating: inner.path(of: name)).write(bytes)
      }
      output = try packed(folder, name)
    } catch {
      throw Failure(cause: "\(error); TMPDIR names another folder for temporary files")
    }
    guard output.status == 0 else {
      throw Failure(cause: "tar failed (exit status \(output.status.map { "\($0)" } ?? "unknown"))")
    }
    return output.bytes
  }

  private static func packed(_ folder: Folder, _ name: String) throws(Errno) -> TimedCommand.Output
  {
    var tar = TimedCommand(
      ["tar", "--create", "--gzip", "--directory", folder.path]
        + ["--owner=0", "--group=0", "--numeric-owner", "--sort=name", name])
    (tar.timeout, tar.mostBytes, tar.hasMessages) = (.seconds(60), mostBytes, false)
    return try tar.run()
  }
}
