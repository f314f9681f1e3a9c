public import VitrineGestures
public import VitrinePlayback
public import VitrineScenes

/// The settings of an interface: theme, wording, keys, gallery.
public struct InterfaceOptions: Hashable, Sendable {
  public var theme = Theme()
  public var wording = Wording()
  /// By libevdev's key names, such as `KEY_RED`.
  public var keys: [String: KeyAction] = [:]
  /// Whether visitors start with a gallery, which may be empty; false for signage.
  public var hasList = false
  public var entries: [CatalogueEntry] = []
  /// The effect of going back.
  public var back = BackMeaning.list
  /// How long the controls stay after the last touch or key.
  public var controlsTimeout = Duration.seconds(3)
  /// Gestures over a video that have no effect.
  public var ignored: Set<VideoGesture> = []
  /// The heading of the gallery; nil takes the list's title, or otherwise `wording.videos`.
  public var heading: String?
  /// The list's own title.
  public var listTitle: String?
  /// After this long without a touch or key the attract loop starts; nil means never.
  public var attractTimeout: Duration?
  /// The idle timeout.
  public var idle = IdleTime.automatic
  /// The default state.
  public var home = DefaultState()
  /// Whether only notices are shown, over signage that is controlled remotely.
  public var isBare = false
  /// Whether a touch or key turns the display on.
  public var isWaking = false
  /// The PIN of the service menu; nil disables it.
  public var servicePIN: String?
  /// The corner to hold for the service menu.
  public var serviceCorner = ServiceCorner.topRight

  public init() {}

  /// The effect of going back, by the arrow, a gesture or a key.
  public enum BackMeaning: Hashable, Sendable {
    /// Ends the video and shows the gallery; no effect without one.
    case list
    /// Reported to the program.
    case program
    case nothing
  }

  /// Gestures over a video, other than taps on buttons, the slider and the bars. Each can be
  /// disabled.
  public enum VideoGesture: String, CaseIterable, Hashable, Sendable {
    /// In the middle: plays or pauses. At a side: skips.
    case doubleTap = "double-tap"
    /// Plays or pauses.
    case twoFingerTap = "two-finger-tap"
    /// Opens the menu for audio and subtitles.
    case longPress = "long-press"
    /// Across the picture: seeks.
    case drag
    /// Up and down at the right edge: sets the volume.
    case volume
    /// Down: goes back.
    case swipeDown = "swipe-down"
  }

  /// Whether there is a back arrow.
  var hasBack: Bool {
    switch back {
    case .list: hasList
    case .program: true
    case .nothing: false
    }
  }

  /// The effective heading of the gallery.
  var shownHeading: String { heading ?? listTitle ?? wording.videos }
}
