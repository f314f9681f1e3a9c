import ArgumentParser
import VitrineDaemon
import VitrineLinux
import VitrineMachine
import VitrineSettings

/// The virtual terminal, and the start at boot.
struct ConsoleOptions: ParsableArguments {
  @Option(
    name: .customLong("vt"),
    help: ArgumentHelp(
      "Cover this virtual terminal: auto, none or 1-63; see docs/operate/console.md. (default: auto)",
      valueName: "terminal"))
  var terminal: TerminalPreference?

  @Flag(
    name: .customLong("vt-switching"),
    help: "Allow switching to other virtual terminals. (default: off)")
  var isSwitching = false

  @Flag(
    name: .customLong("wait"),
    help: "Wait for a display device to appear, for example at boot.")
  var waitsForDevice = false

  func apply(to settings: inout Configuration) {
    if isSwitching { settings.console.isSwitching = true }
  }

  func apply(to plan: inout ProgramPlan) {
    plan.terminal = terminal ?? plan.terminal
    plan.waitsForDevice = waitsForDevice
  }
}
