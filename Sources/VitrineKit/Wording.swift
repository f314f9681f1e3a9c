internal import VitrineOverlay

/// The texts of the interface, for other languages than English.
///
/// ```swift
/// var german = Wording()
/// german.subtitles = "Untertitel"
/// player.setWording(german)
/// ```
public struct Wording: Hashable, Sendable {
  var value = VitrineOverlay.Wording()

  /// Creates the English texts.
  public init() {}

  /// The heading of the languages.
  public var language: String {
    get { value.language }
    set { value.language = newValue }
  }
  /// The heading of the subtitle menu.
  public var subtitles: String {
    get { value.subtitles }
    set { value.subtitles = newValue }
  }
  /// The heading of the audio track menu.
  public var audio: String {
    get { value.audio }
    set { value.audio = newValue }
  }
  /// The heading of the quality menu, which lists the renditions of a stream.
  public var quality: String {
    get { value.quality }
    set { value.quality = newValue }
  }
  /// The button on the page of a gallery's entry.
  public var play: String {
    get { value.play }
    set { value.play = newValue }
  }
  /// The same button, for a video that the visitor has begun.
  public var resume: String {
    get { value.resume }
    set { value.resume = newValue }
  }
  /// The heading of the speeds.
  public var speed: String {
    get { value.speed }
    set { value.speed = newValue }
  }
  /// The heading of the chapters.
  public var chapters: String {
    get { value.chapters }
    set { value.chapters = newValue }
  }
  /// A chapter without a title; its number follows.
  public var chapter: String {
    get { value.chapter }
    set { value.chapter = newValue }
  }
  /// Follows the name of subtitles that also describe sounds.
  public var hardOfHearing: String {
    get { value.hardOfHearing }
    set { value.hardOfHearing = newValue }
  }
  /// Follows the name of audio that describes the picture.
  public var audioDescription: String {
    get { value.audioDescription }
    set { value.audioDescription = newValue }
  }
  /// Stands for a duration that is not known yet.
  public var calculating: String {
    get { value.calculating }
    set { value.calculating = newValue }
  }
  /// The menu item for no track.
  public var off: String {
    get { value.off }
    set { value.off = newValue }
  }
  /// The button that shows a video on the whole display while it plays on its page.
  public var fullScreen: String {
    get { value.fullScreen }
    set { value.fullScreen = newValue }
  }
  /// The text below the QR code of ``Item/link``: “On your phone”.
  public var onPhone: String {
    get { value.onPhone }
    set { value.onPhone = newValue }
  }
  /// The menu item for the automatic choice.
  public var automatic: String {
    get { value.automatic }
    set { value.automatic = newValue }
  }
  /// Precedes the number of a track without a name.
  public var track: String {
    get { value.track }
    set { value.track = newValue }
  }
  /// The heading of the appearance of subtitles.
  public var subtitleStyle: String {
    get { value.subtitleStyle }
    set { value.subtitleStyle = newValue }
  }
  /// The sample of subtitles while their appearance is changed.
  public var subtitleSample: String {
    get { value.subtitleSample }
    set { value.subtitleSample = newValue }
  }
  /// The size of subtitles.
  public var textSize: String {
    get { value.textSize }
    set { value.textSize = newValue }
  }
  /// The font of subtitles.
  public var font: String {
    get { value.font }
    set { value.font = newValue }
  }
  /// The weight of subtitles.
  public var weight: String {
    get { value.weight }
    set { value.weight = newValue }
  }
  /// The colour of subtitles.
  public var color: String {
    get { value.color }
    set { value.color = newValue }
  }
  /// The opacity of subtitles.
  public var opacity: String {
    get { value.opacity }
    set { value.opacity = newValue }
  }
  /// The colour behind the lines of subtitles.
  public var background: String {
    get { value.background }
    set { value.background = newValue }
  }
  /// The opacity of this background.
  public var backgroundOpacity: String {
    get { value.backgroundOpacity }
    set { value.backgroundOpacity = newValue }
  }
  /// The colour of the window around subtitles.
  public var window: String {
    get { value.window }
    set { value.window = newValue }
  }
  /// The opacity of this window.
  public var windowOpacity: String {
    get { value.windowOpacity }
    set { value.windowOpacity = newValue }
  }
  /// The edges of the letters of subtitles.
  public var edge: String {
    get { value.edge }
    set { value.edge = newValue }
  }
  /// The colour of these edges.
  public var edgeColor: String {
    get { value.edgeColor }
    set { value.edgeColor = newValue }
  }
  /// The position of subtitles.
  public var position: String {
    get { value.position }
    set { value.position = newValue }
  }
  /// The regular weight.
  public var regular: String {
    get { value.regular }
    set { value.regular = newValue }
  }
  /// The bold weight.
  public var bold: String {
    get { value.bold }
    set { value.bold = newValue }
  }
  /// The letters with an outline.
  public var outline: String {
    get { value.outline }
    set { value.outline = newValue }
  }
  /// The letters with a shadow.
  public var shadow: String {
    get { value.shadow }
    set { value.shadow = newValue }
  }
  /// The raised letters.
  public var raised: String {
    get { value.raised }
    set { value.raised = newValue }
  }
  /// The depressed letters.
  public var depressed: String {
    get { value.depressed }
    set { value.depressed = newValue }
  }
  /// The position at the bottom.
  public var bottom: String {
    get { value.bottom }
    set { value.bottom = newValue }
  }
  /// The position at the top.
  public var top: String {
    get { value.top }
    set { value.top = newValue }
  }
  /// The row that restores the appearance of subtitles.
  public var reset: String {
    get { value.reset }
    set { value.reset = newValue }
  }
  /// The choice to have subtitles spoken.
  public var readAloud: String {
    get { value.readAloud }
    set { value.readAloud = newValue }
  }
  /// The choice to show an interpreter's video.
  public var signLanguage: String {
    get { value.signLanguage }
    set { value.signLanguage = newValue }
  }
  /// The heading of the message about an item that cannot be played.
  public var cannotPlay: String {
    get { value.cannotPlay }
    set { value.cannotPlay = newValue }
  }
  /// The unit after a number of seconds.
  public var seconds: String {
    get { value.seconds }
    set { value.seconds = newValue }
  }
  /// The filter that shows all categories of the gallery.
  public var allCategories: String {
    get { value.allCategories }
    set { value.allCategories = newValue }
  }
  /// The button that begins a search in the gallery, and the heading during one.
  public var search: String {
    get { value.search }
    set { value.search = newValue }
  }
  /// The heading of a gallery without a title.
  public var videos: String {
    get { value.videos }
    set { value.videos = newValue }
  }
  /// Shown instead of an empty gallery.
  public var nothingToPlay: String {
    get { value.nothingToPlay }
    set { value.nothingToPlay = newValue }
  }
  /// The question of the countdown before the idle timeout.
  public var stillThere: String {
    get { value.stillThere }
    set { value.stillThere = newValue }
  }
  /// The hint on how to stop the countdown.
  public var touchToStay: String {
    get { value.touchToStay }
    set { value.touchToStay = newValue }
  }
  /// The sign of a live stream.
  public var live: String {
    get { value.live }
    set { value.live = newValue }
  }
  /// The heading above the reason while playback waits for the network.
  public var waitingForNetwork: String {
    get { value.waitingForNetwork }
    set { value.waitingForNetwork = newValue }
  }

  /// The spoken name of the back button: “Back”.
  public var back: String {
    get { value.back }
    set { value.back = newValue }
  }
  /// The spoken name of the button that removes the last letter of a search: “Delete”.
  public var erase: String {
    get { value.erase }
    set { value.erase = newValue }
  }
  /// The spoken name of the space in a search: “Space”.
  public var space: String {
    get { value.space }
    set { value.space = newValue }
  }

  /// The spoken name of the button for the previous item: “Previous video”.
  public var previous: String {
    get { value.previous }
    set { value.previous = newValue }
  }

  /// The spoken name of the button for the next item: “Next video”.
  public var next: String {
    get { value.next }
    set { value.next = newValue }
  }

  /// The spoken name of the button that skips back: “Skip back”; a number of seconds follows.
  public var skipBackward: String {
    get { value.skipBackward }
    set { value.skipBackward = newValue }
  }

  /// The spoken name of the button that skips forward: “Skip forward”.
  public var skipForward: String {
    get { value.skipForward }
    set { value.skipForward = newValue }
  }

  /// The spoken name of the button while a video plays: “Pause”.
  public var pause: String {
    get { value.pause }
    set { value.pause = newValue }
  }

  /// The spoken name of the button after the end: “Play again”.
  public var replay: String {
    get { value.replay }
    set { value.replay = newValue }
  }

  /// The spoken name of the slider: “Timeline”.
  public var timeline: String {
    get { value.timeline }
    set { value.timeline = newValue }
  }

  /// The spoken name of the menu: “Menu”.
  public var menu: String {
    get { value.menu }
    set { value.menu = newValue }
  }

  /// The spoken state of a button that is on: “On”.
  public var on: String {
    get { value.on }
    set { value.on = newValue }
  }

  /// Spoken after a selected choice: “selected”.
  public var selected: String {
    get { value.selected }
    set { value.selected = newValue }
  }

  /// The spoken place of a video in the gallery: “# of #”. The signs are replaced by its number and the
  /// number of all.
  public var placeInList: String {
    get { value.placeInList }
    set { value.placeInList = newValue }
  }
}
