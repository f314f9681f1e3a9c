/// The texts of the interface, replaceable for other languages than English.
public struct Wording: Hashable, Sendable {
  public var subtitles = "Subtitles"
  public var audio = "Audio"
  public var quality = "Quality"
  public var off = "Off"
  public var automatic = "Automatic"
  public var track = "Track"
  public var cannotPlay = "Can’t play this video"
  public var seconds = "s"
  /// The chip that shows all categories.
  public var allCategories = "All"
  /// The heading of a list without a title.
  public var videos = "Videos"
  /// Shown instead of an empty list.
  public var nothingToPlay = "Nothing to play yet"
  /// The countdown before the display returns to its default state.
  public var stillThere = "Still there?"
  public var touchToStay = "Touch the screen to stay here"

  /// The sign of a live stream.
  public var live = "LIVE"
  /// Shown above the cause while playback waits for the network.
  public var waitingForNetwork = "Waiting for the picture"

  /// Above and below the PIN for pairing.
  public var pairing = "Pair a remote"
  public var pairingHow = "Type these digits on the device that asks for them"

  // Service menu.
  public var service = "Service"
  public var servicePIN = "Enter the PIN"
  public var serviceWrong = "That is not the PIN"
  /// Followed by a time.
  public var serviceWait = "Too many tries. Again in"
  /// Shown instead of the remote's address.
  public var remoteOff = "There is no remote: control.http in the configuration switches it on"
  public var openOnPhone = "Remote, for a phone"
  public var thisScreen = "This screen"
  public var network = "Network"
  public var noNetwork = "not connected"
  public var volume = "Volume"
  public var rotation = "Rotation"
  public var whatIsWrong = "State"
  public var nothingWrong = "Nothing is wrong"
  /// Returns to the list after an operator has cleared it or loaded something else.
  public var programme = "Back to programme"
  public var restart = "Restart the player"
  public var restartSurely = "Touch again to restart"

  public init() {}
}
