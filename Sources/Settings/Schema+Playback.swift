internal import VitrinePlaylists
internal import VitrineSchedules
internal import VitrineTiming

extension Schema {
  static let whole: [Setting] = [
    .words(
      "playlist", .paths(most: 1000), without: "nothing", \.playlist,
      """
      What a service plays: the path of a playlist, of a folder or of a file, or a list of them, \
      one after the other.
      """),
    .optionalWord(
      "board", .line(1...64), without: "the one that is found", \.board,
      """
      The board's name, where `vitrine board` does not find the right one; `vitrine board list` \
      has the names. A board's file cannot say it.
      """),
  ]

  static let playback: [Setting] = [
    .optionalChoice(
      "playback.loop", noun: "way", without: "`queue` for a service, `none` for `vitrine play`",
      \.playback.loop, "What begins again at its end: nothing, the item or all of the list."),
    .flag(
      "playback.shuffle", \.playback.isShuffled,
      "Whether the order is that of chance, each item once a round."),
    .number("playback.rate", 0.25...4, \.playback.rate, "Speed; the pitch of the sound is kept."),
    .duration(
      "playback.image-duration", 0.1...86_400, \.playback.imageDuration,
      "How long a picture is shown."),
    .optionalPath(
      "playback.cover", without: "black", \.playback.cover,
      "A picture to show until the first one of a slow source is there."),
    .optionalPath(
      "playback.fallback", without: "a card with the cause", \.playback.fallback,
      "A picture to show where none comes over the network."),
    Setting(
      path: "playback.fallback-after", kind: .secondsOrNever(1...3600), standard: "10",
      meaning: """
        After how long it is shown in the place of the last picture, which on a camera looks as if it \
        were what happens now. Where the display is operated, its interface shows the cause in the place \
        of a card.
        """
    ) { value, configuration in
      switch value {
      case .number(let seconds): configuration.playback.fallbackAfter = .seconds(seconds)
      case .text: configuration.playback.fallbackAfter = nil
      default: break
      }
    },
    Setting(
      path: "playback.quality", kind: .quality, standard: "`auto`",
      meaning: """
        Which encoding of a stream that has several: what the line carries and the display shows, always \
        the lowest or the highest, or the best one that is no higher than so many pixels, or within so many \
        Mbit/s. Visitors change it in the menu of tracks.
        """
    ) { value, configuration in
      if case .text(let word) = value { configuration.playback.quality = word }
    },
    Setting(
      path: "playback.decoder", kind: .decoder, standard: "`software`",
      meaning: """
        What decodes video: always the processor; with `auto` a device of this machine if it has the codec, \
        else the processor; or this device where it can. `vitrine probe` has them. \
        Not tried on boards yet: see decoders.md.
        """
    ) { value, configuration in
      if case .text(let word) = value { configuration.playback.decoder = word }
    },
    Setting(
      path: "playback.latency", kind: .number(0.1...60, unit: "seconds"),
      standard: "as the stream's list has it; 0.3 for cameras",
      meaning: """
        How far behind what happens a live stream or a camera is played. Less is nearer, and stands still \
        sooner where the line is uneven.
        """
    ) { value, configuration in
      if case .number(let seconds) = value { configuration.playback.latency = .seconds(seconds) }
    },
  ]

  static let audio: [Setting] = [
    .text(
      "audio.device", 1...256, \.audio.device,
      "`auto` (where the picture is), `none`, or ALSA's name of a device: `hw:CARD=vc4hdmi0`."
        + " `vitrine probe` has them."),
    .number("audio.volume", 0...1, \.audio.volume, "How loud it begins."),
    .amounts(
      "audio.schedule", without: "`audio.volume` always", \.audio.schedule,
      """
      How loud a service is, by the machine's time of day: days and times in the words of `power.schedule`, \
      and how much of the whole. It is set where a row begins and where one ends, then to `audio.volume`; \
      what people set meanwhile stands until the next of these. Of rows that hold at once the first counts.
      """),
    .names(
      "audio.languages", most: 16, without: "the file's own choice", \.audio.languages,
      "Languages of sound tracks, the preferred one first: `[de, en]`."),
  ]

  static let subtitles: [Setting] = [
    .flag("subtitles.show", \.subtitles.isShown, "Whether there are subtitles at all."),
    .names(
      "subtitles.languages", most: 16, without: "the file's own choice", \.subtitles.languages,
      "Languages of subtitles, the preferred one first: `[de, en]`."),
    .number(
      "subtitles.scale", 0.25...4, \.subtitles.scale, "The text's size, times its usual one."),
    .number(
      "subtitles.delay", -60...60, unit: "seconds", \.subtitles.delay,
      "They come so much later than they are written."),
  ]
}

extension Setting {
  static func optionalChoice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, noun: String, without standard: String, _ place: Place<Word?>,
    _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .choice(noun: noun, Word.allCases.map(\.rawValue)), standard: standard,
      meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = Word(rawValue: text) }
    }
  }

  static func optionalPath(
    _ path: String, without standard: String, _ place: Place<String?>, _ meaning: String
  ) -> Setting {
    optionalWord(path, .path, without: standard, place, meaning)
  }

  static func path(_ path: String, _ place: Place<String>, _ meaning: String) -> Setting {
    Setting(
      path: path, kind: .path, standard: "`\(Configuration()[keyPath: place])`", meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }

  /// A table of how much of something there is when.
  static func amounts(
    _ path: String, without standard: String, _ place: Place<AmountTable>, _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: .list(of: .amounts, most: 400), standard: standard, meaning: meaning)
    {
      value, configuration in
      guard case .list(let rows) = value else { return }
      configuration[keyPath: place] = AmountTable(rows.compactMap { try? AmountTable.Row($0) })
    }
  }

  /// A time that is always there.
  static func duration(
    _ path: String, _ range: ClosedRange<Double>, _ place: Place<Duration>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .number(range, unit: "seconds"),
      standard: plain(Configuration()[keyPath: place] / .seconds(1)), meaning: meaning
    ) { value, configuration in
      guard case .number(let number) = value else { return }
      configuration[keyPath: place] = .milliseconds(Int64(saturating: (number * 1000).rounded()))
    }
  }
}
