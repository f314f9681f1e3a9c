public import VitrinePictures
public import VitrinePlaylists
public import VitrineTiming

/// What goes into a `PlaybackState`, what comes out, and how far it is.
extension PlaybackState {
  public enum Phase: Equatable, Sendable {
    case idle
    /// An item is being opened.
    case opening
    /// Pictures and sound are awaited: after opening, after a seek, or from a slow source.
    case buffering
    case playing
    /// The queue has come to its end.
    case ended
    /// Nothing in the queue can be played; it is tried again later.
    case failed(PlaybackError)
  }

  /// What happened to a run.
  public enum Report: Equatable, Sendable {
    /// The source is open; this is its length, where it is known, and how many tracks of pictures it has.
    case opened(duration: MediaTime?, videoTracks: Int = 1)
    /// Its first picture is on screen.
    case shown
    /// The first pictures and sound are decoded.
    case ready
    /// It will end soon.
    case nearEnd
    /// Its first picture has followed the last one of the run before.
    case followed
    /// The last picture and sample have been on screen and heard, and nothing follows.
    case ended
    /// The source does not keep up.
    case starved
    case failed(PlaybackError)
  }

  public enum Effect: Equatable, Sendable {
    case open(Item, Run)
    /// Gives the opened item another place and another number.
    case seek(Run, to: Run, Seek)
    /// Shows and sounds this run from its beginning.
    case begin(Run)
    /// Lets this run go on where the current one ends.
    case follow(Run)
    case close(Run)
    /// Halts and starts the clock of picture and sound.
    case pause, resume
    /// Shows the next picture of a paused run.
    case step(Run)
    case setRate(Double)
    case setVolume(Double)
    case setFit(Fit)
    case setRotation(Rotation)
    /// Of streams that are open, and of those that will be.
    case setQuality(VariantPolicy.Wish)
    /// Holds for what is opened, and for seeks, from now on.
    case choose(TrackChoices)
    case reportFailure(Item, PlaybackError)
    /// Shows a calm card with the cause, and reports `retryDue` after a while.
    case showCard(PlaybackError), retry(after: Duration)
    /// Shows nothing.
    case blank
    /// Nothing is left to play.
    case finish
    /// Switches the display on or off.
    case setPower(Bool)
    case setBrightness(Brightness)
  }

  /// Where to go in the item that plays.
  public struct Seek: Hashable, Sendable {
    public enum Mode: Hashable, Sendable {
      /// The picture that belongs to the time.
      case exact
      /// The nearest one that can be had at once.
      case keyFrame
      /// The same, and no more: nothing is played from there.
      case preview

      /// Whether its picture is worth waiting for, since it comes soon.
      var isQuick: Bool { self != .exact }
    }

    /// Counted from the item's beginning.
    public var target: MediaTime
    public var mode: Mode

    public init(to target: MediaTime, _ mode: Mode = .exact) {
      (self.target, self.mode) = (target, mode)
    }
  }
}
