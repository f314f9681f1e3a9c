package import VitrineEngine
import VitrineInputDevices
package import VitrineLinux
package import VitrineMachine
import VitrineNetwork
import VitrineOverlay
import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
import VitrineRemoteMedia
package import VitrineScanout
package import VitrineSettings
import VitrineSignage
import VitrineThumbnails
package import VitrineTiming

/// The settings from which the configuration of each player is derived: the configuration file with
/// the overrides of the command line, and the options that exist only there.
package struct ProgramPlan: Sendable {
  /// A player's role in the program.
  package enum Role: Hashable, Sendable {
    /// The main player, which visitors may operate.
    case first
    /// The player of another connector, which only shows notices.
    case other(connector: String)
  }

  /// The content of one player.
  package struct Content: Sendable {
    package let queue: Queue
    /// The items to choose from, if the player starts with a list.
    package let listed: [Item]
    /// The list's own title.
    package let title: String?
    /// Where to resume; nil starts at the beginning of the queue.
    package let resume: ResumePoint?
    /// Called with locations before they are opened.
    package var onOpening: (@Sendable ([String]) -> Void)?
    /// The power schedule that a service can change; nil uses that of the settings.
    var power: ScheduledPower?

    package init(
      _ queue: Queue, listed: [Item] = [], title: String? = nil, resume: ResumePoint? = nil
    ) {
      self.queue = queue
      self.listed = listed
      self.title = title
      self.resume = resume
    }
  }

  /// A display in memory, for machines without a real one.
  package struct Headless: Sendable {
    let size: PixelSize
    let refresh: Double
  }

  /// The screenshots of the players.
  package struct Captures: Sendable {
    /// Whether screenshots may be requested.
    package var isPossible = false
    /// The media times at which to take screenshots.
    package var times: [MediaTime] = []
  }

  package let settings: Configuration
  /// Nil for a board without a file.
  private let board: Board?
  /// Replaces a real display.
  package let headless: Headless?
  /// The connectors of the other players.
  package let otherConnectors: [String]
  /// The virtual terminal to cover.
  package var terminal: TerminalPreference
  package var choices: TrackChoices
  package var captures = Captures()
  /// Whether to wait for a display device if none exists yet.
  package var waitsForDevice = false
  /// Whether players stay open for later requests when everything has been played.
  package var staysOpen = false
  /// Whether to start paused on the first picture.
  package var isPaused = false
  /// Simulated display faults.
  package var faults: DisplayFaults?

  /// `display` overrides the configured display.
  package init(
    _ settings: Configuration, _ board: Board?, display: DisplayChoice?,
    otherConnectors: [String] = []
  ) {
    var settings = settings
    switch display {
    case .headless(let size, let refresh):
      headless = Headless(size: size, refresh: refresh)
      self.otherConnectors = []
    case .screen(let path, let connector):
      (settings.display.device, settings.display.connector) = (path, connector)
      fallthrough
    case nil:
      headless = nil
      self.otherConnectors = otherConnectors
    }
    self.settings = settings
    self.board = board
    terminal = TerminalPreference(settings.console.terminal) ?? .automatic
    choices = settings.trackChoices
  }

  /// The device whose connectors are watched; nil selects the first that drives displays.
  var devicePath: String? { headless == nil ? settings.display.device : nil }

  /// Whether visitors operate the display.
  var isOperated: Bool { settings.operation.isInteractive || hasList }

  /// Whether visitors start with a list to choose from.
  package var hasList: Bool { settings.operation.hasList }

  /// Whether the player reads keys from input devices and grabs them.
  var grabsKeys: Bool { isOperated && settings.input.grabs }
}

extension ProgramPlan {
  /// The configuration for the player of a role.
  package func configuration(_ role: Role, _ content: Content) -> PlayerConfiguration {
    var configuration = PlayerConfiguration(queue: content.queue, display: display(role))
    configuration.choices = choices
    (configuration.fit, configuration.rotation) = (settings.display.fit, settings.display.rotation)
    configuration.power = PowerOptions(
      off: settings.power.off, meanwhile: settings.power.meanwhile)
    configuration.powerSchedule =
      content.power ?? (settings.power.isTimed ? ScheduledPower(settings.power) : nil)
    configuration.brightness = brightness(role)
    (configuration.resume, configuration.onOpening) = (content.resume, content.onOpening)
    configuration.staysOpen = staysOpen
    configuration.quality = settings.quality
    configuration.decoder = DecoderPreference(word: settings.playback.decoder) ?? .software
    configuration.knownDecoders = board?.knownDecoders ?? []
    configuration.fallback = settings.playback.fallback
    configuration.fallbackAfter = settings.playback.fallbackAfter
    configuration.sound = sound(role)
    configuration.sound.formats.channels = settings.audio.channels.count
    configuration.sound.formats.isWide = settings.audio.bits == .bits24
    configuration.sound.passthrough = settings.audio.passthrough
    configuration.sound.levelsLoudness = settings.audio.loudness != nil
    (configuration.volume, configuration.maximumVolume) = (
      settings.audio.volume, settings.audio.maximumVolume
    )
    configuration.loudness = settings.audio.loudness.map {
      LoudnessTarget(level: $0, folder: settings.service.thumbnails)
    }
    configuration.interface = .notices(settings)
    guard role == .first else { return configuration }
    configuration.companions = settings.audio.companions.map {
      CompanionOptions(language: $0.language, companion($0.device))
    }
    configuration.followsSensor = settings.display.turning == .sensor
    configuration.rate = settings.playback.rate
    configuration.isPaused = isPaused
    configuration.captureTimes = captures.times
    configuration.beginsIdle = hasList
    if isOperated {
      configuration.interface = InterfaceConfiguration(
        settings, listing: hasList ? content.listed : nil, title: content.title)
    } else if settings.interface.servicePIN != nil || !settings.triggers.isEmpty
      || !settings.overlays.isEmpty || settings.zones.template != nil
    {
      configuration.interface = .bare(settings)
    }
    return configuration
  }

  /// Completes the configuration for the player of a zone, which has the main player's sound if it is audible.
  func configure(_ zone: inout PlayerConfiguration, hasSound: Bool) {
    zone.quality = settings.quality
    zone.fallback = settings.playback.fallback
    zone.fallbackAfter = settings.playback.fallbackAfter
    guard hasSound else { return }
    zone.sound = sound(.first)
    (zone.volume, zone.maximumVolume) = (settings.audio.volume, settings.audio.maximumVolume)
  }

  private func sound(_ role: Role) -> SoundOptions {
    let connector: String? = if case .other(let name) = role { name } else { nil }
    var options = SoundOptions()
    options.device = settings.soundDevice(at: connector).flatMap { SoundChoice(word: $0) } ?? .none
    // With several players, none may take the port of another's display.
    if options.device == .automatic, settings.hasSoundElsewhere { options.device = .display }
    options.mixer = settings.audio.mixer
    options.delay = settings.soundDelay(at: connector)
    options.preRoll = settings.audio.preRoll
    return options
  }

  private func companion(_ device: String) -> SoundOptions {
    var options = SoundOptions(.named(device))
    options.mixer = settings.audio.mixer
    options.delay = settings.soundDelay(at: nil)
    return options
  }

  private func brightness(_ role: Role) -> Brightness {
    switch role {
    case .first: settings.brightness(at: nil)
    case .other(let connector): settings.brightness(at: connector)
    }
  }

  private func display(_ role: Role) -> PlayerConfiguration.Display {
    if let headless { return .headless(headless.size, refresh: headless.refresh) }
    var request = DisplayRequest(settings, board?.quirks ?? DisplayQuirks())
    request.isCapturing = captures.isPossible
    request.device.isAwaited = waitsForDevice
    request.faults = faults
    switch role {
    case .first: request.avoided = Set(otherConnectors)
    case .other(let connector):
      (request.connector, request.mirrors, request.panels.wall) = (connector, [], nil)
    }
    return .screen(request)
  }
}

extension Configuration {
  /// The rendition of streams to play.
  var quality: VariantPolicy.Preference {
    VariantPolicy.Preference(word: playback.quality) ?? .automatic
  }

  /// The distance of live streams to their live edge.
  var latency: MediaTime? { playback.latency.map { MediaTime(nanoseconds: $0.nanoseconds) } }
}

extension ScheduledPower {
  /// `store` keeps the schedule's last value across restarts.
  convenience init(_ settings: PowerSettings, store: LastPowerStore? = nil) {
    self.init(
      settings.schedule, wake: settings.wake, untrusted: settings.untrustedClock, store: store)
  }
}

extension InterfaceConfiguration {
  /// The configured interface for a display that visitors operate; with `items` it starts with a
  /// list of these below `title`.
  package init(_ settings: Configuration, listing items: [Item]?, title: String? = nil) {
    self.init()
    options = settings.interface
    options.triggers = Set(settings.triggers.keys)
    input = Self.input(settings, grabs: settings.input.grabs)
    thumbnailFolder = settings.service.thumbnails
    guard let items else { return }
    (options.hasList, options.listTitle) = (true, title)
    listed = ListedItems(items)
  }

  private static func input(_ settings: Configuration, grabs: Bool) -> InputOptions {
    let touchscreens = settings.input.touchscreens
    return InputOptions(
      touchscreens: touchscreens.isEmpty ? .automatic : .named(touchscreens), grabs: grabs,
      readers: settings.input.readers)
  }

  /// The interface for notices and the service menu only, over signage that visitors do not
  /// operate.
  static func bare(_ settings: Configuration) -> InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    configuration.options = settings.interface
    (configuration.options.isBare, configuration.options.idle) = (true, .never)
    (configuration.options.attractTimeout, configuration.options.hasList) = (nil, false)
    configuration.options.triggers = Set(settings.triggers.keys)
    // Without triggers, keys are left to the console, since no remote control opens the menu.
    let hasTriggers = !settings.triggers.isEmpty
    configuration.input =
      settings.interface.servicePIN == nil && !hasTriggers
      ? nil : input(settings, grabs: hasTriggers && settings.input.grabs)
    configuration.thumbnailFolder = settings.service.thumbnails
    return configuration
  }

  /// The interface that opens for notices, without input devices.
  static func notices(_ settings: Configuration) -> InterfaceConfiguration {
    var configuration = bare(settings)
    (configuration.isForNotices, configuration.input) = (true, nil)
    (configuration.options.servicePIN, configuration.options.speechProgram) = (nil, nil)
    configuration.options.triggers = []
    return configuration
  }
}
