internal import VitrineEngine
internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

/// The interface over the video: the controls, the gallery and messages.
///
/// These are the initial settings; `Player` has methods to change them later.
///
/// ```swift
/// var interface = Interface()
/// interface.gallery = films
/// interface.idleTimeout = .seconds(60)
/// var options = PlayerOptions()
/// options.interface = interface
/// let player = Player(options: options)
/// ```
public struct Interface: Sendable {
  /// A part of the controls that can be hidden.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// The bar at the top, with everything in it.
    case topBar
    /// The back arrow in the top bar.
    case backButton
    /// The title of the current item.
    case title
    /// The play and pause button in the middle.
    case centerButton
    /// The buttons that skip 10 s back and forward.
    case skipButtons
    /// The buttons for the previous and the next item.
    case itemButtons
    /// The slider, the times and all buttons beside them.
    case bottomBar
    /// The button that turns subtitles on and off.
    case subtitleButton
    /// The button that turns audio description on and off.
    case descriptionButton
    /// The button that opens the volume bar.
    case volumeButton
    /// The button for the menu: audio tracks, subtitles, quality, speed and chapters.
    case trackButton
    /// The button that turns the picture to portrait or landscape.
    case orientationButton
    /// The pages of the gallery's entries, with their descriptions. Without them, a tap plays at once.
    case detailPage
    /// The search in the gallery, which lists of 40 or more entries have.
    case search
    /// The speeds in the menu.
    case speed
    /// The chapters in the menu and on the slider.
    case chapters

    var value: VitrineScenes.Theme.Part {
      switch self {
      case .topBar: .topBar
      case .backButton: .backButton
      case .title: .title
      case .centerButton: .centerButton
      case .skipButtons: .skipButtons
      case .itemButtons: .itemButtons
      case .bottomBar: .bottomBar
      case .subtitleButton: .subtitleButton
      case .descriptionButton: .descriptionButton
      case .volumeButton: .volumeButton
      case .trackButton: .trackButton
      case .orientationButton: .orientationButton
      case .detailPage: .detailPage
      case .search: .search
      case .speed: .speed
      case .chapters: .chapters
      }
    }
  }

  /// The effect of going back, by the arrow at the top, a downward swipe or a key.
  public enum BackAction: String, CaseIterable, Hashable, Sendable {
    /// Ends the video and shows the gallery. Without a gallery there is no arrow, and no effect.
    case gallery
    /// Only sends ``PlayerEvent/backPressed`` to the program. The arrow is visible even without a
    /// gallery.
    case program
    /// No effect, and no arrow.
    case nothing

    var value: InterfaceOptions.BackMeaning {
      switch self {
      case .gallery: .list
      case .program: .program
      case .nothing: .nothing
      }
    }
  }

  /// A gesture over the video, other than taps on buttons, the slider and the bars.
  public enum Gesture: String, CaseIterable, Hashable, Sendable {
    /// Two taps: in the middle they play or pause, at the sides they skip.
    case doubleTap
    /// A tap with two fingers: plays or pauses.
    case twoFingerTap
    /// A finger that rests: opens the menu for audio tracks and subtitles.
    case longPress
    /// A horizontal drag: seeks.
    case drag
    /// A vertical drag at the right edge: sets the volume.
    case volume
    /// A downward swipe: goes back.
    case swipeDown

    var value: InterfaceOptions.VideoGesture {
      switch self {
      case .doubleTap: .doubleTap
      case .twoFingerTap: .twoFingerTap
      case .longPress: .longPress
      case .drag: .drag
      case .volume: .volume
      case .swipeDown: .swipeDown
      }
    }
  }

  /// The parts that are hidden initially.
  public var hiddenParts: Set<Part> = []
  /// Gestures without effect. ``Player/inputs`` still delivers those that ``Input`` has.
  public var disabledGestures: Set<Gesture> = []
  /// How long the controls stay after the last touch or key (default: 3 s).
  public var controlsTimeout = Duration.seconds(3)
  /// The colours, the font and the scale.
  public var theme = Theme()
  /// The texts. Unchanged texts appear in ``language``.
  public var wording = Wording()
  /// The ISO 639-1 code of the texts' language (default: `en`).
  ///
  /// A code that is not in ``availableLanguages`` is an error of the category `configuration`.
  public var language = "en"
  /// The codes of the languages that visitors choose from, in the gallery and in the menu over a video.
  ///
  /// The choice also prefers audio in that language, and ends when the visitor leaves. The event is
  /// ``PlayerEvent/languageChosen(_:)``.
  public var languages: [String] = []
  /// The codes of the languages that are built in.
  public static let availableLanguages = InterfaceLanguage.allCases.map(\.rawValue)
  /// The items of the gallery that visitors choose from; nil for none.
  ///
  /// With a gallery, the queue does not start until ``Player/play()``. A video that your program
  /// plays replaces the gallery on screen, which returns at its end.
  public var gallery: [Item]?
  /// The title of the gallery; nil for ``Wording/videos``.
  public var galleryTitle: String?
  /// The effect of going back (default: `gallery`).
  public var backAction = BackAction.gallery
  /// The time without touches and keys after which the default state is restored; nil, zero or less
  /// disables it.
  ///
  /// The default state consists of the gallery, the settings in `PlayerOptions` and later commands
  /// of your program, such as the volume and the tracks. Paused playback resumes, even if your
  /// program paused it with ``Player/pause()``. A visitor's video that is still playing is not
  /// interrupted, unless it never ends, as a live stream. The event is ``PlayerEvent/visitorLeft``.
  public var idleTimeout: Duration?
  /// The time without touches and keys after which the whole gallery plays as an attract loop; nil,
  /// zero or less disables it.
  public var attractTimeout: Duration?
  /// Additional key bindings: from the kernel's key name to an action, such as
  /// `["KEY_RED": "mute"]`.
  ///
  /// docs/use/interface.md in Vitrine's repository lists the actions. The action `none` removes a
  /// default binding.
  public var keyBindings: [String: String] = [:]
  /// Switch scanning for visitors who can press only one key: after OK, the focus moves at this interval, and OK
  /// chooses; nil for none.
  public var scanInterval: Duration?
  /// Whether all controls and your drawings stay in the lower part of a high display, for visitors in wheelchairs
  /// (default: false).
  ///
  /// That part is between 380 and 1220 mm above the floor if the display reports its size and
  /// ``mountingHeight`` is set, but at least 35 % of the display's height, and the lower half otherwise. Touches of
  /// the picture above it are reported with negative positions.
  public var isWithinReach = false
  /// The height of the picture's lower edge above the floor in millimetres; nil if it is not known.
  public var mountingHeight: Double?
  /// The path of a program that speaks the interface to visitors who use keys, such as
  /// `/usr/bin/espeak-ng`; nil for none.
  ///
  /// Another program is called with the code of a language and a text. It writes a sound file, such as a
  /// WAV file, to its standard output.
  public var speechProgram: String?
  /// Whether to read touchscreens, remotes and keyboards, with exclusive access to them.
  public var handlesInput = true
  /// The folder in which thumbnails and posters are cached.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"

  /// Creates an interface with all parts and without a gallery.
  public init() {}
}

extension InterfaceConfiguration {
  /// For a program that draws and handles input itself. Devices stay available to other programs
  /// until the program reads input.
  static var bare: InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    (configuration.options.isBare, configuration.options.idle) = (true, .never)
    configuration.waitsForListener = true
    return configuration
  }
}

extension Interface {
  /// - Throws: `PlayerError` of the category `configuration` if a key's action does not exist.
  func configuration() throws(PlayerError) -> InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    configuration.options.theme = theme.value(hidden: hiddenParts)
    configuration.options.wording = wording.value
    configuration.options.language = try Self.language(language)
    for code in languages { configuration.options.languages.insert(try Self.language(code)) }
    configuration.options.keys = try keyActions()
    configuration.options.scanInterval = scanInterval.map { max($0, .milliseconds(100)) }
    configuration.options.reach = isWithinReach ? Reach(mountingHeight: mountingHeight) : nil
    configuration.options.speechProgram = speechProgram
    configuration.options.hasList = gallery != nil
    configuration.options.listTitle = galleryTitle
    configuration.options.back = backAction.value
    configuration.options.ignored = Set(disabledGestures.map(\.value))
    configuration.options.controlsTimeout = max(controlsTimeout, .zero)
    configuration.options.attractTimeout = attractTimeout
    configuration.options.idle = idleTimeout.map { .init($0) } ?? .never
    configuration.listed = ListedItems((gallery ?? []).map(\.value))
    configuration.input = handlesInput ? InputOptions() : nil
    configuration.thumbnailFolder = thumbnailFolder
    return configuration
  }

  private static func language(_ code: String) throws(PlayerError) -> InterfaceLanguage {
    guard let language = InterfaceLanguage(rawValue: code) else {
      throw PlayerError(
        .configuration,
        "no translation for language \"\(code)\": expected one of "
          + availableLanguages.joined(separator: ", "))
    }
    return language
  }

  private func keyActions() throws(PlayerError) -> [String: KeyAction] {
    var actions: [String: KeyAction] = [:]
    for (name, word) in keyBindings {
      guard let action = KeyTable.action(named: word) else {
        throw PlayerError(
          .configuration, "\(name): unknown key action \"\(word)\"; see docs/use/interface.md")
      }
      actions[name] = action
    }
    return actions
  }
}
