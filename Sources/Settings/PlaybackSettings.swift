package import VitrinePictures
package import VitrinePlayback
package import VitrinePlaylists
package import VitrineSchedules
internal import VitrineTiming

/// The section `playback`.
package struct PlaybackSettings: Hashable, Sendable {
  /// Nil: a service repeats the queue, `vitrine play` does not.
  package var loop: Queue.Loop?
  package var isShuffled = false
  /// 0.25 to 4.
  package var rate = 1.0
  /// How long an image is shown.
  package var imageDuration = Duration.seconds(10)
  /// How items replace each other.
  package var transition = Transition.cut
  /// The path of an image to show until the first frame of a slow source arrives.
  package var cover: String?
  /// The path of an image to show when no video arrives; nil shows a card with the reason.
  package var fallback: String?
  /// When to show it; nil is never.
  package var fallbackAfter: Duration? = .seconds(10)
  /// The rendition of a stream: `auto`, `lowest`, `highest`, or a maximum height or bit rate.
  package var quality = "auto"
  /// The video decoder: `auto`, `software`, or a device by driver name or path.
  package var decoder = "software"
  /// The delay behind the live edge; nil is the stream's own.
  package var latency: Duration?

  package init() {}
}

/// The loudspeakers of the sound device.
package enum Loudspeakers: String, CaseIterable, Sendable {
  /// The loudspeakers that the monitor reports.
  case automatic = "auto"
  case stereo
  case surround51 = "5.1"
  case surround71 = "7.1"

  /// Their number; nil if the monitor decides.
  package var count: Int? {
    switch self {
    case .automatic: nil
    case .stereo: 2
    case .surround51: 6
    case .surround71: 8
    }
  }
}

/// The requested size of samples.
package enum SampleSize: String, CaseIterable, Sendable {
  case bits16 = "16"
  case bits24 = "24"
}

/// The section `audio`.
package struct AudioSettings: Hashable, Sendable {
  /// `auto`, `none` or an ALSA device name, like `--audio`.
  package var device = "auto"
  package var mixer = MixerPolicy.audible
  /// How much later the sound plays than the picture is output; negative: earlier.
  package var delay = Duration.zero
  /// The silence before the first sound after a device was opened.
  package var preRoll = Duration.zero
  /// The loudspeakers.
  package var channels = Loudspeakers.automatic
  package var bits = SampleSize.bits16
  package var passthrough = PassthroughPolicy.off
  /// In LUFS; nil plays files as they are.
  package var loudness: Double?
  /// 0 to 1.
  package var volume = 1.0
  /// No command, remote or schedule sets a higher volume.
  package var maximumVolume = 1.0
  /// Overrides `volume` by time of day.
  package var schedule = AmountTable()
  /// Preferred languages of tracks, best first; empty uses the file's default.
  package var languages: [String] = []
  /// Other languages, each on a separate device.
  package var companions: [LanguageDevice] = []

  package init() {}
}

/// A language of the items, and the device that plays it.
package struct LanguageDevice: Hashable, Sendable {
  package let language, device: String

  /// Parses a row such as `en hw:CARD=Device,DEV=0`; nil for others.
  package init?(_ row: String) {
    let words = row.split(separator: " ").map(String.init)
    guard words.count == 2, LanguageCode(words[0]) != nil, !["auto", "none"].contains(words[1])
    else { return nil }
    (language, device) = (words[0], words[1])
  }
}

/// The section `subtitles`.
package struct SubtitleSettings: Hashable, Sendable {
  package var isShown = true
  /// Preferred languages of tracks, best first; empty uses the file's default.
  package var languages: [String] = []
  package var style = SubtitleStyle()
  /// Delay in seconds; -60 to 60.
  package var delay = 0.0
  package var showsSignLanguage = false

  package init() {}
}

extension Item {
  /// Fills in the configuration's defaults for what the playlist does not set.
  package func completed(by playback: PlaybackSettings) -> Item {
    var item = self
    item.imageDuration =
      imageDuration ?? MediaTime(nanoseconds: playback.imageDuration.nanoseconds)
    item.cover = cover ?? playback.cover
    item.transition = transition ?? playback.transition
    return item
  }
}
