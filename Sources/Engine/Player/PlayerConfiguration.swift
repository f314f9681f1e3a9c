package import VitrineLinux
package import VitrineMedia
package import VitrineOverlay
package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineScanout
package import VitrineThumbnails
package import VitrineTiming

/// What to play, where, and how.
package struct PlayerConfiguration: Sendable {
  /// The output for pictures.
  package enum Display: Sendable {
    case screen(DisplayRequest)
    case headless(PixelSize, refresh: Double)
    /// A part of another player's display, which `filmArea` places.
    case zone(VideoZone)
  }

  package var queue: Queue
  package var display: Display
  package var sound = SoundOptions()
  /// Other languages on other devices.
  package var companions: [CompanionOptions] = []
  /// Plays all items at the same loudness; nil leaves them unchanged.
  package var loudness: LoudnessTarget?
  package var fit = Fit.contain
  /// Clockwise from upright, however the panel is mounted.
  package var rotation = Rotation.none
  /// The part of the display for films until the interface or the program chooses another one; nil is all of it.
  package var filmArea: FilmArea?
  /// The part of the display for sign language next to films in that part; nil is a corner above them.
  package var insetArea: FilmArea?
  /// Whether an accelerometer changes the rotation.
  package var followsSensor = false
  /// The initial brightness.
  package var brightness = Brightness.asFound
  package var rate = 1.0
  package var volume = 1.0
  /// No command sets a higher volume.
  package var maximumVolume = 1.0
  package var choices = TrackChoices()
  /// The resume point; nil starts at the beginning of the queue.
  package var resume: ResumePoint?
  /// Starts paused, on the first picture.
  package var isPaused = false
  /// Keeps running when the queue has ended, for further commands.
  package var staysOpen = false
  /// The overlay and its input; nil for a display without interaction.
  package var interface: InterfaceConfiguration?
  /// Starts without playing: visitors choose from the gallery.
  package var beginsIdle = false
  /// How the display is turned off, and playback meanwhile.
  package var power = PowerOptions()
  /// Decides by time when the display is off; without it, only commands do.
  package var powerSchedule: (any PowerSchedule)?
  /// Called at the start, and when the display is turned on or off, for example to control it by
  /// HDMI-CEC. On the player's thread; must not block.
  package var onPower: (@Sendable (Bool) -> Void)?
  /// The media times to take screenshots at.
  package var captureTimes: [MediaTime] = []
  /// Open remote items, each those of some schemes; others fail.
  package var remotes: [any RemoteAccess] = []
  /// A picture to show while a remote item does not arrive; nil shows a card.
  package var fallback: String?
  /// The delay before it; nil is never.
  package var fallbackAfter: Duration?
  /// The rendition of streams to play.
  package var quality = VariantPolicy.Preference.automatic
  /// The preferred video decoder.
  package var decoder = DecoderPreference.software
  /// The board's hardware decoders.
  package var knownDecoders: [KnownDecoder] = []
  /// Called with the locations being opened, before and after each opening; it returns once they
  /// are stored. Called on the threads that open files.
  package var onOpening: (@Sendable ([String]) -> Void)?

  /// Nil without a black box.
  package var recorder: EventRecorder?

  /// The requested device; nil selects the first one that drives displays.
  var devicePath: String? {
    guard case .screen(let request) = display else { return nil }
    return request.device.path
  }

  /// The default state that is restored when a visitor leaves.
  var home: DefaultState {
    var home = DefaultState()
    (home.isPaused, home.rate, home.maximumVolume) = (isPaused, rate, maximumVolume)
    home.volume = min(volume, maximumVolume)
    (home.fit, home.rotation, home.choices) = (fit, rotation, choices)
    home.quality = quality
    // An idle start counts as stopped by the operator, not by a visitor.
    if beginsIdle { home.record(.stop) }
    return home
  }

  /// The status before the player starts.
  var status: PlaybackStatus {
    var status = PlaybackStatus()
    (status.isPaused, status.rate, status.maximumVolume) = (isPaused, rate, maximumVolume)
    status.volume = min(volume, maximumVolume)
    (status.fit, status.rotation, status.choices) = (fit, rotation, choices)
    (status.quality, status.brightness) = (quality, brightness)
    status.sound = SoundStatus(choice: sound.device.word)
    return status
  }

  package init(queue: Queue, display: Display) {
    self.queue = queue
    self.display = display
  }
}

/// An event of the player, reported from its threads.
package enum PlayerEvent: Sendable {
  case opened(Item, MediaSummary)
  case playing(Item)
  case failed(Item, PlaybackError)
  case silent(Item, PlaybackError)
  case withoutSubtitles(Item, PlaybackError)
  /// Its sign-language video is not shown, with the reason.
  case withoutSignLanguage(Item, String)
  /// A part of the file is unreadable; the rest plays.
  case damaged(Item, PlaybackError)
  /// The machine cannot decode all of its video and skips frames.
  case overloaded(Item, String)
  /// The hardware decoder failed: its replacement, and the reason.
  case decoderFallback(Item, String)
  /// A step after a fault, other than skipping an item, and the cause.
  case recovery(RecoveryLadder.Step, because: String)
  /// Why the CPU converts a hardware decoder's pictures.
  case converting(Item, String)
  /// It replaced the previous item without its transition. With the reason, once for each.
  case transitionCut(Item, String)
  /// Its download stalled; it is retried. With the reason.
  case stalled(Item, String)
  /// Its download resumed.
  case resumed(Item)
  /// The client that was scrubbing has disconnected: playback continues where it was.
  case scrubEnded(Item)
  /// Nothing can be played; everything is retried later.
  case waiting(PlaybackError, retryAfter: Duration)
  /// The very first picture is on screen.
  case firstPicture(HostTime)
  /// The first picture of an item, or after a seek, reached the screen at this time; with its
  /// position in the item.
  case shown(Item, MediaTime, at: HostTime)
  case soundOpened(String)
  case soundUnavailable(String)
  /// The sound was turned off while playing.
  case soundOff
  /// Compressed sound is decoded although the device takes it.
  case soundDecoded(SoundCoding, DecodingCause)
  /// Another language plays on this device.
  case companionOpened(language: String, String)
  /// Another language cannot play, with the reason.
  case companionUnavailable(language: String, String)
  /// The mixer of the sound card was set, with the changes.
  case mixerSet(String)
  /// The mixer of the sound card cannot be set, with the reason.
  case mixerUnavailable(String)
  /// Whether sound is muted or has volume 0, by the operator or by the schedule; sent with each
  /// change of the volume.
  case silenced(Bool)
  /// A screenshot at a time of the configuration.
  case captured(Capture, at: MediaTime)
  /// A request by touch or key.
  case requested(InterfaceRequest)
  /// The interface said this, or fell silent.
  case spoken(Utterance)
  /// The interface cannot speak, with the reason.
  case speechUnavailable(String)
  /// A message or PIN cannot be shown, with the reason.
  case noticeUnavailable(String)
  /// The loudness of files cannot be stored, with the reason.
  case loudnessUnavailable(String)
  /// The idle timeout has passed, and the default state was restored.
  case visitorLeft
  /// The interface appeared or disappeared on screen at this time.
  case interfaceShown(isVisible: Bool, at: HostTime)
  case inputAdded(String)
  case inputRemoved(String)
  /// A device cannot be read, with the reason.
  case inputUnavailable(String)
  /// The thumbnail folder is not writable: thumbnails are stored in this one until the player ends.
  case thumbnailsElsewhere(String, because: PlaybackError)
  /// An event of the display.
  case display(DisplayEvent)
  /// The operator or the schedule turned the display on or off.
  case power(isOn: Bool)
  /// Proof of play of an item, from the display's flips.
  case screen(ShowingEvent)
  /// The queue has ended.
  case ended
}

/// The result of playback.
package struct PlayerOutcome: Sendable {
  package let exitStatus: ExitStatus
  /// Why nothing could be played, or what ended playback early.
  package let error: PlaybackError?
  package let statistics: PlaybackStatistics
  package let display: DisplayDescription?
  /// Measured from flips.
  package let vblankPeriod: Duration?
  package let firstPicture: HostTime?
  /// Whether the last item's decoder wrote directly into scanout memory.
  package let decodePath: String
  /// The last item's decoder, and why the preferred one was not used; nil without video.
  package let decoder: String?
}

extension PlayerEvent {
  /// Nil for events of the main sound only.
  init?(_ event: SoundFeed.Event, in language: String) {
    switch event {
    case .opened(let name): self = .companionOpened(language: language, name)
    case .unavailable(let why): self = .companionUnavailable(language: language, why)
    case .mixerSet, .mixerUnavailable: self.init(event)
    case .off, .decoded: return nil
    }
  }

  init(_ event: SoundFeed.Event) {
    switch event {
    case .opened(let name): self = .soundOpened(name)
    case .unavailable(let why): self = .soundUnavailable(why)
    case .off: self = .soundOff
    case .decoded(let coding, let cause): self = .soundDecoded(coding, cause)
    case .mixerSet(let changes): self = .mixerSet(changes)
    case .mixerUnavailable(let why): self = .mixerUnavailable(why)
    }
  }
}

/// Records the events of one player in the black box. Thread-safe; neither locks nor allocates for numbers.
package struct EventRecorder: Sendable {
  private let ring: EventRing
  /// The number of the player.
  private let source: UInt16

  package init(_ ring: EventRing, source: UInt16) { (self.ring, self.source) = (ring, source) }

  package func record(
    _ kind: RecordedEvent.Kind, _ first: UInt64 = 0, _ second: UInt64 = 0, at time: HostTime
  ) {
    ring.record(kind: kind.rawValue, source: source, first, second, at: time)
  }

  /// Records the beginning of a text.
  package func record(_ kind: RecordedEvent.Kind, _ text: String, at time: HostTime) {
    let (first, second) = RecordedEvent.packed(text)
    record(kind, first, second, at: time)
  }

  /// Records the name of a command, without its values, which may be long or secret.
  func record(_ command: Command, at time: HostTime) {
    record(.command, Mirror(reflecting: command).children.first?.label ?? "\(command)", at: time)
  }
}

/// The part of the upright display for films, in pixels. Called on any thread.
package typealias FilmArea = @Sendable (_ display: PixelSize) -> PixelRect?
