import ArgumentParser
internal import VitrineDaemon
package import VitrineEngine
internal import VitrineKMS
package import VitrineLinux
package import VitrineMachine
package import VitrinePictures
internal import VitrinePlayback
package import VitrineScanout
package import VitrineSettings
package import VitrineTiming
package import VitrineWeb

extension DisplayChoice: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }
}

extension TerminalPreference: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }

  package var defaultValueDescription: String { "auto" }
}

extension ModeRequest: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension Fit: ExpressibleByArgument {}

extension Role: ExpressibleByArgument {}

extension Rotation: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }
  package static var allValueStrings: [String] { words }
}

extension RotationChoice: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }
  package static var allValueStrings: [String] { words }
}

extension RenderMode: ExpressibleByArgument {}

extension Rotator: ExpressibleByArgument {}
extension DecoderPreference: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }
}

extension DisplayFaults: ExpressibleByArgument {
  package convenience init?(argument: String) { self.init(argument) }
}

extension SoundChoice: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }

  package var defaultValueDescription: String { "auto" }
}

extension MediaTime: ExpressibleByArgument {
  package init?(argument: String) { self.init(word: argument) }
}

/// `--display`: the display to use.
struct DisplayOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Use this display: auto, a connector (HDMI-A-1), a device (/dev/dri/card1), both (/dev/dri/card1:HDMI-A-1), or headless[:WxH@R]. (default: auto)",
      valueName: "display"))
  var display: DisplayChoice?
}
