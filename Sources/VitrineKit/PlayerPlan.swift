internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout

/// A program's options, translated for the engine.
struct PlayerPlan {
  let configuration: PlayerConfiguration
  /// Watches the connectors; nil unless several players share it.
  let watch: ConnectorWatch?
  /// Why the options are invalid.
  let error: PlayerError?

  init(_ items: [Item], on screen: Screen, _ options: PlayerOptions) {
    let made = Result { () throws(PlayerError) in
      (try PlayerConfiguration(items, on: screen, options), try Self.watch(screen))
    }
    switch made {
    case .success((let configuration, let watch)):
      (self.configuration, self.watch, error) = (configuration, watch, nil)
    case .failure(let error):
      configuration = PlayerConfiguration(
        queue: Queue(), display: .headless(PixelSize(16, 16), refresh: 60))
      (watch, self.error) = (nil, error)
    }
  }

  private static func watch(_ screen: Screen) throws(PlayerError) -> ConnectorWatch? {
    do throws(Errno) {
      return try screen.displays?.watch()
    } catch {
      throw PlayerError(.display, "cannot watch the displays: \(error)")
    }
  }
}

extension PlayerConfiguration {
  /// - Throws: `PlayerError` of the category `configuration` if an option is invalid.
  fileprivate init(
    _ items: [Item], on screen: Screen, _ options: PlayerOptions
  ) throws(PlayerError) {
    guard let decoder = DecoderPreference(word: options.decoder) else {
      throw PlayerError(
        .configuration,
        "invalid decoder \"\(options.decoder)\": expected software, auto or a driver's name")
    }
    self.init(
      queue: Queue(items.map(\.value), loop: options.loop.value),
      display: try screen.request(isCapturing: true))
    sound = SoundOptions(options.sound.value)
    (volume, rate) = (min(max(options.volume, 0), 1), options.rate)
    (fit, rotation) = (options.fit.value, screen.rotation.value)
    isPaused = options.isPaused
    choices.preferences.audioLanguages = options.audioLanguages
    choices.preferences.subtitleLanguages = options.subtitleLanguages
    self.decoder = decoder
    interface = try options.interface?.configuration() ?? .bare
    if !screen.isReal { interface?.input = nil }
    // Without items the program sends some later; with a gallery a visitor chooses.
    beginsIdle = items.isEmpty || options.interface?.gallery != nil
    staysOpen = options.staysOpen || beginsIdle
  }
}
