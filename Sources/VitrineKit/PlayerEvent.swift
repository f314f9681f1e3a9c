internal import VitrineEngine
internal import VitrineKMS
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineScanout
internal import VitrineTiming

/// An event of a player, its items or its display. More cases will be added: use `default` in a
/// `switch`.
public enum PlayerEvent: Sendable {
  /// The properties of an opened item.
  public struct MediaInfo: Hashable, Sendable {
    /// The title in the file; nil if there is none.
    public let title: String?
    /// The duration; nil if unknown, as for live streams.
    public let duration: Duration?
    /// The codecs, with the size of the video, such as `h264 1920x1080` and `aac`; nil without such
    /// a track.
    public let video, audio: String?
  }

  /// A display that shows pictures.
  public struct DisplayInfo: Hashable, Sendable {
    /// The kernel's name for the connector, such as `HDMI-A-1`.
    public let connector: String
    /// The display's name from its EDID; nil if it has none.
    public let name: String?
    /// The size of the mode in pixels.
    public let width, height: Int
    /// The refresh rate in hertz, not rounded: 59.94 is not 60.
    public let refresh: Double
    /// The human-readable reason for this mode.
    public let reason: String
  }

  /// An item was opened.
  case opened(Item, MediaInfo)
  /// An item starts to play.
  case playing(Item)
  /// The first frame of an item, or after a seek, is on screen. `position` is the frame's position
  /// in the item, `at` the time of its page flip.
  case shown(Item, position: Duration, at: Moment)
  /// An item cannot be played, or cannot be played to its end; the next one plays.
  case failed(Item, PlayerError)
  /// An item plays with a restriction, with a human-readable description: without sound or
  /// subtitles, past damage, with another decoder because the hardware decoder failed, or with
  /// frames skipped because the machine is too slow.
  case degraded(Item, String)
  /// An item's server sends no data, with the reason; the player retries the download.
  case waiting(Item, String)
  /// No item in the queue can be played; all are retried after a while.
  case nothingPlayable(PlayerError, retryAfter: Duration)
  /// The queue has ended.
  case ended
  /// A visitor went back, by the arrow at the top, a downward swipe or a key, and
  /// ``Interface/backAction`` is `program`.
  case backPressed
  /// A visitor chose a language of ``Interface/languages``, by its code.
  case languageChosen(String)
  /// The gallery is visible again after a video: a visitor went back, everything was played, the
  /// idle timeout passed, or a touch ended the attract loop.
  case galleryShown
  /// The idle timeout (``Interface/idleTimeout``) passed, and the default state was restored.
  ///
  /// Undo your program's own changes for the visitor, such as another language. The event is also
  /// sent if a visitor only used keys that you claimed or areas that you drew.
  case visitorLeft
  /// A display has started to show pictures.
  case displayOn(DisplayInfo)
  /// No display shows pictures: it was unplugged or turned off, with the human-readable reason.
  case displayOff(String)
  /// A problem that does not stop playback, with a human-readable message.
  case warning(String)
  /// A touchscreen, remote or keyboard was connected, with its name.
  case inputAdded(String)
  /// An input device was disconnected, with its name.
  case inputRemoved(String)
  /// Sound plays on this device.
  case soundOpened(String)
  /// There is no sound, with the reason.
  case soundUnavailable(String)
  /// The sound was turned off by a command.
  case soundOff
}

extension PlayerEvent {
  /// Returns nil for events that embedding programs do not receive.
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
    case .overloaded(let item, let words), .decoderFallback(let item, let words),
      .withoutSignLanguage(let item, let words):
      self = .degraded(Item(item), words)
    case .stalled(let item, let why): self = .waiting(Item(item), why)
    case .waiting(let error, let delay):
      self = .nothingPlayable(PlayerError(error), retryAfter: delay)
    case .ended: self = .ended
    case .requested(.back): self = .backPressed
    case .requested(.language(let language)): self = .languageChosen(language.rawValue)
    case .requested(.leave): self = .galleryShown
    case .visitorLeft: self = .visitorLeft
    case .soundOpened(let name): self = .soundOpened(name)
    case .soundUnavailable(let why): self = .soundUnavailable(why)
    case .soundOff: self = .soundOff
    case .inputAdded(let name): self = .inputAdded(name)
    case .inputRemoved(let name): self = .inputRemoved(name)
    case .inputUnavailable(let why), .speechUnavailable(let why), .mixerUnavailable(let why),
      .loudnessUnavailable(let why), .noticeUnavailable(let why):
      self = .warning(why)
    case .companionUnavailable(let language, let why):
      self = .warning("no sound in \(language): \(why)")
    case .thumbnailsElsewhere(let folder, let error):
      self = .warning("\(error.message); thumbnails are stored in \(folder)")
    case .display(let news):
      guard let event = Self(news) else { return nil }
      self = event
    case .resumed, .scrubEnded, .firstPicture, .captured, .requested, .spoken, .interfaceShown,
      .power, .screen, .silenced, .converting, .transitionCut, .mixerSet, .recovery, .soundDecoded,
      .companionOpened:
      return nil
    }
  }

  private init?(_ news: DisplayEvent) {
    switch news {
    case .lit(let display, let reason): self = .displayOn(DisplayInfo(display, reason))
    case .dark(let reason): self = .displayOff(reason)
    case .off: self = .displayOff("switched off")
    case .warning(let text): self = .warning(text)
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

  /// A description such as `HDMI-A-1 (SyncMaster), 1920x1080 at 59.94 Hz: preferred`.
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
