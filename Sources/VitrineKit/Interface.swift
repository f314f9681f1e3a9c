internal import VitrineEngine
internal import VitrineGestures
internal import VitrineInputDevices
internal import VitrineOverlay
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScenes

/// What people see over the picture, and operate: the controls, a list to choose from, messages. A value;
/// what is changed while a player runs goes through `Player`.
public struct Interface: Sendable {
  /// What can be left out.
  public enum Part: String, CaseIterable, Hashable, Sendable {
    /// All at the top.
    case topBar
    /// The arrow in it.
    case backButton
    /// What plays.
    case title
    /// Play and pause, in the middle.
    case centerButton
    /// Slider, times and all beside them.
    case bottomBar
    /// The button for sound and subtitles.
    case trackButton
    /// The button that turns the picture.
    case orientationButton

    var value: VitrineScenes.Theme.Part {
      switch self {
      case .topBar: .topBar
      case .backButton: .backButton
      case .title: .title
      case .centerButton: .centerButton
      case .bottomBar: .bottomBar
      case .trackButton: .trackButton
      case .orientationButton: .orientationButton
      }
    }
  }

  /// What it means when people go back: by the arrow at the top, a finger that swipes down, a remote's key.
  public enum BackAction: String, CaseIterable, Hashable, Sendable {
    /// What plays ends, and the list is there again. Without a list there is no arrow, and nothing happens.
    case gallery
    /// What the program makes of `PlayerEvent.backPressed`, and nothing else. The arrow is there without a list, too.
    case program
    /// Nothing: there is no arrow.
    case nothing

    var value: InterfaceOptions.BackMeaning {
      switch self {
      case .gallery: .list
      case .program: .program
      case .nothing: .nothing
      }
    }
  }

  /// What fingers do over a video beside taps at buttons, the slider and the bars.
  public enum Gesture: String, CaseIterable, Hashable, Sendable {
    /// In the middle plays and pauses; at a side it skips.
    case doubleTap
    /// Plays and pauses.
    case twoFingerTap
    /// Opens the menu of sound and subtitles.
    case longPress
    /// Across the picture: looks for a place.
    case drag
    /// Up and down at the right edge.
    case volume
    /// Down: back.
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

  /// The parts that are left out from the beginning.
  public var hiddenParts: Set<Part> = []
  /// What fingers over the video do not do; a program that listens hears of those that `Input` has all the same.
  public var disabledGestures: Set<Gesture> = []
  /// How long bars and buttons stay after the last touch or key.
  public var controlsTimeout = Duration.seconds(3)
  /// How it looks.
  public var theme = Theme()
  /// Its words.
  public var wording = Wording()
  /// What people choose from, where there is a list; nil plays the queue and has none. With one, the queue waits for
  /// `Player.play`; what the program plays is shown in the list's place, which comes back behind it.
  public var gallery: [Item]?
  /// What stands above the list.
  public var galleryTitle: String?
  /// What it means when people go back.
  public var backAction = BackAction.gallery
  /// After so long without a hand all goes back to how the program has it: the list, the volume, the tracks.
  /// A pause is over then, also one that the program asked for. Nil never does.
  public var idleTimeout: Duration?
  /// After so long without a hand all of the list is played, for passers-by; nil never does.
  public var attractTimeout: Duration?
  /// What keys do, by the kernel's names: `["KEY_RED": "mute"]`, in the words of docs/use/interface.md; `none` takes
  /// a key's meaning away.
  public var keyBindings: [String: String] = [:]
  /// Whether touchscreens, remotes and keyboards are read, and kept from other programs.
  public var handlesInput = true
  /// Where small pictures are kept.
  public var thumbnailFolder = "/var/cache/vitrine/thumbnails"

  /// All parts, no list.
  public init() {}
}

extension InterfaceConfiguration {
  /// For what a program draws and hears of its own, and nothing else. Devices are left to other programs until
  /// it listens.
  static var bare: InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    (configuration.options.isBare, configuration.options.idle) = (true, .never)
    configuration.waitsForListener = true
    return configuration
  }
}

extension Interface {
  /// - Throws: of the category `configuration` where a key is to do what there is not.
  func configuration() throws(PlayerError) -> InterfaceConfiguration {
    var configuration = InterfaceConfiguration()
    configuration.options.theme = theme.value(hidden: hiddenParts)
    configuration.options.wording = wording.value
    configuration.options.keys = try keyActions()
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

  private func keyActions() throws(PlayerError) -> [String: KeyAction] {
    var actions: [String: KeyAction] = [:]
    for (name, word) in keyBindings {
      guard let action = KeyTable.action(named: word) else {
        throw PlayerError(
          .configuration, "\(name): a key cannot do \"\(word)\"; see docs/use/interface.md")
      }
      actions[name] = action
    }
    return actions
  }
}
