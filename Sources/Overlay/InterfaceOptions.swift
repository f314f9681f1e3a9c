public import VitrineGestures
public import VitrinePlayback
public import VitrineScenes

/// What an interface is for: its look, its words, its keys, its list.
public struct InterfaceOptions: Hashable, Sendable {
  public var theme = Theme()
  public var wording = Wording()
  /// By names of keys, as libevdev has them: `KEY_RED`.
  public var keys: [String: KeyAction] = [:]
  /// Whether people begin with a list of videos to choose from, be it empty at the moment; false
  /// for a player of signage.
  public var hasList = false
  public var entries: [CatalogueEntry] = []
  /// What it means when people go back.
  public var back = BackMeaning.list
  /// How long bars and buttons stay after the last touch or key.
  public var controlsStay = Duration.seconds(3)
  /// What fingers over a video do not do.
  public var ignored: Set<VideoGesture> = []
  /// What stands above the list; nil takes the list's own title, and without one `wording.videos`.
  public var heading: String?
  /// The list's own title.
  public var listTitle: String?
  /// After so long without a touch or key all of the list is played; nil: never.
  public var attractAfter: Duration?
  /// How long it may stand unused before it goes back to `home`.
  public var idle = IdleTime.automatic
  /// How the operator has it.
  public var home = HomeState()
  /// Whether it is there for notices alone, over signage that is operated from elsewhere.
  public var isBare = false
  /// Whether a touch or key switches a display on that is off.
  public var isWaking = false
  /// The digits that open the service menu; without them there is none.
  public var servicePIN: String?
  /// The corner of the display that is held for it.
  public var serviceCorner = ServiceCorner.topRight

  public init() {}

  /// What it means when people go back, by the arrow, a finger or a key.
  public enum BackMeaning: Hashable, Sendable {
    /// What plays ends, for the list; nothing where there is none.
    case list
    /// Whatever the program that plays makes of it.
    case program
    case nothing
  }

  /// What fingers do over a video beside taps at buttons, the slider and the bars. Each can be ignored.
  public enum VideoGesture: String, CaseIterable, Hashable, Sendable {
    /// In the middle plays and pauses; at a side it skips.
    case doubleTap = "double-tap"
    /// Plays and pauses.
    case twoFingerTap = "two-finger-tap"
    /// Opens the menu of sound and subtitles.
    case longPress = "long-press"
    /// Across the picture: looks for a place.
    case drag
    /// Up and down at the right edge.
    case volume
    /// Down: back.
    case swipeDown = "swipe-down"
  }

  /// Whether there is an arrow.
  var hasBack: Bool {
    switch back {
    case .list: hasList
    case .program: true
    case .nothing: false
    }
  }

  /// What stands above the list.
  var shownHeading: String { heading ?? listTitle ?? wording.videos }
}
