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
}
