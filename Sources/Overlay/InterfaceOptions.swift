package import VitrineGestures
package import VitrinePlayback
package import VitrineScenes

/// The settings of an interface: theme, wording, keys, gallery.
package struct InterfaceOptions: Hashable, Sendable {
  package var theme = Theme()
  package var wording = Wording()
  /// The language of the texts that `wording` does not replace.
  package var language = InterfaceLanguage.en
  /// The languages that visitors choose from, besides the default one.
  package var languages: Set<InterfaceLanguage> = []
  /// By libevdev's key names, such as `KEY_RED`.
  package var keys: [String: KeyAction] = [:]
  /// Keys by libevdev's names, and codes of readers, that start content and have no other effect.
  package var triggers: Set<String> = []
  /// Whether visitors start with a gallery, which may be empty; false for signage.
  package var hasList = false
  package var entries: [CatalogueEntry] = []
  /// The effect of going back.
  package var back = BackMeaning.list
  /// How long the controls stay after the last touch or key.
  package var controlsTimeout = Duration.seconds(3)
  /// The path of the program that speaks the interface to visitors who use keys; nil for none.
  package var speechProgram: String?
  /// The interval at which the focus moves for visitors with a single switch; nil for none.
  package var scanInterval: Duration?
  /// Limits the interface to the lower part of a high display; nil uses all of it.
  package var reach: Reach?
  /// Gestures over a video that have no effect.
  package var ignored: Set<VideoGesture> = []
  /// The heading of the gallery; nil takes the list's title, or otherwise `wording.videos`.
  package var heading: String?
  /// The list's own title.
  package var listTitle: String?
  /// After this long without a touch or key the attract loop starts; nil means never.
  package var attractTimeout: Duration?
  /// The idle timeout.
  package var idle = IdleTime.automatic
  /// The default state.
  package var home = DefaultState()
  /// Whether only notices are shown, over signage that is controlled remotely.
  package var isBare = false
  /// Whether a touch or key turns the display on.
  package var isWaking = false
  /// The PIN of the service menu; nil disables it.
  package var servicePIN: String?
  /// The corner to hold for the service menu.
  package var serviceCorner = ServiceCorner.topRight

  package init() {}

  /// The effect of going back, by the arrow, a gesture or a key.
  package enum BackMeaning: Hashable, Sendable {
    /// Ends the video and shows the gallery; no effect without one.
    case list
    /// Reported to the program.
    case program
    case nothing
  }

  /// Gestures over a video, other than taps on buttons, the slider and the bars. Each can be
  /// disabled.
  package enum VideoGesture: String, CaseIterable, Hashable, Sendable {
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

  /// The texts for the next visitor.
  package var translatedWording: Wording { wording.translated(to: language) }

  /// The languages that visitors choose from, the default one first.
  var offeredLanguages: [InterfaceLanguage] {
    guard languages.union([language]).count > 1 else { return [] }
    return [language]
      + InterfaceLanguage.allCases.filter { $0 != language && languages.contains($0) }
  }

  /// The effective heading of the gallery.
  var shownHeading: String { heading ?? listTitle ?? wording.videos }
}
