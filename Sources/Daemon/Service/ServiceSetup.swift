import Engine
import KMS
import Linux
import Pictures
import Playback
import Playlists
import Scanout
import Settings

/// How a service plays, as its configuration says.
struct ServiceSetup {
  let settings: Configuration
  let quirks: DisplayQuirks
  /// As the command line says; nil is as the configuration does.
  let display: DisplayChoice?
  let audio: SoundChoice?
  /// Where things are remembered over a restart; nil remembers nothing.
  let stateFolder: String?
  /// Shows a card only, which nobody operates.
  let isSafe: Bool

  var isHeadless: Bool {
    if case .headless = display { return true }
    return false
  }

  var devicePath: String? {
    guard case .screen(let path, _)? = display else { return settings.display.device }
    return path
  }

  /// Whether people operate the display.
  var isOperated: Bool {
    !isSafe && (settings.operation.isInteractive || settings.operation.hasList)
  }

  /// The connectors that have lists of their own.
  var otherConnectors: [String] {
    isSafe || isHeadless
      ? [] : settings.outputs.filter { $0.value.playlist != nil }.keys.sorted()
  }

  private var request: DisplayRequest {
    var request = DisplayRequest(settings, quirks)
    request.go(to: display)
    request.devicePath = devicePath
    request.stateFolder = stateFolder
    request.avoided = Set(otherConnectors)
    // A service takes pictures of the screen when it is asked to.
    request.isCapturing = true
    // It may start before its devices do.
    request.isPatient = true
    return request
  }

  /// For the player that people see first.
  func player(_ beginning: ServedList.Beginning) -> PlayerConfiguration {
    let display: PlayerConfiguration.Display =
      if case .headless(let size, let refresh)? = display {
        .headless(size, refresh: refresh)
      } else {
        .screen(request)
      }
    var configuration = PlayerConfiguration(queue: beginning.queue, display: display)
    configuration.choices = settings.trackChoices
    configuration.rate = settings.playback.rate
    configuration.volume = settings.audio.volume
    configuration.sound =
      isSafe ? .none : audio ?? SoundChoice(word: settings.audio.device) ?? .automatic
    configuration.fit = settings.display.fit
    configuration.rotation = settings.display.rotation
    configuration.power = isSafe ? PowerOptions() : settings.power
    if isOperated {
      configuration.interface = InterfaceConfiguration(
        settings, listing: beginning.isChosenFrom ? beginning.items : nil)
    }
    configuration.beginsIdle = beginning.isChosenFrom
    configuration.resume = beginning.story.resume
    configuration.staysOpen = true
    return configuration
  }

  /// For the player of another connector, which has no sound and is not operated.
  func player(
    on connector: String, _ beginning: ServedList.Beginning
  ) -> PlayerConfiguration {
    var wanted = request
    (wanted.connector, wanted.avoided, wanted.mirrors) = (connector, [], [])
    var configuration = PlayerConfiguration(queue: beginning.queue, display: .screen(wanted))
    configuration.sound = .none
    configuration.choices = settings.trackChoices
    (configuration.fit, configuration.rotation) = (settings.display.fit, settings.display.rotation)
    configuration.power = settings.power
    configuration.resume = beginning.story.resume
    configuration.staysOpen = true
    return configuration
  }
}
