import Engine
import InputDevices
import KMS
import Pictures
import Playback
import Playlists
import Settings

/// How a service plays, as its configuration says.
struct ServiceSetup {
  let settings: Configuration
  let display: DisplayOption
  /// Where things are remembered over a restart; nil remembers nothing.
  let stateFolder: String?

  var devicePath: String? {
    guard case .screen(let path, _) = display else { return nil }
    return path
  }

  /// Whether keys are read from the devices, and kept from everybody else.
  var grabsKeys: Bool { settings.input.grabs }

  private var request: DisplayRequest {
    var request = DisplayRequest()
    if case .screen(let path, let connector) = display {
      request.devicePath = path
      request.connector = connector ?? settings.display.connector
    }
    request.policy = settings.display.mode
    request.policies = settings.outputs.compactMapValues(\.mode)
    request.customModes = settings.display.customModes.compactMap { Mode(custom: $0) }
    request.matching = settings.display.matching
    request.stateFolder = stateFolder
    request.rotations = settings.rotationsBesides
    // A service starts before its devices do, and takes pictures of the screen when it is asked.
    (request.isPatient, request.isCapturing) = (true, true)
    return request
  }

  /// For the player that people operate.
  func player(_ items: [Item], resume: ResumePoint?) -> PlayerConfiguration {
    let display: PlayerConfiguration.Display =
      switch display {
      case .headless(let size, let refresh): .headless(size, refresh: refresh)
      case .screen: .screen(request)
      }
    var configuration = PlayerConfiguration(
      queue: Queue(items, loop: .queue, shuffleSeed: resume?.shuffleSeed), display: display)
    configuration.fit = settings.display.fit
    configuration.rotation = settings.display.rotation
    configuration.power = settings.power
    configuration.interface = interface
    configuration.resume = resume
    configuration.staysOpen = true
    return configuration
  }

  private var interface: InterfaceConfiguration {
    var interface = InterfaceConfiguration()
    interface.options = settings.interface
    let touchscreens = settings.input.touchscreens
    interface.input = InputOptions(
      touchscreens: touchscreens.isEmpty ? .automatic : .named(touchscreens),
      grabs: settings.input.grabs)
    return interface
  }
}
