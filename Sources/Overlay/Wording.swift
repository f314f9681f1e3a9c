/// The words of the interface, for displays in other languages than English.
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
  /// Above a list that has no title of its own.
  public var videos = "Videos"
  /// In place of an empty list.
  public var nothingToPlay = "Nothing to play yet"
  /// To a visitor who may have gone, and what keeps the display as it is.
  public var stillThere = "Still there?"
  public var touchToStay = "Touch the screen to stay here"

  /// Beside what is shown as it happens.
  public var live = "LIVE"
  /// While pictures are awaited that come over the network, above the cause.
  public var waitingForNetwork = "Waiting for the picture"

  /// Over the digits that a remote is paired with, and below them.
  public var pairing = "Pair a remote"
  public var pairingHow = "Type these digits on the device that asks for them"

  // Of the service menu.
  public var service = "Service"
  public var servicePIN = "Enter the PIN"
  public var serviceWrong = "That is not the PIN"
  /// Before a time.
  public var serviceWait = "Too many tries. Again in"
  /// Where the address of the remote would be.
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
