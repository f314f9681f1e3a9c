internal import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrinePlayback

/// `vitrine setup`: what a machine made by tools/image does at boot, before anything else of ours.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set this machine as the file on its boot partition says.",
    discussion: """
      The file has all that a configuration may have and a section `machine`: its name, its time \
      zone, its network. Writes /etc/vitrine/conf.d/10-boot.yaml, /etc/hostname, /etc/hosts, \
      /etc/localtime and /etc/systemd/network/10-vitrine.network, where they say something else. \
      What is wrong with the file is told and left out, and the rest holds: the status is 0 then, \
      too. For root, at boot, on machines that tools/image has made.
      """
  )

  @Argument(help: "The file.")
  var file: String

  @Option(
    name: .customLong("faults"),
    help: ArgumentHelp(
      "Write what is wrong with it to this file, too; none is left where all is right.",
      valueName: "file"))
  var faultFile: String?

  @Option(
    name: .customLong("root"),
    help: ArgumentHelp("In front of every path that is written.", valueName: "folder"))
  var root = ""

  func validate() throws {
    // It is replaced or removed: a device would be gone then.
    if let faultFile, let status = try? FileStatus(following: faultFile), !status.isFile {
      throw ValidationError("--faults \(faultFile): no file")
    }
  }

  func run() throws {
    let log = Log()
    let faults = MachineSetup.apply(file, root: root)
    faults.forEach(log.warning)
    guard let faultFile else { return }
    let (folder, name) = Folder.holding(faultFile)
    do throws(Errno) {
      try folder.write(
        faults.isEmpty ? nil : faults.map { $0 + "\n" }.joined(), to: name)
    } catch {
      log.error("\(faultFile): \(error)")
      throw ExitCode(ExitStatus.cannotWrite.rawValue)
    }
  }
}
