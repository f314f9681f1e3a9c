internal import VitrineEngine
internal import VitrineLinux
internal import VitrineOverlay
internal import VitrinePictures
internal import VitrinePlayback
internal import VitrinePlaylists
internal import VitrineScanout

/// What a program wants of a player, as the engine is told. A value.
struct PlayerPlan {
  let configuration: PlayerConfiguration
  /// What watches over the connectors, where several players share it.
  let watch: ConnectorWatch?
  /// Why it cannot be done.
  let refusal: PlayerError?

  init(_ items: [Item], on screen: Screen, _ options: PlayerOptions) {
    let made = Result { () throws(PlayerError) in
      (try PlayerConfiguration(items, on: screen, options), try Self.watch(screen))
    }
    switch made {
    case .success((let configuration, let watch)):
      (self.configuration, self.watch, refusal) = (configuration, watch, nil)
    case .failure(let error):
      configuration = PlayerConfiguration(
        queue: Queue(), display: .headless(PixelSize(16, 16), refresh: 60))
      (watch, refusal) = (nil, error)
    }
  }

  private static func watch(_ screen: Screen) throws(PlayerError) -> ConnectorWatch? {
    do throws(Errno) {
      return try screen.displays?.watch()
    } catch {
      throw PlayerError(.display, "no descriptor can be had to watch the displays with: \(error)")
    }
  }
}

extension PlayerConfiguration {
  /// - Throws: of the category `configuration` where what is wanted does not exist.
  fileprivate init(
    _ items: [Item], on screen: Screen, _ options: PlayerOptions
  ) throws(PlayerError) {
    guard let decoder = DecoderWish(word: options.decoder) else {
      throw PlayerError(
        .configuration,
        "\"\(options.decoder)\" is no decoder; it is software, auto, or a driver's name")
    }
    self.init(
      queue: Queue(items.map(\.value), loop: options.loop.value),
      display: try screen.request(isCapturing: true))
    sound = options.sound.value
    (volume, rate) = (min(max(options.volume, 0), 1), options.rate)
    (fit, rotation) = (options.fit.value, screen.rotation.value)
    isPaused = options.isPaused
    choices.preferences.audioLanguages = options.audioLanguages
    choices.preferences.subtitleLanguages = options.subtitleLanguages
    self.decoder = decoder
    interface = try options.interface?.configuration() ?? .bare
    if !screen.isReal { interface?.input = nil }
    // Who has nothing to play yet is asked later, and a list asks visitors.
    beginsIdle = items.isEmpty || options.interface?.gallery != nil
    staysOpen = options.staysOpen || beginsIdle
  }
}
