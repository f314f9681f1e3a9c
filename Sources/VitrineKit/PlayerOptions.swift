internal import VitrineEngine

/// How a player plays, from its beginning on. A value; what can be changed later has a function of `Player`.
public struct PlayerOptions: Sendable {
  /// What is heard, and where.
  public enum Sound: Hashable, Sendable {
    /// None: no sound device is opened.
    case off
    /// The display that shows the picture where it has loudspeakers, else the first card that there is.
    case automatic
    /// ALSA's name, as `hw:CARD=vc4hdmi0`; `SoundDevice.all()` has those that there are.
    case device(String)

    var value: SoundChoice {
      switch self {
      case .off: .none
      case .automatic: .automatic
      case .device(let name): .named(name)
      }
    }
  }

  /// What is heard, and where.
  public var sound = Sound.automatic
  /// 0 to 1.
  public var volume = 1.0
  /// 0.25 to 4, with the pitch kept.
  public var rate = 1.0
  /// How pictures fill the display.
  public var fit = Fit.contain
  /// What happens at the end of the queue.
  public var loop = PlayerQueue.Loop.none
  /// Whether it begins paused, on the first picture.
  public var isPaused = false
  /// Whether the player stays when all was played, for what is asked of it next. One that begins without items does
  /// so in any case.
  public var staysOpen = false
  /// Languages of sound and of subtitles that are wanted, the preferred one first: `["de", "en"]`.
  public var audioLanguages: [String] = []
  /// The same of subtitles; without any there are none but those that all need.
  public var subtitleLanguages: [String] = []
  /// What decodes video: `software`, the processor; `auto`, a device of the machine's where one has the codec; or
  /// such a device by its driver's name.
  public var decoder = "software"
  /// What people see over the picture and operate; nil for a display that is only looked at, or where the program
  /// draws and hears all by itself.
  public var interface: Interface? = Interface()
  /// Whether the text console below is covered, so that nothing of it flashes up.
  public var hidesConsole = true
  /// Whether SIGTERM, SIGINT and SIGHUP end the player in order, in the place of the process at once.
  public var handlesSignals = true
  /// Whether small memory of the whole process is kept in two places (arenas of glibc's), however many threads
  /// come and go: what a player needs that is to run for months. A program with busy threads of its own may do
  /// better without.
  public var limitsMallocArenas = true

  /// As for a film with controls.
  public init() {}
}
