import ArgumentParser
import VitrineDaemon
import VitrineEngine
import VitrineMachine
import VitrinePictures
import VitrineScanout
import VitrineSettings

/// The display and the sound device, and how pictures reach the screen.
struct OutputOptions: ParsableArguments {
  @OptionGroup var displayOption: DisplayOption

  @Option(
    help:
      "Fit pictures of another aspect ratio: contain (black bars), cover (crop) or stretch. (default: contain)"
  )
  var fit: Fit?

  @Option(
    name: [.customLong("rotate"), .customLong("rotation")],
    help: ArgumentHelp(
      "Rotate everything clockwise from upright; auto leaves it upright, sensor follows the accelerometer. "
        + "(default: auto)",
      valueName: "degrees"))
  var rotate: RotationChoice?

  @Option(
    name: .customLong("render"),
    help: "Use only this route to the screen. (default: the best that works)")
  var renderMode: RenderMode?

  @Option(
    name: .customLong("turn"),
    help:
      "Rotate pictures by the display's plane or by the CPU (pass). (default: plane if possible)")
  var rotator: Rotator?

  @Option(
    name: .customLong("inject"),
    help: ArgumentHelp(
      "Inject display faults for tests: busy=1,lost=1,plane=31@100,format=YU12@9.",
      visibility: .hidden))
  var faults: DisplayFaults?

  @Option(
    help:
      "Decode video with software, auto, or a device by driver name or path. (default: software)"
  )
  var decoder: DecoderPreference?

  @Option(
    help: "Play audio on auto, none, or an ALSA device such as hw:CARD=vc4hdmi0. (default: auto)")
  var audio: SoundChoice?

  var display: DisplayChoice? { displayOption.display }

  var isHeadless: Bool {
    if case .headless = display { true } else { false }
  }

  /// Applies the options to the configuration.
  func apply(to settings: inout Configuration) {
    settings.display.renderMode = renderMode ?? settings.display.renderMode
    settings.display.rotator = rotator ?? settings.display.rotator
    settings.display.fit = fit ?? settings.display.fit
    if let rotate {
      settings.display.turning = rotate
      // The option applies to all connectors.
      for connector in settings.outputs.keys { settings.outputs[connector]?.rotation = nil }
    }
    if let audio { settings.audio.device = audio.word }
    if let decoder { settings.playback.decoder = decoder.word }
  }
}
