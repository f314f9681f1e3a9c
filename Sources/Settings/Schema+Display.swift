internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrineTiming

extension Schema {
  static let display: [Setting] = [
    .optionalPath(
      "display.device", without: "the first with a display", \.display.device,
      """
      DRM device, if there are several: `/dev/dri/card1`. The number can change; the name in `connector` \
      does not.
      """),
    .optionalWord(
      "display.connector", .connector, without: "the first with a display", \.display.connector,
      "Connector, as printed by `vitrine probe`: `HDMI-A-1`."),
    .words(
      "display.mirrors", .list(of: .connector, most: 8), without: "none", \.display.mirrors,
      "Connectors that show the same picture: `[HDMI-A-2]`."),
    Setting(
      path: "display.wall", kind: .wall, defaultText: "none",
      meaning: """
        Displays that show one picture together: their connectors as a viewer sees them, row by row with `/` \
        between the rows, such as `HDMI-A-1 HDMI-A-2`. Replaces `mirrors`. See [display.md](display.md#walls).
        """
    ) { value, configuration in
      guard case .text(let text) = value else { return }
      configuration.display.wall = Wall(text)
    },
    Setting(
      path: "display.bezels", kind: .bezels, defaultText: "0",
      meaning: """
        The part of the picture that the frames of two neighbouring displays of a wall hide, in per cent of a display \
        or in pixels: one length, or two for displays beside and above each other.
        """
    ) { value, configuration in
      guard case .text(let text) = value, let bezels = Wall.Bezels(text) else { return }
      configuration.display.bezels = bezels
    },
    .mode(
      "display.mode", \.display.mode,
      """
      `preferred`: the mode that the display prefers. `highest`: the largest mode at about 60 Hz that this \
      board can drive. Otherwise one of the display's modes.
      """),
    .words(
      "display.custom-modes", .list(of: .customMode, most: 16), without: "none",
      \.display.customModes,
      """
      Modes that the display does not list, best first. They are candidates for `mode` and `match`, and \
      the only modes of a display that lists none.
      """),
    .choice(
      "display.match", noun: "value", \.display.matching,
      """
      Match the refresh rate to the video: never (`off`), once for the first video (`list`), or for each \
      item. Most displays go dark for a second when the mode changes.
      """),
    .choice(
      "display.hdr", noun: "value", \.display.hdr,
      """
      `off`: tone-map HDR video to SDR. `auto`: show HDR video as HDR if the display supports it; most \
      displays then go dark briefly when they switch between HDR and SDR.
      """),
    .choice(
      "display.fit", noun: "value", \.display.fit,
      """
      How a picture with another aspect ratio fills the display: with bars (`contain`), cropped \
      (`cover`), or distorted (`stretch`).
      """),
    .optionalChoice(
      "display.render", noun: "value", without: "the best that works", \.display.renderMode,
      """
      Use only this output path: video and interface on two planes; video on one plane, with the \
      interface composed into it; or everything converted to RGB by the CPU.
      """),
    .optionalChoice(
      "display.turn", noun: "value", without: "`plane` where possible", \.display.rotator,
      "Rotate pictures in the display hardware (`plane`) or with the CPU (`pass`)."),
    .rotation(
      "display.rotation", \.display.turning,
      """
      Rotate everything clockwise, in degrees. `auto` and 0 are upright, even if the kernel reports that \
      the panel is built in rotated. `sensor` rotates the main output as the device is held, by its \
      accelerometer.
      """),
    Setting(
      path: "display.margins", kind: .margins, defaultText: "none",
      meaning: """
        Black edges around everything that is shown, for televisions that cut off the edges of the picture: \
        `3%` on all edges, or two or four lengths in per cent or pixels, as in CSS (top, right, bottom, left). \
        See [display.md](display.md#margins).
        """
    ) { value, configuration in
      guard case .text(let text) = value, let margins = Margins(text) else { return }
      configuration.display.margins = margins
    },
    Setting(
      path: "display.pixel-shift",
      // bound: a constant
      kind: .number(0...Double(PixelShift.largestReach), unit: "pixels"), defaultText: "0",
      meaning: """
        Move everything slowly against burn-in, by at most this number of pixels from the centre, two pixels each \
        minute. The display is used without an edge of that width. See [display.md](display.md#burn-in).
        """
    ) { value, configuration in
      guard case .number(let reach) = value else { return }
      configuration.display.shift = PixelShift(reach: Int(saturating: reach.rounded(.up)))
    },
    Setting(
      path: "display.brightness", kind: .brightness, defaultText: "unchanged",
      meaning: """
        Brightness in per cent, set by the backlight of a built-in panel, otherwise by darkening the picture. \
        100 is full brightness and leaves the picture unchanged. With `sensor`, the displays of a service follow \
        a light sensor, from 10% without light to 100% in bright light, or within the given range. \
        See [display.md](display.md#brightness).
        """
    ) { value, configuration in
      switch value {
      case .number(let percent):
        configuration.display.brightness.light = nil
        configuration.display.brightness.standard = Brightness(
          percent: Int(saturating: percent.rounded()))
      case .text(let word):
        guard let range = AmbientBrightness.range(word) else { return }
        configuration.display.brightness.light = range
        configuration.display.brightness.standard = Brightness(percent: range.upperBound)
      default: break
      }
    },
    .choice(
      "display.dimming", noun: "value", \.display.dimming,
      """
      How displays other than built-in panels are dimmed: by darkening the picture (`picture`), or by the \
      monitor's own brightness over the display cable (`monitor`, DDC/CI).
      """),
    .amounts(
      "display.brightness-schedule", without: "`display.brightness` always",
      \.display.brightness.schedule,
      """
      Brightness of a service's displays by local time: rows in the syntax of `power.schedule`, each with \
      a percentage or `off` at the end. The brightness is set when a row begins, and back to \
      `display.brightness` when it ends; a manual change lasts until the next of these. If rows overlap, \
      the first one applies. See [schedule.md](schedule.md#brightness).
      """),
  ]

  static let outputs: [Setting] = [
    .outputs(
      "outputs", most: 16, without: "the values in `display`", \.outputs,
      """
      Settings for individual connectors: sections named by connector, which override `display`, for the \
      first output and for those of `--also`. With `playlist`, a service plays another playlist on that \
      connector; it repeats as that playlist or `playback.loop` says. It is silent without `audio`, which is \
      like `audio.device`; `auto` is the audio of that display only. `brightness`, `audio` and `audio-delay` \
      apply to connectors with their own playlist, and to `display.connector`. See \
      [display.md](display.md#sound).
      """)
  ]

  fileprivate static let rotations = SettingKind.choice(noun: "rotation", Rotation.words)

  /// The keys of a section in `outputs`.
  fileprivate static let outputFields = [
    RowField(name: "mode", kind: .mode), RowField(name: "rotation", kind: rotations),
    RowField(name: "margins", kind: .margins),
    RowField(name: "brightness", kind: .number(0...100, unit: "per cent")),
    RowField(name: "playlist", kind: .line(1...4096)),
    RowField(name: "audio", kind: .line(1...256)),
    RowField(name: "audio-delay", kind: .number(-0.5...0.5, unit: "seconds")),
  ]
}

extension Setting {
  fileprivate static func rotation(
    _ path: String, _ place: Place<RotationChoice>, _ meaning: String
  ) -> Setting {
    let kind = SettingKind.choice(noun: "rotation", RotationChoice.words)
    return Setting(path: path, kind: kind, defaultText: "`auto`", meaning: meaning) {
      value, configuration in
      guard case .text(let word) = value, let choice = RotationChoice(word: word) else { return }
      configuration[keyPath: place] = choice
    }
  }

  fileprivate static func mode(
    _ path: String, _ place: Place<ModePolicy>, _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: .mode, defaultText: "`preferred`", meaning: meaning) {
      value, configuration in
      guard case .text(let word) = value, let mode = ModePolicy(word: word) else { return }
      configuration[keyPath: place] = mode
    }
  }

  fileprivate static func outputs(
    _ path: String, most: Int, without defaultText: String,
    _ place: Place<[String: OutputSettings]>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .rows(of: .connector, Schema.outputFields, most: most),
      defaultText: defaultText,
      meaning: meaning
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration[keyPath: place] = rows.mapValues { row in
        OutputSettings(
          mode: row["mode"].flatMap(ModePolicy.init(word:)),
          rotation: row["rotation"].flatMap(Rotation.init(word:)),
          margins: row["margins"].flatMap(Margins.init),
          brightness: row["brightness"].flatMap { Double($0) }.map {
            Brightness(percent: Int(saturating: $0.rounded()))
          }, playlist: row["playlist"], audio: row["audio"],
          audioDelay: row["audio-delay"].flatMap { Double($0) }.map {
            .milliseconds(Int64(saturating: ($0 * 1000).rounded()))
          })
      }
    }
  }
}
