internal import VitrineOverlay
internal import VitrinePictures
internal import VitrineTiming

extension Schema {
  static let display: [Setting] = [
    .optionalPath(
      "display.device", without: "the first with a display", \.display.device,
      "The device, where there are several: `/dev/dri/card1`. Numbers change; `connector` stays."),
    .optionalWord(
      "display.connector", .connector, without: "the first with a display", \.display.connector,
      "The connector, as `vitrine probe` names it: `HDMI-A-1`."),
    .words(
      "display.mirrors", .list(of: .connector, most: 8), without: "none", \.display.mirrors,
      "Connectors that show the same: `[HDMI-A-2]`."),
    .mode(
      "display.mode", \.display.mode,
      """
      What the display asks for, the largest at about 60 Hz that this board can show, or one of \
      the display's.
      """),
    .words(
      "display.custom-modes", .list(of: .customMode, most: 16), without: "none",
      \.display.customModes,
      """
      Modes that the display does not list, best first. Used for `mode` and `match`, and for \
      displays that say nothing.
      """),
    .choice(
      "display.match", noun: "way", \.display.matching,
      """
      Look for a mode of the video's rate: once, for the first video, or for each item; most \
      displays go dark for a second while they change.
      """),
    .choice(
      "display.hdr", noun: "way", \.display.hdr,
      """
      HDR pictures on a display that takes them: mapped to SDR, or as they are; then most displays \
      go dark for a moment between HDR and SDR.
      """),
    .choice(
      "display.fit", noun: "way", \.display.fit,
      "How a picture of another shape fills the display: with bars, cut off, or out of shape."),
    .optionalChoice(
      "display.render", noun: "way", without: "the best that works", \.display.renderMode,
      """
      Only this way to the screen: video on a plane and the interface on another one, video on one \
      plane, or all of it turned to RGB by the processor.
      """),
    .optionalChoice(
      "display.turn", noun: "way", without: "the plane where it can", \.display.rotator,
      "Who turns pictures: the display's hardware, or the processor as it writes them."),
    .rotation(
      "display.rotation", \.display.rotation,
      """
      How far everything is turned clockwise, in degrees. `auto` and 0 are upright, also where the \
      kernel knows of a panel that is built into its case turned.
      """),
    Setting(
      path: "display.brightness", kind: .number(0...100, unit: "per cent"),
      standard: "as the display is found",
      meaning: """
        How bright the display is: a panel that is built in by its backlight, others by darker pictures. 100 is \
        all of it, and for pictures as they are. See display.md.
        """
    ) { value, configuration in
      guard case .number(let percent) = value else { return }
      configuration.display.brightness = Brightness(percent: Int(saturating: percent.rounded()))
    },
    .amounts(
      "display.brightness-schedule", without: "`display.brightness` always",
      \.display.brightnessSchedule,
      """
      How bright the displays of a service are, by the machine's time of day: days and times in the words of \
      `power.schedule`, and how much of the whole. It is set where a row begins and where one ends, then to \
      `display.brightness`; what people set meanwhile stands until the next of these. Of rows that hold at once \
      the first counts.
      """),
  ]

  static let outputs: [Setting] = [
    .outputs(
      "outputs", most: 16, without: "all as `display` says", \.outputs,
      """
      What is otherwise on some connectors: a section by the connector's name, for the first \
      output and those of `--also` alike. It counts instead of what `display` says. With `playlist` a \
      service plays something else there, without sound; it begins again as `playback.loop` or \
      that list says. `brightness` is for connectors with a list of their own, and for that of `display.connector`.
      """)
  ]

  fileprivate static let rotations = SettingKind.choice(noun: "rotation", Rotation.words)

  /// What a row of `outputs` may have.
  fileprivate static let outputFields = [
    RowField(name: "mode", kind: .mode), RowField(name: "rotation", kind: rotations),
    RowField(name: "brightness", kind: .number(0...100, unit: "per cent")),
    RowField(name: "playlist", kind: .line(1...4096)),
  ]
}

extension Setting {
  fileprivate static func rotation(
    _ path: String, _ place: Place<Rotation>, _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: Schema.rotations, standard: "`auto`", meaning: meaning) {
      value, configuration in
      guard case .text(let word) = value, let rotation = Rotation(word: word) else { return }
      configuration[keyPath: place] = rotation
    }
  }

  fileprivate static func mode(
    _ path: String, _ place: Place<ModePolicy>, _ meaning: String
  ) -> Setting {
    Setting(path: path, kind: .mode, standard: "`preferred`", meaning: meaning) {
      value, configuration in
      guard case .text(let word) = value, let mode = ModePolicy(word: word) else { return }
      configuration[keyPath: place] = mode
    }
  }

  fileprivate static func outputs(
    _ path: String, most: Int, without standard: String,
    _ place: Place<[String: OutputSettings]>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .rows(of: .connector, Schema.outputFields, most: most), standard: standard,
      meaning: meaning
    ) { value, configuration in
      guard case .rows(let rows) = value else { return }
      configuration[keyPath: place] = rows.mapValues { row in
        OutputSettings(
          mode: row["mode"].flatMap(ModePolicy.init(word:)),
          rotation: row["rotation"].flatMap(Rotation.init(word:)),
          brightness: row["brightness"].flatMap { Double($0) }.map {
            Brightness(percent: Int(saturating: $0.rounded()))
          }, playlist: row["playlist"])
      }
    }
  }
}
