internal import VitrineEngine

/// The initial settings of a player. `Player` has methods for those that can change later.
///
/// ```swift
/// var options = PlayerOptions()
/// options.loop = .queue
/// options.audioLanguages = ["de", "en"]
/// let player = Player([Item(path: "film.mp4")], options: options)
/// ```
public struct PlayerOptions: Sendable {
  /// The sound device to use.
  public enum Sound: Hashable, Sendable {
    /// No sound; no device is opened.
    case off
    /// The display that shows the picture, if it has speakers, otherwise the first sound card.
    case automatic
    /// A device by its ALSA name, such as `hw:CARD=vc4hdmi0`; ``SoundDevice/all()`` lists the
    /// devices.
    case device(String)

    var value: SoundChoice {
      switch self {
      case .off: .none
      case .automatic: .automatic
      case .device(let name): .named(name)
      }
    }
  }

  /// The sound device to use (default: `automatic`).
  public var sound = Sound.automatic
  /// The volume, 0 to 1.
  public var volume = 1.0
  /// The playback rate, 0.25 to 4. The pitch of the sound does not change.
  public var rate = 1.0
  /// How pictures fill the display (default: `contain`).
  public var fit = Fit.contain
  /// Whether to repeat the queue, the item or neither (default: `none`).
  public var loop = PlayerQueue.Loop.none
  /// Whether the player starts paused, on the first frame.
  public var isPaused = false
  /// Whether the player keeps running at the end of the queue, and waits for commands. A player
  /// without items, or with a gallery, always does.
  public var staysOpen = false
  /// The preferred languages of sound, best first, such as `["de", "en"]`.
  public var audioLanguages: [String] = []
  /// The preferred languages of subtitles, best first. If empty, only forced subtitles are shown.
  public var subtitleLanguages: [String] = []
  /// The video decoder (default: `software`).
  ///
  /// `software` is the CPU, `auto` a hardware decoder that supports the codec, otherwise the CPU.
  /// The name of a driver, such as `meson-vdec`, or a path, such as `/dev/video1`, is that device
  /// where it works.
  public var decoder = "software"
  /// The interface over the video; nil for a display that nobody operates, or if your program draws
  /// and handles everything itself.
  public var interface: Interface? = Interface()
  /// Whether to hide the text console below the picture, so that it is never visible.
  public var hidesConsole = true
  /// Whether SIGTERM, SIGINT and SIGHUP end the player cleanly, instead of killing the process.
  public var handlesSignals = true
  /// Whether to limit glibc to two memory arenas for the whole process.
  ///
  /// This prevents memory fragmentation over months, while threads start and end with each item.
  /// Disable it if threads of your own allocate heavily.
  public var limitsMallocArenas = true

  /// Creates the settings for a film with controls.
  public init() {}
}
