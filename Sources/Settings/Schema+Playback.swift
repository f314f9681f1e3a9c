internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineSchedules
internal import VitrineTiming

extension Schema {
  static let topLevel: [Setting] = [
    .words(
      "playlist", .paths(most: 1000), without: "nothing", \.playlist,
      "The playlists, folders or files that the service plays, in this order."),
    .optionalWord(
      "board", .line(1...64), without: "the detected board", \.board,
      """
      Board name, if `vitrine board` detects the wrong board. `vitrine board list` prints the names. Board \
      files cannot set this key.
      """),
  ]

  static let playback: [Setting] = [
    .optionalChoice(
      "playback.loop", noun: "value", without: "`queue` for a service, `none` for `vitrine play`",
      \.playback.loop,
      "Repeat nothing, the item or the whole queue."),
    .flag(
      "playback.shuffle", \.playback.isShuffled, "Play in random order, each item once per round."),
    .number(
      "playback.rate", 0.25...4, \.playback.rate,
      "Playback speed. The pitch of the sound stays the same."),
    .duration(
      "playback.image-duration", 0.1...86_400, \.playback.imageDuration,
      "How long to show an image."),
    Setting(
      path: "playback.transition", kind: .transition, defaultText: "`cut`",
      meaning: """
        How an item replaces the previous one. See [playlists.md](../use/playlists.md#transitions).
        """
    ) { value, configuration in
      guard case .text(let word) = value, let transition = Transition(word: word) else { return }
      configuration.playback.transition = transition
    },
    .optionalPath(
      "playback.cover", without: "black", \.playback.cover,
      "Image to show until the first frame of a slow source arrives."),
    .optionalPath(
      "playback.fallback", without: "a card with the reason", \.playback.fallback,
      "Image to show when no video arrives over the network."),
    Setting(
      path: "playback.fallback-after", kind: .secondsOrNever(1...3600), defaultText: "10",
      meaning: """
        Show the fallback after this time. Until then the last frame stays on screen, which looks live if it \
        comes from a camera. An interactive display shows the reason in the interface instead of a card.
        """
    ) { value, configuration in
      switch value {
      case .number(let seconds): configuration.playback.fallbackAfter = .seconds(seconds)
      case .text: configuration.playback.fallbackAfter = nil
      default: break
      }
    },
    Setting(
      path: "playback.quality", kind: .quality, defaultText: "`auto`",
      meaning: """
        Rendition of adaptive streams. `auto` adapts to the network and the display; a height or a bit rate \
        is an upper limit. Visitors can choose another one in the track menu.
        """
    ) { value, configuration in
      if case .text(let word) = value { configuration.playback.quality = word }
    },
    Setting(
      path: "playback.decoder", kind: .decoder, defaultText: "`software`",
      meaning: """
        Video decoder: `software` is the CPU; `auto` is a hardware decoder that supports the codec, \
        otherwise the CPU; a driver name or path is that device where it works, otherwise the CPU. \
        `vitrine probe` lists the devices. No hardware decoder has been tested on a board yet; see \
        [decoders.md](../develop/decoders.md).
        """
    ) { value, configuration in
      if case .text(let word) = value { configuration.playback.decoder = word }
    },
    Setting(
      path: "playback.latency", kind: .number(0.1...60, unit: "seconds"),
      defaultText: "set by the stream; 0.3 for cameras",
      meaning: """
        Delay behind the live edge, for live streams and cameras. A shorter delay is closer to live, but \
        stalls sooner on an unstable connection.
        """
    ) { value, configuration in
      if case .number(let seconds) = value { configuration.playback.latency = .seconds(seconds) }
    },
  ]

  static let audio: [Setting] = [
    .text(
      "audio.device", 1...256, \.audio.device,
      """
      `auto` (the display that shows the picture), `none`, or an ALSA device such as `hw:CARD=vc4hdmi0`. \
      `vitrine probe` lists the devices.
      """),
    Setting(
      path: "audio.mixer", kind: .mixer, defaultText: "`auto`",
      meaning: """
        Mixer of the sound card, when a player opens it. `auto`: unmute the outputs that are silent and set \
        them to 0 dB, since many cards start muted. `keep`: change nothing. A number: unmute all outputs and \
        set the card to this level. No output is set above 0 dB. See [display.md](display.md#mixer).
        """
    ) { value, configuration in
      switch value {
      case .text(let word): configuration.audio.mixer = MixerPolicy(word: word) ?? .audible
      case .number(let decibels):
        configuration.audio.mixer = MixerPolicy(decibels: decibels) ?? .audible
      default: break
      }
    },
    .number("audio.volume", 0...1, \.audio.volume, "Initial volume."),
    .number(
      "audio.maximum-volume", 0...1, \.audio.maximumVolume,
      "The highest volume that visitors, remotes, programs and the schedule can set."),
    .duration(
      "audio.delay", -0.5...0.5, \.audio.delay,
      """
      Play sound later, for displays that show their picture late, or earlier if negative, for amplifiers \
      that add a delay. See [display.md](display.md#sync).
      """),
    .duration(
      "audio.pre-roll", 0...5, \.audio.preRoll,
      """
      Silence before the first sound after the device was opened, for receivers and amplifiers that mute \
      until they recognise the signal. The picture waits, too.
      """),
    .choice(
      "audio.channels", noun: "channels", \.audio.channels,
      """
      Loudspeakers: `auto` (those that the monitor or receiver reports over HDMI, otherwise stereo), `stereo`, \
      `5.1` or `7.1`. More channels than that are downmixed; a device that has fewer plays fewer.
      """),
    .choice(
      "audio.bits", noun: "sample size", \.audio.bits,
      "Sample size. With `24`, a device that has only 16 bits gets dithered samples."),
    .choice(
      "audio.passthrough", noun: "passthrough", \.audio.passthrough,
      """
      Send AC-3, E-AC-3 and DTS to the display or receiver as they are in the file, if it reports the coding \
      (`auto`), or always (`on`). They are decoded while something changes the sound: a volume below 1, another \
      speed, speech, or `audio.loudness`. See [display.md](display.md#passthrough).
      """),
    Setting(
      path: "audio.loudness", kind: .numberOrOff(-40 ... -10, unit: "LUFS"),
      // bound: constants
      defaultText: "`off`",
      meaning: """
        Play all files at this loudness (EBU R 128; broadcasts have -23), by their ReplayGain or R128 tags. \
        Files without tags are measured in the background, and play unchanged until then. Quiet files are \
        amplified only as far as their peaks do not clip.
        """
    ) { value, configuration in
      if case .number(let level) = value { configuration.audio.loudness = level }
      if case .text = value { configuration.audio.loudness = nil }
    },
    .amounts(
      "audio.schedule", without: "`audio.volume` always", \.audio.schedule,
      """
      Volume of a service by local time: rows in the syntax of `power.schedule`, each with a percentage or \
      `off` at the end. The volume is set when a row begins, and back to `audio.volume` when it ends; a \
      manual change lasts until the next of these. If rows overlap, the first one applies. See \
      [schedule.md](schedule.md#volume).
      """),
    .names(
      "audio.languages", most: 16, without: "the file's default", \.audio.languages,
      "Languages of audio tracks, in order of preference: `[de, en]`."),
    Setting(
      path: "audio.also", kind: .list(of: .languageDevice, most: 8), defaultText: "none",
      meaning: """
        Other languages of the files, each on a separate device: `[en hw:CARD=Device, fr hw:CARD=Device_1]`. \
        Each stays in step with the picture. See [display.md](display.md#several-languages).
        """
    ) { value, configuration in
      guard case .list(let rows) = value else { return }
      configuration.audio.companions = rows.compactMap(LanguageDevice.init)
    },
  ]

  static let subtitles: [Setting] = [
    .flag("subtitles.show", \.subtitles.isShown, "Show subtitles."),
    .names(
      "subtitles.languages", most: 16, without: "the file's default", \.subtitles.languages,
      "Languages of subtitles, in order of preference: `[de, en]`."),
    .number(
      "subtitles.scale", SubtitleStyle.scales, \.subtitles.style.scale,
      "Text size, relative to the normal size."),
    .style(.font, .line(SubtitleStyle.fontLengths), "Font of plain text."),
    .style(.weight, "Weight of plain text."),
    .style(.color, .color, "Colour of plain text."),
    .style(.background, .color, "Colour behind the lines of plain text."),
    .style(.window, .color, "Colour of a window around plain text and its background."),
    .style(.edge, "Edges of the letters of plain text."),
    .style(.edgeColor, .color, "Colour of these edges."),
    .style(.position, "Edge of the picture at which plain text is shown."),
    .number(
      "subtitles.delay", -60...60, unit: "seconds", \.subtitles.delay,
      "Show subtitles later than their timestamps say, or earlier if negative."),
    .flag(
      "subtitles.sign-language", \.subtitles.showsSignLanguage,
      "Show the sign-language videos of entries that have one. Visitors choose in the menu."),
  ]
}

extension Setting {
  /// A property of plain-text subtitles.
  fileprivate static func style(
    _ property: SubtitleStyle.Property, _ kind: SettingKind, _ meaning: String
  ) -> Setting {
    Setting(
      path: "subtitles.\(property.rawValue)", kind: kind,
      defaultText: SubtitleStyle()[property], meaning: meaning
    ) { value, configuration in
      let word: String? =
        switch value {
        case .text(let text): text
        case .color(let color): color.text
        default: nil
        }
      if let word { _ = configuration.subtitles.style.set(property, to: word) }
    }
  }

  fileprivate static func style(_ property: SubtitleStyle.Property, _ meaning: String) -> Setting {
    style(property, .choice(noun: property.rawValue, SubtitleStyle.words(property)), meaning)
  }

  static func optionalChoice<Word: RawRepresentable<String> & CaseIterable & Sendable>(
    _ path: String, noun: String, without defaultText: String, _ place: Place<Word?>,
    _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .choice(noun: noun, Word.allCases.map(\.rawValue)),
      defaultText: defaultText,
      meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = Word(rawValue: text) }
    }
  }

  static func optionalPath(
    _ path: String, without defaultText: String, _ place: Place<String?>, _ meaning: String
  ) -> Setting {
    optionalWord(path, .path, without: defaultText, place, meaning)
  }

  static func path(_ path: String, _ place: Place<String>, _ meaning: String) -> Setting {
    Setting(
      path: path, kind: .path, defaultText: "`\(Configuration()[keyPath: place])`", meaning: meaning
    ) { value, configuration in
      if case .text(let text) = value { configuration[keyPath: place] = text }
    }
  }

  /// A schedule of amounts, such as volumes.
  static func amounts(
    _ path: String, without defaultText: String, _ place: Place<AmountTable>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .list(of: .amounts, most: 400), defaultText: defaultText, meaning: meaning
    ) {
      value, configuration in
      guard case .list(let rows) = value else { return }
      configuration[keyPath: place] = AmountTable(rows.compactMap { try? AmountTable.Row($0) })
    }
  }

  /// A duration with a default.
  static func duration(
    _ path: String, _ range: ClosedRange<Double>, _ place: Place<Duration>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .number(range, unit: "seconds"),
      defaultText: plain(Configuration()[keyPath: place] / .seconds(1)), meaning: meaning
    ) { value, configuration in
      guard case .number(let number) = value else { return }
      configuration[keyPath: place] = .milliseconds(Int64(saturating: (number * 1000).rounded()))
    }
  }
}
