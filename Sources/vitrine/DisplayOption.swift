import ArgumentParser
import VitrineDaemon
import VitrineMachine

/// `--display`: where a command shows something.
struct DisplayOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Display: auto, a connector (HDMI-A-1), a device (/dev/dri/card1), both (/dev/dri/card1:HDMI-A-1), or headless[:WxH@R]. (default: auto)",
      valueName: "display"))
  var display: DisplayChoice?
}
