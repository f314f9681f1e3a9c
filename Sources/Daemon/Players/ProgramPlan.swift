public import VitrineEngine
public import VitrineLinux
public import VitrineMachine
import VitrineNetwork
import VitrineOverlay
public import VitrinePictures
public import VitrinePlayback
public import VitrinePlaylists
public import VitrineScanout
public import VitrineSettings
import VitrineStreaming
public import VitrineTiming

/// What the players of a program are made of: the configuration, in which the command line has had
/// its say, and what only a command line can say. A value, made once; from it each player's
/// configuration follows by its role.
public struct ProgramPlan: Sendable {
  /// Which of a program's players.
  public enum Role: Hashable, Sendable {
    /// The one that is seen first, heard and operated.
    case first
    /// That of another connector: without sound and without an interface.
    case other(connector: String)
  }

  /// What one player plays.
  public struct Content: Sendable {
    public let queue: Queue
    /// What is chosen from, where the player begins with a list.
    public let listed: [Item]
    /// What the list that it is calls itself.
    public let title: String?
    /// The place to go on from; nil is the queue's beginning.
    public let resume: ResumePoint?
    /// Told what is being opened, before it is.
    public var onOpening: (@Sendable ([String]) -> Void)?

    public init(
      _ queue: Queue, listed: [Item] = [], title: String? = nil, resume: ResumePoint? = nil
    ) {
      (self.queue, self.listed, self.title, self.resume) = (queue, listed, title, resume)
    }
  }

  /// A display in memory, for machines without one.
  public struct Headless: Sendable {
    let size: PixelSize
    let refresh: Double
  }

  public let settings: Configuration
  public let quirks: DisplayQuirks
  /// Of this board.
  public var knownDecoders: [KnownDecoder] = []
  /// In the place of a real display.
  public let headless: Headless?
  /// Those of the other players.
  public let otherConnectors: [String]
  /// The virtual terminal that is covered.
  public var terminal: TerminalWish
  public var choices: TrackChoices
  /// Whether screenshots will be asked for.
  public var isCapturing = false
  /// Whether to wait for a device where there is none yet.
  public var waitsForDevice = false
  /// Whether players stay when everything has been played, for what is asked next.
  public var staysOpen = false
  /// Whether digits may have to be shown, by which a remote is paired.
  public var isPairable = false
  /// Begins paused, on the first picture.
  public var isPaused = false
  /// Media times of which pictures of the screen are wanted.
  public var captureTimes: [MediaTime] = []
  /// Faults of the display, made on purpose.
  public var faults: DisplayFaults?

  /// `display` is what the command line says of it.
  public init(
    _ settings: Configuration, _ quirks: DisplayQuirks, display: DisplayChoice?,
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
    (self.settings, self.quirks) = (settings, quirks)
    terminal = TerminalWish(settings.console.terminal) ?? .automatic
    choices = settings.trackChoices
  }

  /// The device whose connectors are watched; nil takes the first that drives displays.
  var devicePath: String? { headless == nil ? settings.display.device : nil }

  /// How streams are played.
  var streams: StreamWishes { settings.streamWishes }

  /// Whether people operate the display.
  var isOperated: Bool { settings.operation.isInteractive || hasList }

  /// Whether they begin with a list to choose from.
  public var hasList: Bool { settings.operation.hasList }

  /// Whether keys are read from the devices, and kept from other programs.
  var takesKeys: Bool { isOperated && settings.input.grabs }
}

extension ProgramPlan {
  /// How the player of a role plays.
  public func configuration(_ role: Role, _ content: Content) -> PlayerConfiguration {
    var configuration = PlayerConfiguration(queue: content.queue, display: display(role))
    configuration.choices = choices
    (configuration.fit, configuration.rotation) = (settings.display.fit, settings.display.rotation)
    configuration.power = settings.power
    configuration.brightness = brightness(role)
    (configuration.resume, configuration.onOpening) = (content.resume, content.onOpening)
    configuration.staysOpen = staysOpen
    configuration.streams = streams
    configuration.decoder = DecoderWish(word: settings.playback.decoder) ?? .software
    configuration.knownDecoders = knownDecoders
    configuration.fallback = settings.playback.fallback
    configuration.fallbackAfter = settings.playback.fallbackAfter
    guard role == .first else {
      configuration.sound = .none
      return configuration
    }
    configuration.sound = SoundChoice(word: settings.audio.device) ?? .automatic
    configuration.volume = settings.audio.volume
    configuration.rate = settings.playback.rate
    configuration.isPaused = isPaused
    configuration.captureTimes = captureTimes
    configuration.beginsIdle = hasList
    if isOperated {
      configuration.interface = InterfaceConfiguration(
        settings, listing: hasList ? content.listed : nil, title: content.title)
    } else if isPairable || settings.interface.servicePIN != nil {
      configuration.interface = .bare(settings)
    }
    return configuration
  }

  private func brightness(_ role: Role) -> Brightness {
    switch role {
    case .first: settings.brightness(at: nil)
    case .other(let connector): settings.brightness(at: connector)
    }
  }

  private func display(_ role: Role) -> PlayerConfiguration.Display {
    if let headless { return .headless(headless.size, refresh: headless.refresh) }
    var request = DisplayRequest(settings, quirks)
    (request.isCapturing, request.waitsForDevice, request.faults) = (
      isCapturing, waitsForDevice, faults
    )
    switch role {
    case .first: request.avoided = Set(otherConnectors)
    case .other(let connector): (request.connector, request.mirrors) = (connector, [])
    }
    return .screen(request)
  }
}

extension Configuration {
  /// How streams are played.
  var streamWishes: StreamWishes {
    StreamWishes(
      quality: VariantPolicy.Wish(word: playback.quality) ?? .automatic,
      latency: playback.latency.map { MediaTime(nanoseconds: $0.nanoseconds) })
  }
}

extension PlayerConfiguration {
  /// The same with a way to what lies elsewhere.
  func fetching(over remotes: RemoteSources) -> PlayerConfiguration {
    var configuration = self
    configuration.remotes = remotes
    return configuration
  }
}
