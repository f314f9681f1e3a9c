import VitrineKit

/// Switches the gallery and the interface between languages.
actor Guide {
  private let player: Player
  private let wall: Wall
  private var language: Language
  /// The flags are only shown over the gallery.
  private var isAtWall = true

  init(_ player: Player, _ wall: Wall) {
    (self.player, self.wall, language) = (player, wall, wall.languages[0])
  }

  func follow(_ events: AsyncStream<PlayerEvent>) async {
    for await event in events {
      switch event {
      case .playing(let film):
        print("playing: \(film.displayTitle)")
        isAtWall = false
        showFlags()
      case .galleryShown, .ended:
        isAtWall = true
        showFlags()
      case .visitorLeft:
        isAtWall = true
        select(wall.languages[0])
      case .failed(let film, let error): print("failed: \(film.displayTitle): \(error)")
      default: break
      }
    }
  }

  func handle(_ inputs: AsyncStream<Input>) async {
    let keys = ["KEY_RED", "KEY_GREEN", "KEY_YELLOW", "KEY_BLUE"]
    for await input in inputs {
      if input.pressedKey == "KEY_PROG1" { await savePicture() }
      let chosen = zip(wall.languages, keys).first { language, key in
        input.tappedArea == language.code || input.pressedKey == key
      }
      if let chosen { select(chosen.0) }
    }
  }

  private func select(_ language: Language) {
    self.language = language
    player.setWording(language.wording)
    player.setGallery(wall.items(in: language), title: wall.title(in: language))
    // Also affects the current film and later ones.
    player.select(.audio, .language(language.code))
    player.select(.subtitle, .language(language.code))
    showFlags()
    print("language: \(language.code)")
  }

  /// Draws the flags in the upper right corner, with a frame around the selected one.
  func showFlags() {
    guard isAtWall else { return player.setDrawing(nil) }
    player.draw { [languages = wall.languages, chosen = language.code] canvas in
      canvas.level = .aboveControls
      for (place, language) in languages.reversed().enumerated() {
        let right = canvas.size.width - 24 - Double(place) * 64
        let flag = Rect(x: right - 48, y: 20, width: 48, height: 32)
        language.drawFlag(in: flag, &canvas)
        if language.code == chosen { canvas.outline(flag.inset(-3, -3), .white, width: 2) }
        // The touch area is larger than the flag.
        canvas.hitArea(language.code, flag.inset(-8, -8))
      }
    }
  }

  private func savePicture() async {
    do throws(PlayerError) {
      let picture = try await player.screenshot()
      try await picture.write(to: "Museum.png", width: 640)
      print("saved: Museum.png\(picture.isFromHardware ? "" : ", composed")")
    } catch {
      print("cannot save a screenshot: \(error)")
    }
  }
}
