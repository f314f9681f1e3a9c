package import VitrinePictures
package import VitrinePlaylists
package import VitrineTiming

/// The inputs, outputs and phases of a `PlaybackState`.
extension PlaybackState {
  package enum Phase: Equatable, Sendable {
    case idle
    /// An item is being opened.
    case opening
    /// Pictures and sound are awaited: after opening, after a seek, or during a stall.
    case buffering
    case playing
    /// The queue has ended.
    case ended
    /// Nothing in the queue can be played; it is retried later.
    case failed(PlaybackError)
  }

  /// An event of a run.
  package enum Report: Equatable, Sendable {
    /// The source is open; with its duration, if known, and the number of video tracks.
    case opened(duration: MediaTime?, videoTracks: Int = 1)
    /// Its first picture is on screen.
    case shown
    /// The first pictures and sound are decoded.
    case ready
    /// It will end soon.
    case nearEnd
    /// Its first picture has followed the last one of the previous run.
    case followed
    /// The last picture and sample are over, and nothing follows.
    case ended
    /// The source does not keep up.
    case starved
    case failed(PlaybackError)
  }

  package enum Effect: Equatable, Sendable {
    case open(Item, Run)
    /// Moves the opened item to another position, as another run.
    case seek(Run, to: Run, Seek)
    /// Starts the picture and sound of this run.
    case begin(Run)
    /// Makes this run continue where the current one ends.
    case follow(Run)
    case close(Run)
    /// Shows the picture at this path until the run's first picture; nil shows none.
    case showCover(Run, String?)
    /// Stops and starts the clock.
    case pause, resume
    /// Shows the next picture of a paused run.
    case step(Run)
    case setRate(Double)
    case setVolume(Double)
    case setFit(Fit)
    case setArea(PixelRect?)
    case setRotation(Rotation)
    /// For open and future streams.
    case setQuality(VariantPolicy.Preference)
    /// Applies to future openings and seeks.
    case choose(TrackChoices)
    /// For all subtitles, at once.
    case setSubtitleStyle(SubtitleStyle)
    case reportFailure(Item, PlaybackError)
    /// Shows an error card, and calls `retryDue` later.
    case showCard(PlaybackError), retry(after: Duration)
    /// Shows a blank screen.
    case blank
    /// There is nothing left to play.
    case finish
    /// Turns the display on or off.
    case setPower(Bool)
    case setBrightness(Brightness)
  }

  /// A target position in the current item.
  package struct Seek: Hashable, Sendable {
    package enum Mode: Hashable, Sendable {
      /// The picture of exactly that time.
      case exact
      /// The nearest picture that is quickly available.
      case keyFrame
      /// Like `keyFrame`, for a single picture without playback.
      case preview

      /// Whether its picture arrives soon enough to wait for.
      var isQuick: Bool { self != .exact }
    }

    /// From the item's beginning.
    package var target: MediaTime
    package var mode: Mode

    package init(to target: MediaTime, _ mode: Mode = .exact) {
      self.target = target
      self.mode = mode
    }
  }
}
