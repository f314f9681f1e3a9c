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
  /// Shown while playback waits for the network.
  public var waitingForNetwork = "Waiting for the network"

  /// Above and below the PIN for pairing.
  public var pairing = "Pair a remote"
  public var pairingHow = "Enter this PIN on the device that requested it"

  // Service menu.
  public var service = "Service"
  public var servicePIN = "Enter the PIN"
  public var serviceWrong = "Wrong PIN"
  /// Followed by a time.
  public var serviceWait = "Too many attempts. Try again in"
  /// Shown instead of the remote's address.
  public var remoteOff = "The remote is off: set control.http in the configuration"
  public var openOnPhone = "Remote for your phone"
  public var thisScreen = "This screen"
  public var network = "Network"
  public var noNetwork = "not connected"
  public var volume = "Volume"
  public var rotation = "Rotation"
  public var whatIsWrong = "Status"
  public var nothingWrong = "No problems"
  /// Returns to the list after an operator has cleared it or loaded something else.
  public var programme = "Back to programme"
  public var restart = "Restart the player"
  public var restartSurely = "Touch again to restart"

  public init() {}
}
