internal import VitrineScenes

/// The drawings that the display shows or soon will, and whether they have to be painted again.
struct PresentedDrawings {
  /// The number of the picture that was handed to the display and is not on screen yet.
  private var inFlight: Int?
  /// Whether anything of the interface is on screen.
  private(set) var isShown = false
  /// The latest drawings, and whether more may have changed than they show.
  private var latest: [Drawing] = []
  private var mayBeOutdated = true

  /// Whether the display still has to show the previous picture.
  var isInFlight: Bool { inFlight != nil }

  /// Something other than the drawings has changed, such as the subtitles below.
  mutating func invalidate() { mayBeOutdated = true }

  /// Whether to paint these drawings.
  func needsPicture(of drawings: [Drawing]) -> Bool {
    guard !drawings.isEmpty || isShown else { return false }
    return mayBeOutdated || drawings != latest
  }

  /// Records the canvas's answer: `picture` is nil if nothing has changed or no memory is free;
  /// `isBehind` is true if there are changes that no picture contains.
  mutating func record(_ drawings: [Drawing], isBehind: Bool, _ picture: InterfacePicture?) {
    (latest, mayBeOutdated) = (drawings, isBehind)
    guard let picture else { return }
    // Subtitles that change while the interface is hidden are not reported.
    if !isShown { mayBeOutdated = true }
    (isShown, inFlight) = (picture.layer != nil, picture.number)
  }

  /// The picture with this number is on screen.
  mutating func recordFlip(of number: Int) {
    if inFlight.map({ $0 <= number }) ?? false { inFlight = nil }
  }
}
