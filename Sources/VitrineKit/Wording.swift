internal import VitrineOverlay

/// The words of the interface, for displays in other languages than English. A value.
public struct Wording: Hashable, Sendable {
  var value = VitrineOverlay.Wording()

  /// In English.
  public init() {}

  /// Above the choice of subtitles.
  public var subtitles: String {
    get { value.subtitles }
    set { value.subtitles = newValue }
  }
  /// Above the choice of sound.
  public var audio: String {
    get { value.audio }
    set { value.audio = newValue }
  }
  /// Above the choice of a stream's encodings.
  public var quality: String {
    get { value.quality }
    set { value.quality = newValue }
  }
  /// Of a choice: none.
  public var off: String {
    get { value.off }
    set { value.off = newValue }
  }
  /// Of a choice: whatever fits.
  public var automatic: String {
    get { value.automatic }
    set { value.automatic = newValue }
  }
  /// Before the number of one that has no name.
  public var track: String {
    get { value.track }
    set { value.track = newValue }
  }
  /// Above the cause.
  public var cannotPlay: String {
    get { value.cannotPlay }
    set { value.cannotPlay = newValue }
  }
  /// Behind a number.
  public var seconds: String {
    get { value.seconds }
    set { value.seconds = newValue }
  }
  /// The chip that shows all categories of a list.
  public var allCategories: String {
    get { value.allCategories }
    set { value.allCategories = newValue }
  }
  /// Above a list without a title.
  public var videos: String {
    get { value.videos }
    set { value.videos = newValue }
  }
  /// In the place of an empty list.
  public var nothingToPlay: String {
    get { value.nothingToPlay }
    set { value.nothingToPlay = newValue }
  }
  /// To a visitor who may have gone.
  public var stillThere: String {
    get { value.stillThere }
    set { value.stillThere = newValue }
  }
  /// What keeps the display as it is.
  public var touchToStay: String {
    get { value.touchToStay }
    set { value.touchToStay = newValue }
  }
  /// Beside what happens as it is shown.
  public var live: String {
    get { value.live }
    set { value.live = newValue }
  }
  /// Above the cause for which pictures do not come.
  public var waitingForNetwork: String {
    get { value.waitingForNetwork }
    set { value.waitingForNetwork = newValue }
  }
}
