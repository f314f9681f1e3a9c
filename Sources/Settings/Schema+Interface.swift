internal import VitrineOverlay
internal import VitrineScenes
internal import VitrineTiming

extension Schema {
  static let interface: [Setting] = [
    .optionalWord(
      "interface.heading", .line(0...100),
      without: "the list's own title, else `wording.videos`", \.interface.heading,
      "What stands above the list of videos; nothing where it is empty."),
    .seconds(
      "interface.attract-after", 1...31_536_000, without: "never", \.interface.attractAfter,
      "After so long without a touch or key all of the list is played."),
    .idle(
      "interface.idle", \.interface.idle,
      """
      After so long without a finger, a key or a command all goes back to how the configuration has \
      it; 0 is never. See interface.md.
      """),
    .set(
      "interface.hide", noun: "part", without: "nothing", \.interface.theme.hidden,
      "Parts to leave out."),
    .set(
      "interface.ignore", noun: "gesture", without: "nothing", \.interface.ignored,
      "What fingers over a video do not do. See interface.md."),
    .duration(
      "interface.controls-stay", 1...3600, \.interface.controlsStay,
      "How long bars and buttons stay after the last touch or key."),
    .optionalWord(
      "interface.service-pin", .digits(4...8), without: "no service menu",
      \.interface.servicePIN,
      """
      The digits, between quotes, that open the service menu after a corner of the touchscreen was held \
      for 5 s: the remote's address, the network, volume, rotation, restart, what is wrong. See \
      interface.md.
      """),
    .choice(
      "interface.service-corner", noun: "corner", \.interface.serviceCorner,
      "The corner that is held for it."),
  ]

  /// Of values that are not told.
  static let secrets: Set<String> = ["interface.service-pin"]

  static let theme: [Setting] = [
    .text(
      "interface.theme.font", 1...200, \.interface.theme.font,
      "Pango's names of font families, the preferred one first. One that is not there is skipped."),
    .color("interface.theme.text", \.interface.theme.text, "Text and icons."),
    .color(
      "interface.theme.secondary-text", \.interface.theme.secondaryText,
      "Text that matters less."),
    .color(
      "interface.theme.accent", \.interface.theme.accent,
      "What has been played, what is chosen, the focus."),
    .color("interface.theme.on-accent", \.interface.theme.onAccent, "Text and icons on `accent`."),
    .color("interface.theme.surface", \.interface.theme.surface, "Cards, menus and bubbles."),
    .color("interface.theme.background", \.interface.theme.background, "Behind the list."),
    .color(
      "interface.theme.scrim", \.interface.theme.scrim, "What darkens the picture below text."),
    .number(
      "interface.theme.scale", 0.5...3, \.interface.theme.scale,
      "Multiplies all sizes; below 1 fingers have less to hit."),
    .number(
      "interface.theme.corner-radius", 0...48, unit: "points", \.interface.theme.cornerRadius,
      "Of cards; 44 points are as high as a finger needs."),
  ]

  static let wording: [Setting] = [
    word("subtitles", \.interface.wording.subtitles, "Above the subtitles to choose from."),
    word("audio", \.interface.wording.audio, "Above the sound tracks to choose from."),
    word("quality", \.interface.wording.quality, "Above the encodings to choose from."),
    word("off", \.interface.wording.off, "The choice of no subtitles."),
    word(
      "automatic", \.interface.wording.automatic,
      "The choice of the encoding that the line carries."),
    word("track", \.interface.wording.track, "A track without a name, with its number behind."),
    word("cannot-play", \.interface.wording.cannotPlay, "Above the cause in words."),
    word("seconds", \.interface.wording.seconds, "Behind a number: the unit."),
    word("all-categories", \.interface.wording.allCategories, "The choice of all categories."),
    word(
      "videos", \.interface.wording.videos, "Above a list of videos that has no title of its own."),
    word("nothing-to-play", \.interface.wording.nothingToPlay, "In place of an empty list."),
    word(
      "still-there", \.interface.wording.stillThere,
      "To a visitor, while the last seconds of `interface.idle` are counted down."),
    word("touch-to-stay", \.interface.wording.touchToStay, "Below it: what ends the countdown."),
    word("live", \.interface.wording.live, "Beside what is shown as it happens."),
    word(
      "waiting", \.interface.wording.waitingForNetwork,
      "While pictures do not come over the network, above the cause in words."),
    word(
      "pairing", \.interface.wording.pairing, "Over the digits that a remote is paired with."),
    word("pairing-how", \.interface.wording.pairingHow, "Below them: what to do with them."),
    word("service", \.interface.wording.service, "Above the service menu."),
    word("service-pin", \.interface.wording.servicePIN, "Asks for its digits."),
    word("service-wrong", \.interface.wording.serviceWrong, "After other digits."),
    word(
      "service-wait", \.interface.wording.serviceWait,
      "After too many of them, before a number of minutes."),
    word(
      "remote-off", \.interface.wording.remoteOff,
      "In the place of the remote's address, where there is none."),
    word("open-on-phone", \.interface.wording.openOnPhone, "Above that address."),
    word("this-screen", \.interface.wording.thisScreen, "Before the names of machine and display."),
    word("network", \.interface.wording.network, "Before the machine's addresses."),
    word("no-network", \.interface.wording.noNetwork, "Where it has none."),
    word("volume", \.interface.wording.volume, "Before the volume."),
    word("rotation", \.interface.wording.rotation, "Before the ways to turn the picture."),
    word("what-is-wrong", \.interface.wording.whatIsWrong, "Before what is wrong."),
    word("nothing-wrong", \.interface.wording.nothingWrong, "Where that is nothing."),
    word(
      "programme", \.interface.wording.programme,
      "What returns to the list after it was cleared or replaced."),
    word("restart", \.interface.wording.restart, "What starts the player again."),
    word("restart-surely", \.interface.wording.restartSurely, "The same, asked once more."),
  ]

  /// In seconds.
  static let longestIdle = 31_536_000.0

  private static func word(
    _ name: String, _ place: Place<String>, _ meaning: String
  ) -> Setting {
    .text("interface.wording.\(name)", 1...100, place, meaning)
  }
}

extension Setting {
  fileprivate static func idle(
    _ path: String, _ place: Place<IdleTime>, _ meaning: String
  ) -> Setting {
    Setting(
      // bound: constants
      path: path, kind: .secondsOrNever(0...Schema.longestIdle),
      standard: "90 with a touchscreen, else `never`", meaning: meaning
    ) { value, configuration in
      guard let idle = IdleTime(value) else { return }
      configuration[keyPath: place] = idle
    }
  }
}

extension IdleTime {
  /// Nil where that is no time.
  fileprivate init?(_ value: SettingValue) {
    switch value {
    case .text: self = .never
    case .number(let seconds):
      self.init(.milliseconds(Int64(saturating: (seconds * 1000).rounded())))
    default: return nil
    }
  }
}
