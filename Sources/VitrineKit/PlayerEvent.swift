internal import VitrineEngine
internal import VitrineKMS
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// What becomes of a player, of its items and of its display. There will be more cases: a `switch` over them has a
/// `default`.
public enum PlayerEvent: Sendable {
  /// What an opened item turned out to be.
  public struct MediaInfo: Hashable, Sendable {
    /// What the file calls itself.
    public let title: String?
    /// Nil where nothing tells.
    public let duration: Duration?
    /// As in `h264 1920x1080` and `aac`; nil where it has none.
    public let video, audio: String?
  }

  /// A display that shows pictures.
  public struct DisplayInfo: Hashable, Sendable {
    /// The kernel's name of its connector: `HDMI-A-1`.
    public let connector: String
    /// What it calls itself; nil where it does not tell.
    public let name: String?
    /// In pixels.
    public let width, height: Int
    /// Refreshes in a second: 59.94 and not 60.
    public let refresh: Double
    /// Why it is so, in words.
    public let reason: String
  }

  /// It was opened.
  case opened(Item, MediaInfo)
  /// It plays from now on.
  case playing(Item)
  /// The first picture of an item, or after a seek, came on screen: the place of that picture in the item, and
  /// the moment of its flip, from the kernel.
  case shown(Item, position: Duration, at: Moment)
  /// It cannot be played, or not to its end; the next one is.
  case failed(Item, PlayerError)
  /// Something of it is lacking, in words: sound, subtitles, a damaged part, pictures that are too much for the
  /// machine. The rest plays.
  case degraded(Item, String)
  /// It does not come from its server, and why; it is tried again.
  case waiting(Item, String)
  /// Nothing can be played; all is tried again after a while.
  case nothingPlayable(PlayerError, retryAfter: Duration)
  /// The queue has come to its end.
  case ended
  /// A visitor at the display wants to go back, and what that means is the program's matter (`Interface.BackAction.program`):
  /// by the arrow at the top, a finger that swipes down, or a remote's key.
  case backPressed
  /// The list is there again, in the place of what has played: a visitor went back, all was played, the visitor has
  /// gone, or a touch ended what played for passers-by.
  case galleryShown
  /// Nothing was touched for `Interface.idleTimeout`, and all is as the program began with it: the list, the
  /// volume, the tracks. What the program itself has changed for a visitor is its own to undo: keys that
  /// it has claimed and areas of its own count as something that is left behind.
  case visitorLeft
  /// Pictures can be seen, on what and why now.
  case displayOn(DisplayInfo)
  /// They cannot: the cable is out, the display was switched off; why.
  case displayOff(String)
  /// Something beside the picture is not as it should be, and what to do about it.
  case warning(String)
  /// A touchscreen, a remote or a keyboard is there, by its name.
  case inputAdded(String)
  /// It is there no more.
  case inputRemoved(String)
  /// Sound is played through this device.
  case soundOpened(String)
  /// There is no sound, and why.
  case soundUnavailable(String)
}

extension PlayerEvent {
  /// Nil of what is the program's own business.
  init?(_ event: VitrineEngine.PlayerEvent) {
    switch event {
    case .opened(let item, let summary): self = .opened(Item(item), MediaInfo(summary))
    case .playing(let item): self = .playing(Item(item))
    case .shown(let item, let time, let moment):
      self = .shown(Item(item), position: time.duration, at: Moment(moment))
    case .failed(let item, let error): self = .failed(Item(item), PlayerError(error))
    case .silent(let item, let error), .withoutSubtitles(let item, let error),
      .damaged(let item, let error):
      self = .degraded(Item(item), error.message)
    case .overloaded(let item, let words), .leftDevice(let item, let words):
      self = .degraded(Item(item), words)
    case .held(let item, let why): self = .waiting(Item(item), why)
    case .waiting(let error, let delay):
      self = .nothingPlayable(PlayerError(error), retryAfter: delay)
    case .ended: self = .ended
    case .asked(.back): self = .backPressed
    case .asked(.leave): self = .galleryShown
    case .visitorLeft: self = .visitorLeft
    case .soundOpened(let name): self = .soundOpened(name)
    case .soundUnavailable(let why): self = .soundUnavailable(why)
    case .inputAdded(let name): self = .inputAdded(name)
    case .inputRemoved(let name): self = .inputRemoved(name)
    case .inputUnavailable(let why): self = .warning(why)
    case .thumbnailsElsewhere(let folder, let error):
      self = .warning("\(error.message); small pictures are kept in \(folder)")
    case .display(let news):
      guard let event = Self(news) else { return nil }
      self = event
    case .comesAgain, .scrubLeft, .firstPicture, .captured, .asked, .interfaceShown, .power,
      .screen,
      .silenced, .converting:
      return nil
    }
  }

  private init?(_ news: DisplayNews) {
    switch news {
    case .lit(let display, let reason): self = .displayOn(DisplayInfo(display, reason))
    case .dark(let reason): self = .displayOff(reason)
    case .off: self = .displayOff("it was switched off")
    case .trouble(let words): self = .warning(words)
    case .reasserted: return nil
    }
  }
}

extension PlayerEvent.DisplayInfo: CustomStringConvertible {
  init(_ display: DisplayDescription, _ reason: String) {
    (connector, name) = (display.connector ?? display.name, display.monitor?.model)
    (width, height, refresh) = (display.size.width, display.size.height, display.refresh)
    self.reason = reason
  }

  /// `HDMI-A-1 (SyncMaster), 1920x1080 at 59.94 Hz: preferred`.
  public var description: String {
    let hertz = (refresh * 100).rounded() / 100
    return
      "\(connector)\(name.map { " (\($0))" } ?? ""), \(width)x\(height) at \(hertz) Hz: \(reason)"
  }
}

extension PlayerEvent.MediaInfo {
  init(_ summary: MediaSummary) {
    (title, video, audio) = (summary.title, summary.video, summary.audio)
    duration = summary.duration?.duration
  }
}
