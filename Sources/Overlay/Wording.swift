/// The texts of the interface, replaceable for other languages than English.
package struct Wording: Hashable, Sendable {
  /// The heading of the languages of the interface.
  package var language = "Language"
  package var subtitles = "Subtitles"
  package var audio = "Audio"
  package var quality = "Quality"
  package var speed = "Speed"
  package var chapters = "Chapters"
  /// Followed by the number of a chapter without a title.
  package var chapter = "Chapter"
  /// After the name of a track that describes sounds, or the picture.
  package var hardOfHearing = "hard of hearing"
  package var audioDescription = "audio description"
  /// Instead of a duration that is not known yet.
  package var calculating = "calculating…"
  package var off = "Off"
  /// The button on the page of a video.
  package var play = "Play"
  /// The same, for a video that the visitor has begun.
  package var resume = "Continue"
  /// The same, while the video plays on the page.
  package var fullScreen = "Full screen"
  /// Below the QR code of an address for a visitor's phone.
  package var onPhone = "On your phone"
  package var automatic = "Automatic"
  package var track = "Track"

  // The appearance of subtitles.
  package var subtitleStyle = "Subtitle style"
  package var subtitleSample = "Subtitles look like this"
  package var textSize = "Size"
  package var font = "Font"
  package var weight = "Weight"
  package var color = "Colour"
  package var opacity = "Opacity"
  package var background = "Background"
  package var backgroundOpacity = "Background opacity"
  package var window = "Window"
  package var windowOpacity = "Window opacity"
  package var edge = "Edge"
  package var edgeColor = "Edge colour"
  package var position = "Position"
  package var regular = "Regular"
  package var bold = "Bold"
  package var outline = "Outline"
  package var shadow = "Shadow"
  package var raised = "Raised"
  package var depressed = "Depressed"
  package var bottom = "Bottom"
  package var top = "Top"
  package var reset = "Reset"
  /// The choice to have subtitles spoken.
  package var readAloud = "Read aloud"
  /// The choice to show an interpreter's video.
  package var signLanguage = "Sign language"

  package var cannotPlay = "Can’t play this video"
  package var seconds = "s"
  /// The chip that shows all categories.
  package var allCategories = "All"
  /// The chip that begins a search, and the heading during one.
  package var search = "Search"
  /// The heading of a list without a title.
  package var videos = "Videos"
  /// Shown instead of an empty list.
  package var nothingToPlay = "Nothing to play yet"
  /// The countdown before the display returns to its default state.
  package var stillThere = "Still there?"
  package var touchToStay = "Touch the screen to stay here"

  /// The sign of a live stream.
  package var live = "LIVE"
  /// Shown while playback waits for the network.
  package var waitingForNetwork = "Waiting for the network"

  /// Above and below the PIN for pairing.
  package var pairing = "Pair a remote"
  package var pairingHow = "Enter this PIN on the device that requested it"

  /// Above the name of the display that an item was handed over to.
  package var playingOn = "Playing on another display"

  // Service menu.
  package var service = "Service"
  package var servicePIN = "Enter the PIN"
  package var serviceWrong = "Wrong PIN"
  /// Followed by a time.
  package var serviceWait = "Too many attempts. Try again in"
  /// Shown instead of the remote's address.
  package var remoteOff = "The remote is off: set control.http in the configuration"
  package var openOnPhone = "Remote for your phone"
  package var thisScreen = "This screen"
  package var network = "Network"
  package var noNetwork = "not connected"
  package var volume = "Volume"
  package var rotation = "Rotation"
  package var whatIsWrong = "Status"
  package var nothingWrong = "No problems"
  /// Returns to the list after an operator has cleared it or loaded something else.
  package var programme = "Back to programme"
  package var restart = "Restart the player"
  package var restartSurely = "Touch again to restart"

  // The keys of a remote control, in the service menu.
  package var remoteControl = "Remote control"
  package var assignKeys = "Assign keys"
  /// Followed by an action.
  package var pressKey = "Press the key for"
  /// Followed by an action.
  package var keyUsed = "Already used for:"
  package var up = "Up"
  package var down = "Down"
  package var left = "Left"
  package var right = "Right"
  package var mute = "Mute"
  package var skip = "Skip"
  package var save = "Save"
  package var discard = "Discard"

  // Spoken names of what the display shows as icons.
  package var back = "Back"
  /// Removes the last letter of a search.
  package var erase = "Delete"
  /// The space between two words.
  package var space = "Space"
  package var previous = "Previous video"
  package var next = "Next video"
  package var skipBackward = "Skip back"
  package var skipForward = "Skip forward"
  package var pause = "Pause"
  package var replay = "Play again"
  package var timeline = "Timeline"
  package var menu = "Menu"
  package var on = "On"
  package var selected = "selected"
  /// The number of a video and the number of all replace the signs, in this order.
  package var placeInList = "# of #"
  // Before messages with a severity.
  package var information = "Information"
  package var warning = "Warning"
  package var emergency = "Emergency"

  package init() {}
}
