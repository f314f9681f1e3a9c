import ArgumentParser
import Glibc
import VitrineControl
import VitrineDaemon
import VitrineDoctor
import VitrineLinux
import VitrinePlayback
import VitrineTiming

/// `vitrine support`: writes an archive for a bug report.
struct SupportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "support",
    abstract: "Write an archive for a bug report.",
    discussion: """
      The archive describes the machine, the service and its log, for the person who helps you. Its \
      README.txt lists the contents. Passwords, tokens, PINs and queries of URLs are removed; names of \
      files, servers and hosts are not. Changes nothing and does not disturb a running player.

      Exit status: 0 if written, 73 if the file exists or cannot be written.

      Examples:
        sudo vitrine support
        ssh screen sudo vitrine support - > report.tar.gz
      """
  )

  @Option(
    name: .customLong("config"),
    help: ArgumentHelp("Use this configuration. (default: the service's)", valueName: "file"))
  var configurationFile: String?

  @Argument(
    help: ArgumentHelp(
      "The archive; - is standard output. (default: vitrine-support-HOST-TIME.tar.gz)",
      valueName: "file"))
  var file: String?

  func validate() throws {
    if file == "-", StandardStream.output.isTerminal {
      throw ValidationError("- writes an archive: redirect standard output to a file")
    }
  }

  func run() throws {
    // Only this user may read the files that this command creates.
    umask(0o077)
    signal(SIGPIPE, SIG_IGN)
    let log = Log()
    let (host, time) = (Self.host, WallTime.text(WallTime.seconds))
    let name = "vitrine-support-\(host)-\(time.map { $0.isNumber ? String($0) : "-" }.joined())"
    let path = file ?? "\(name).tar.gz"
    if path != "-" { try reporting(path, log) { () throws(Errno) in try Self.check(path) } }
    log.info("collecting; takes seconds, or minutes if a program hangs")
    let report = collect()
    let isRoot = geteuid() == 0
    let introduction = report.introduction(host: host, time: time, isRoot: isRoot)
    let archive: [UInt8]
    do throws(SupportArchive.Failure) {
      archive = try SupportArchive.bytes(of: report, introduction, name: name)
    } catch {
      log.error("cannot make the archive: \(error.cause)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
    if path == "-" {
      guard StandardStream.output.write(archive) else {
        log.error("cannot write to standard output")
        throw ExitCode(ExitStatus.cannotWrite.rawValue)
      }
    } else {
      try reporting(path, log) { () throws(Errno) in try Self.write(archive, to: path) }
    }
    tell(log, path, report.files.count + 1, archive.count, isRoot: isRoot)
  }

  private func tell(_ log: Log, _ path: String, _ files: Int, _ bytes: Int, isRoot: Bool) {
    let name = path == "-" ? "standard output" : path
    log.info("\(name): \(files) files, \(bytes / 1000) kB; README.txt in it lists them")
    if !isRoot { log.info("without root, logs and files may be missing: use sudo") }
    log.info(
      "Read it before you publish it: passwords, tokens, PINs and queries of URLs are removed, but names of files, "
        + "servers, hosts and users are not.")
  }

  private func collect() -> SupportReport {
    let unit = BackgroundCheck("service") { ServiceFacts.now() }
      .result(until: .now() + .seconds(5)).value?.unit
    let configuration = SupportConfiguration.reading(configurationFile, unit)
    var report = SupportReport(SecretScrubber(known: configuration?.secrets ?? []))
    let options = configurationFile.map { ["--config", $0] } ?? []
    SupportItem.program(options).forEach { report.add($0) }
    report.add(configuration)
    report.addPlayers(ControlCall().path(configured: configuration?.socket))
    SupportItem.service.forEach { report.add($0) }
    report.add(firstOf: SupportItem.kernelLog)
    SupportItem.kernel.forEach { report.add($0) }
    SupportItem.displays.forEach { report.add($0) }
    let state = PlaceFacts.stateFolder(unit)
    SupportItem.machine(state: state).forEach { report.add($0) }
    return report
  }

  /// For the file's name.
  private static var host: String {
    let name = firstLine(of: "/proc/sys/kernel/hostname") ?? ""
    let known = name.prefix(64).map { sign in
      sign.isASCII && (sign.isLetter || sign.isNumber) ? sign : "-"
    }
    return known.isEmpty ? "screen" : String(known)
  }

  /// Fails before the long work if the file cannot be created.
  private static func check(_ path: String) throws(Errno) {
    let (folder, name) = Folder.holding(path)
    guard try folder.isMissing(name) else { throw .exists }
    try Folder(folder.path.isEmpty ? "/" : folder.path).checkIsWritable()
  }

  private static func write(_ archive: [UInt8], to path: String) throws(Errno) {
    let file = try FileDescriptor(creating: path)
    let (folder, name) = Folder.holding(path)
    do throws(Errno) {
      try file.write(archive)
    } catch {
      // The first error is the one to report.
      try? folder.remove(name)
      throw error
    }
    // Root writes it for the user of sudo.
    file.give(toOwnerOf: folder)
  }

  private func reporting(
    _ path: String, _ log: Log, _ work: () throws(Errno) -> Void
  ) throws {
    do throws(Errno) {
      try work()
    } catch {
      log.error(
        error == .exists
          ? "\(path) already exists: choose another name" : "\(path): cannot write: \(error)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
  }
}
