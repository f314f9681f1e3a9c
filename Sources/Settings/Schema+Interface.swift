internal import VitrineOverlay
internal import VitrineScenes
internal import VitrineTiming

extension Schema {
  static let interface: [Setting] = [
    .optionalWord(
      "interface.heading", .line(0...100),
      without: "the playlist's title, else `wording.videos`", \.interface.heading,
      "Heading of the gallery; empty for none."),
    .seconds(
      "interface.attract-timeout", 1...31_536_000, without: "never", \.interface.attractTimeout,
      """
      Start the attract loop, which plays the whole list, after this time without a touch or key.
      """),
    .idle(
      "interface.idle", \.interface.idle,
      """
      Return to the default state after this time without a touch, key or command; 0 is `never`. See \
      [interface.md](../use/interface.md#the-idle-timeout).
      """),
    .choice(
      "interface.language", noun: "language", \.interface.language,
      "Language of all texts that `interface.wording` does not replace."),
    .set(
      "interface.languages", noun: "language", without: "none", \.interface.languages,
      """
      Languages that visitors choose from, in the gallery and in the menu over a video. The choice also \
      prefers audio in that language, until the visitor leaves.
      """),
    .set(
      "interface.hide", noun: "part", without: "none", \.interface.theme.hidden,
      "Parts of the interface to hide."),
    .set(
      "interface.ignore", noun: "gesture", without: "none", \.interface.ignored,
      "Touch gestures over a video to ignore. See [interface.md](../use/interface.md#touch)."),
    .duration(
      "interface.controls-timeout", 1...3600, \.interface.controlsTimeout,
      "Hide the controls after this time without a touch or key."),
    .seconds(
      "interface.scan-interval", 0.5...10, without: "no scanning", \.interface.scanInterval,
      """
      Switch scanning for visitors who can press only one key: after OK, the focus moves by itself at this interval, \
      and OK chooses. It stops after two rounds.
      """),
    .reach(
      "interface.reach", \.interface.reach,
      """
      `low` keeps all controls in the lower part of a high display, for visitors in wheelchairs: between 380 and \
      1220 mm above the floor if the size of the display and `interface.mounting-height` are known, otherwise in its \
      lower half.
      """),
    Setting(
      path: "interface.mounting-height", kind: .number(0...3000, unit: "millimetres"),
      defaultText: "unknown", meaning: "Height of the picture's lower edge above the floor."
    ) { value, configuration in
      if case .number(let height) = value { configuration.interface.reach?.mountingHeight = height }
    },
    .optionalWord(
      "interface.speech", .path, without: "no speech", \.interface.speechProgram,
      """
      Program that speaks the interface to visitors who use keys: `/usr/bin/espeak-ng`, or one that is \
      called with a language and a text and writes a sound file to its standard output. See \
      [interface.md](../use/interface.md#speech).
      """),
    .optionalWord(
      "interface.service-pin", .digits(4...8), without: "no service menu",
      \.interface.servicePIN,
      """
      PIN that opens the service menu, in quotes. To enter it, hold a corner of the touchscreen for 5 s. \
      See [interface.md](../use/interface.md#the-service-menu).
      """),
    .choice(
      "interface.service-corner", noun: "corner", \.interface.serviceCorner,
      "Corner to hold for the service menu."),
  ]

  /// Settings whose values are masked in output.
  static let secrets: Set<String> = ["interface.service-pin"]

  static let theme: [Setting] = [
    // Before the colours, which replace those of high contrast.
    Setting(
      path: "interface.theme.high-contrast", kind: .flag, defaultText: "false",
      meaning: """
        Use white and yellow on black, with wide borders and focus, for visitors with low vision. Colours that the \
        configuration sets stay.
        """
    ) { value, configuration in
      if value == .flag(true) { configuration.interface.theme.useHighContrast() }
    },
    .flag(
      "interface.theme.reduced-motion", \.interface.theme.reducesMotion,
      "Show pages, skips and scrolling by keys at once instead of animating them. Fades stay."),
    .text(
      "interface.theme.font", 1...200, \.interface.theme.font,
      "Font families in Pango's syntax, in order of preference. Missing ones are skipped."),
    .color("interface.theme.text", \.interface.theme.text, "Text and icons."),
    .color(
      "interface.theme.secondary-text", \.interface.theme.secondaryText, "Less important text."),
    .color(
      "interface.theme.accent", \.interface.theme.accent,
      "Played part of the slider, selection and focus."),
    .color("interface.theme.on-accent", \.interface.theme.onAccent, "Text and icons on `accent`."),
    .color("interface.theme.surface", \.interface.theme.surface, "Cards, menus and bubbles."),
    .color(
      "interface.theme.background", \.interface.theme.background, "Background of the gallery."),
    .color("interface.theme.scrim", \.interface.theme.scrim, "Shade between the picture and text."),
    .number(
      "interface.theme.scale", 0.5...3, \.interface.theme.scale,
      "Multiply all sizes. Below 1, touch targets are harder to hit."),
    .number(
      "interface.theme.corner-radius", 0...48, unit: "points", \.interface.theme.cornerRadius,
      "Corner radius of cards. For comparison, a finger needs a target 44 points high."),
  ]

  static let wording: [Setting] = [
    word("language", \.interface.wording.language, "Heading of the languages."),
    word("subtitles", \.interface.wording.subtitles, "Heading of the subtitle tracks."),
    word("audio", \.interface.wording.audio, "Heading of the audio tracks."),
    word("quality", \.interface.wording.quality, "Heading of the renditions."),
    word("speed", \.interface.wording.speed, "Heading of the speeds."),
    word("chapters", \.interface.wording.chapters, "Heading of the chapters."),
    word("chapter", \.interface.wording.chapter, "Chapter without a title; its number follows."),
    word(
      "hard-of-hearing", \.interface.wording.hardOfHearing,
      "After the name of subtitles that also describe sounds."),
    word(
      "audio-description", \.interface.wording.audioDescription,
      "After the name of audio that describes the picture."),
    word(
      "calculating", \.interface.wording.calculating, "Instead of a duration that is not known yet."
    ),
    word("off", \.interface.wording.off, "Choice for no subtitles."),
    word("play", \.interface.wording.play, "Button on the page of a video."),
    word("continue", \.interface.wording.resume, "The same, for a video that was begun."),
    word("full-screen", \.interface.wording.fullScreen, "The same, while the video plays there."),
    word("on-phone", \.interface.wording.onPhone, "Below the QR code for a visitor's phone."),
    word("automatic", \.interface.wording.automatic, "Choice for automatic quality."),
    word("track", \.interface.wording.track, "Track without a name; its number follows."),
    word(
      "subtitle-style", \.interface.wording.subtitleStyle, "Heading of the appearance of subtitles."
    ),
    word(
      "subtitle-sample", \.interface.wording.subtitleSample,
      "Sample of subtitles while their appearance is changed."),
    word("text-size", \.interface.wording.textSize, "Size of subtitles."),
    word("font", \.interface.wording.font, "Font of subtitles."),
    word("weight", \.interface.wording.weight, "Weight of subtitles."),
    word("color", \.interface.wording.color, "Colour of subtitles."),
    word("opacity", \.interface.wording.opacity, "Opacity of subtitles."),
    word("background", \.interface.wording.background, "Colour behind the lines of subtitles."),
    word(
      "background-opacity", \.interface.wording.backgroundOpacity, "Opacity of this background."),
    word("window", \.interface.wording.window, "Colour of the window around subtitles."),
    word("window-opacity", \.interface.wording.windowOpacity, "Opacity of this window."),
    word("edge", \.interface.wording.edge, "Edges of the letters of subtitles."),
    word("edge-color", \.interface.wording.edgeColor, "Colour of these edges."),
    word("position", \.interface.wording.position, "Position of subtitles."),
    word("regular", \.interface.wording.regular, "Regular weight."),
    word("bold", \.interface.wording.bold, "Bold weight."),
    word("outline", \.interface.wording.outline, "Letters with an outline."),
    word("shadow", \.interface.wording.shadow, "Letters with a shadow."),
    word("raised", \.interface.wording.raised, "Raised letters."),
    word("depressed", \.interface.wording.depressed, "Depressed letters."),
    word("bottom", \.interface.wording.bottom, "Position at the bottom."),
    word("top", \.interface.wording.top, "Position at the top."),
    word("reset", \.interface.wording.reset, "Restores the appearance."),
    word("read-aloud", \.interface.wording.readAloud, "Choice to have subtitles spoken."),
    word(
      "sign-language", \.interface.wording.signLanguage, "Choice to show an interpreter's video."),
    word(
      "cannot-play", \.interface.wording.cannotPlay,
      "Message above the title of a video that cannot be played; the log has the reason."),
    word("seconds", \.interface.wording.seconds, "Unit after a number of seconds."),
    word("all-categories", \.interface.wording.allCategories, "Choice for all categories."),
    word(
      "search", \.interface.wording.search,
      "Button that begins a search in the gallery, and the heading during one."),
    word("videos", \.interface.wording.videos, "Heading of a gallery whose playlist has no title."),
    word("nothing-to-play", \.interface.wording.nothingToPlay, "Message in an empty gallery."),
    word(
      "still-there", \.interface.wording.stillThere,
      "Question to the visitor during the countdown of `interface.idle`."),
    word("touch-to-stay", \.interface.wording.touchToStay, "How to cancel the countdown."),
    word("live", \.interface.wording.live, "Label of a live stream."),
    word(
      "waiting", \.interface.wording.waitingForNetwork,
      "Message while playback waits for the network; the log has the reason."),
    word("pairing", \.interface.wording.pairing, "Heading above the PIN for pairing a remote."),
    word("pairing-how", \.interface.wording.pairingHow, "Instructions below the PIN."),
    word(
      "playing-on", \.interface.wording.playingOn,
      "Heading above the name of the display that a film was handed over to."),
    word("service", \.interface.wording.service, "Heading of the service menu."),
    word("service-pin", \.interface.wording.servicePIN, "Prompt for the PIN."),
    word("service-wrong", \.interface.wording.serviceWrong, "Message after a wrong PIN."),
    word(
      "service-wait", \.interface.wording.serviceWait,
      "Message after too many wrong PINs; a number of minutes follows."),
    word("remote-off", \.interface.wording.remoteOff, "Message if there is no remote."),
    word(
      "open-on-phone", \.interface.wording.openOnPhone, "Heading above the address of the remote."),
    word(
      "this-screen", \.interface.wording.thisScreen,
      "Label of the machine's and the display's names."),
    word("network", \.interface.wording.network, "Label of the machine's addresses."),
    word("no-network", \.interface.wording.noNetwork, "Message if the machine has no address."),
    word("volume", \.interface.wording.volume, "Label of the volume."),
    word("rotation", \.interface.wording.rotation, "Label of the rotation."),
    word("what-is-wrong", \.interface.wording.whatIsWrong, "Label of the current problems."),
    word("nothing-wrong", \.interface.wording.nothingWrong, "Message if there are no problems."),
    word(
      "programme", \.interface.wording.programme,
      "Button that returns to the programme after the queue was cleared or replaced."),
    word("restart", \.interface.wording.restart, "Button that restarts the player."),
    word(
      "restart-surely", \.interface.wording.restartSurely,
      "The same button, asking for confirmation."),
    word(
      "remote-control", \.interface.wording.remoteControl,
      "Label of the button below, and heading of the questions."),
    word(
      "assign-keys", \.interface.wording.assignKeys,
      "Button that assigns the keys of a remote control."),
    word("press-key", \.interface.wording.pressKey, "The question for a key; an action follows."),
    word(
      "key-used", \.interface.wording.keyUsed,
      "Message if a key was pressed before; its action follows."),
    word("up", \.interface.wording.up, "Name of the up arrow key."),
    word("down", \.interface.wording.down, "Name of the down arrow key."),
    word("left", \.interface.wording.left, "Name of the left arrow key."),
    word("right", \.interface.wording.right, "Name of the right arrow key."),
    word("mute", \.interface.wording.mute, "Name of the mute key."),
    word("skip", \.interface.wording.skip, "Button for a key that the remote control lacks."),
    word("save", \.interface.wording.save, "Button that saves the keys."),
    word("discard", \.interface.wording.discard, "Button that discards the keys."),
    word("back", \.interface.wording.back, "Spoken name of the back button."),
    word(
      "erase", \.interface.wording.erase,
      "Spoken name of the button that removes the last letter of a search."),
    word("space", \.interface.wording.space, "Spoken name of the space in a search."),
    word(
      "previous", \.interface.wording.previous,
      "Spoken name of the button for the previous item."),
    word("next", \.interface.wording.next, "Spoken name of the button for the next item."),
    word(
      "skip-backward", \.interface.wording.skipBackward,
      "Spoken name of the button that skips back; a number of seconds follows."),
    word("skip-forward", \.interface.wording.skipForward, "The same, forward."),
    word("pause", \.interface.wording.pause, "Spoken name of the button while a video plays."),
    word("replay", \.interface.wording.replay, "Spoken name of the button after the end."),
    word("timeline", \.interface.wording.timeline, "Spoken name of the slider."),
    word("menu", \.interface.wording.menu, "Spoken name of the menu."),
    word("on", \.interface.wording.on, "Spoken state of a button, as `off`."),
    word("selected", \.interface.wording.selected, "Spoken after a selected choice."),
    word(
      "place-in-list", \.interface.wording.placeInList,
      "Spoken after a video: its number and the number of all replace the two `#`."),
    word(
      "information", \.interface.wording.information,
      "Spoken before a message with this severity; `warning` and `emergency` likewise."),
    word("warning", \.interface.wording.warning, "Spoken before a warning."),
    word("emergency", \.interface.wording.emergency, "Spoken before an emergency."),
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
  fileprivate static func reach(
    _ path: String, _ place: Place<Reach?>, _ meaning: String
  ) -> Setting {
    Setting(
      path: path, kind: .choice(noun: "reach", ["full", "low"]), defaultText: "`full`",
      meaning: meaning
    ) { value, configuration in
      configuration[keyPath: place] = value == .text("low") ? Reach(mountingHeight: nil) : nil
    }
  }

  fileprivate static func idle(
    _ path: String, _ place: Place<IdleTime>, _ meaning: String
  ) -> Setting {
    Setting(
      // bound: constants
      path: path, kind: .secondsOrNever(0...Schema.longestIdle),
      defaultText: "90 with a touchscreen, else `never`", meaning: meaning
    ) { value, configuration in
      guard let idle = IdleTime(value) else { return }
      configuration[keyPath: place] = idle
    }
  }
}

extension IdleTime {
  /// Returns nil for other kinds of values.
  fileprivate init?(_ value: SettingValue) {
    switch value {
    case .text: self = .never
    case .number(let seconds):
      self.init(.milliseconds(Int64(saturating: (seconds * 1000).rounded())))
    default: return nil
    }
  }
}
