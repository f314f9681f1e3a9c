public import VitrineNetwork
public import VitrineOverlay
public import VitrinePictures
public import VitrinePlayback
public import VitrinePlaylists
public import VitrineScanout
public import VitrineStreaming
public import VitrineTiming

/// What to play, on what, and how.
public struct PlayerConfiguration: Sendable {
  /// Where the picture goes.
  public enum Display: Sendable {
    case screen(DisplayRequest)
    case headless(PixelSize, refresh: Double)
  }

  public var queue: Queue
  public var display: Display
  public var sound = SoundChoice.automatic
  public var fit = Fit.contain
  /// Clockwise from upright, however the panel is built in.
  public var rotation = Rotation.none
  /// How bright the display begins.
  public var brightness = Brightness.asFound
  public var rate = 1.0
  public var volume = 1.0
  public var choices = TrackChoices()
  /// Where to begin; nil is the beginning of the queue.
  public var resume: ResumePoint?
  /// Begins paused, on the first picture.
  public var isPaused = false
  /// Stays when everything has been played, for what is asked next.
  public var staysOpen = false
  /// Touch, keys and what they are answered with; nil for a display that is not operated.
  public var interface: InterfaceConfiguration?
  /// Begins with nothing: people choose from a list.
  public var beginsIdle = false
  /// What it means that the display is off, and when it is.
  public var power = PowerOptions()
  /// Told at the beginning, and whenever the display is turned on or off: for what has to be told
  /// the display itself, as by HDMI-CEC. On the player's thread, which must not be kept.
  public var onPower: (@Sendable (Bool) -> Void)?
  /// Media times of which pictures of the screen are wanted.
  public var captureTimes: [MediaTime] = []
  /// Fetches what lies elsewhere; without, such items fail.
  public var remotes: RemoteSources?
  /// A picture to show in the place of one that does not come over the network; nil is a card.
  public var fallback: String?
  /// After how long; nil is never.
  public var fallbackAfter: Duration?
  /// How streams are played.
  public var streams = StreamWishes()
  /// Where video is decoded.
  public var decoder = DecoderWish.software
  /// What is known of this board's.
  public var knownDecoders: [KnownDecoder] = []
  /// Fetches what comes next; told what that is, and when the line is free.
  public var preloader: Preloader?
  /// Told the locations that are being opened, before each open and after it; it returns once that
  /// is written down. On threads that open files.
  public var onOpening: (@Sendable ([String]) -> Void)?

  /// The device that is wanted; nil takes the first that drives displays.
  var devicePath: String? {
    guard case .screen(let request) = display else { return nil }
    return request.devicePath
  }

  /// What visitors who have gone leave it as.
  var home: HomeState {
    var home = HomeState()
    (home.isPaused, home.rate, home.volume) = (isPaused, rate, volume)
    (home.fit, home.rotation, home.choices) = (fit, rotation, choices)
    home.quality = streams.quality
    // What waits to be asked has not been stopped by a visitor.
    if beginsIdle { home.note(.stop) }
    return home
  }

  /// How a player stands that has not begun.
  var status: PlaybackStatus {
    var status = PlaybackStatus()
    (status.isPaused, status.rate, status.volume) = (isPaused, rate, volume)
    (status.fit, status.rotation, status.choices) = (fit, rotation, choices)
    (status.quality, status.brightness) = (streams.quality, brightness)
    return status
  }

  public init(queue: Queue, display: Display) {
    (self.queue, self.display) = (queue, display)
  }
}

/// What the player reports to its program. Comes from the player's threads.
public enum PlayerEvent: Sendable {
  case opened(Item, MediaSummary)
  case playing(Item)
  case failed(Item, PlaybackError)
  case silent(Item, PlaybackError)
  case withoutSubtitles(Item, PlaybackError)
  /// A part of it cannot be read; the rest plays.
  case damaged(Item, PlaybackError)
  /// All of its video is too much for this machine; less of it is decoded.
  case overloaded(Item, String)
  /// A device could not decode it: what does in its place, and why.
  case leftDevice(Item, String)
  /// A device decodes it and the processor converts its pictures, in words with the cause.
  case converting(Item, String)
  /// It does not come from its server, and why; it is tried again.
  case held(Item, String)
  /// It comes again.
  case comesAgain(Item)
  /// The client that looked for a place in it has gone: it goes on where it was.
  case scrubLeft(Item)
  /// Nothing can be played; everything is tried again after a while.
  case waiting(PlaybackError, retryAfter: Duration)
  /// The first picture of all is on screen.
  case firstPicture(HostTime)
  /// The first picture of an item, or after a seek, came on screen at this moment; the time is
  /// that of the picture in the item.
  case shown(Item, MediaTime, at: HostTime)
  case soundOpened(String)
  case soundUnavailable(String)
  /// Whether it is muted, or its volume 0, by the operator or the time table: told with every change of how
  /// loud it is.
  case silenced(Bool)
  /// A picture of the screen at a time of the configuration.
  case captured(Capture, at: MediaTime)
  /// It was asked for at the display, by touch or key.
  case asked(InterfaceRequest)
  /// The display was not used for its idle time: all is as the operator has it again.
  case visitorLeft
  /// The interface, or that it is gone, came on screen at this moment.
  case interfaceShown(isVisible: Bool, at: HostTime)
  case inputAdded(String)
  case inputRemoved(String)
  /// A device cannot be read, and why.
  case inputUnavailable(String)
  /// The folder of small pictures cannot be written: they are kept in this one until the end.
  case thumbnailsElsewhere(String, because: PlaybackError)
  /// What has become of the display.
  case display(DisplayNews)
  /// The display was turned on or off, by the operator or by the time table.
  case power(isOn: Bool)
  /// What is seen of an item, by the display's flips.
  case screen(ScreenNews)
  /// The queue has come to its end.
  case ended
}

/// How it went, once everything has been played.
public struct PlayerOutcome: Sendable {
  public let exitStatus: ExitStatus
  /// Why nothing could be played, or what ended it early.
  public let error: PlaybackError?
  public let statistics: PlaybackStatistics
  public let display: DisplayDescription?
  /// Measured from flips.
  public let vblankPeriod: Duration?
  public let firstPicture: HostTime?
  /// Whether the last item's decoder wrote straight into scanout memory.
  public let decodePath: String
  /// What decoded it, and why it was not another one; nil of what has no video.
  public let decoder: String?
}

extension PlayerEvent {
  init(_ news: SoundFeed.News) {
    switch news {
    case .opened(let name): self = .soundOpened(name)
    case .unavailable(let why): self = .soundUnavailable(why)
    }
  }
}
