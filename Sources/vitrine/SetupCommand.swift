internal import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrinePlayback

/// `vitrine setup`: runs first at boot on machines made by tools/image.
struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up this machine from a file on its boot partition.",
    discussion: """
      The file is a configuration with one more section, `machine`: host name, time zone, network. \
      Writes /etc/vitrine/conf.d/10-boot.yaml, /etc/hostname, /etc/hosts, /etc/localtime, \
      /etc/systemd/network/10-vitrine.network and /etc/vitrine-wifi/wpa_supplicant.conf if they differ. Faulty entries are reported and \
      skipped; the exit status is still 0. Run as root at boot, on images made by tools/image.

      Examples:
        vitrine setup /boot/vitrine/vitrine.yaml
        vitrine setup --root /tmp/try --faults /tmp/faults vitrine.yaml
      """
  )

  @Argument(help: "The setup file.")
  var file: String

  @Option(
    name: .customLong("faults"),
    help: ArgumentHelp(
      "Also write the faults to this file; remove it if there are none.",
      valueName: "file"))
  var faultFile: String?

  @Option(
    name: .customLong("root"),
    help: ArgumentHelp(
      "Prefix every path written with this folder. (default: none)", valueName: "folder"))
  var root = ""

  func validate() throws {
    // The file is replaced or removed, which would destroy a device node.
    if let faultFile, let status = try? FileStatus(following: faultFile), !status.isFile {
      throw ValidationError("--faults \(faultFile): not a regular file")
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
