import ArgumentParser
import VitrineDaemon
import VitrineMachine

/// `--display`: the display to use.
struct DisplayOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this display: auto, a connector (HDMI-A-1), a device (/dev/dri/card1), both (/dev/dri/card1:HDMI-A-1), or headless[:WxH@R]. (default: auto)",
      valueName: "display"))
  var display: DisplayChoice?
}
